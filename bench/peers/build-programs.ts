/** Builds the measured programs, and says of each one that cannot be built why. */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type Contender, folderOfProgram, observer, type Program, whyNotBuilt } from './contenders.ts'
import { progress } from './progress.ts'

export interface Built {
  readonly contenders: readonly Contender[]
  /** By the name of the contender: why it is not measured. */
  readonly missing: Readonly<Record<string, string>>
}

const lastCharacters = 2_000

/** Failure: throws if the observer cannot be built, because nothing can be measured then. */
export function buildPrograms(wanted: readonly Contender[], options: { readonly onlyExisting: boolean }): Built {
  const reason = buildProgram(observer)
  if (reason !== undefined) throw new Error(`The observer is not built: ${reason}`)
  const reasons = new Map<Program, string | undefined>()
  for (const { program } of wanted) {
    if (reasons.has(program)) continue
    const isLeftOut = options.onlyExisting && !existsSync(program.output)
    reasons.set(program, isLeftOut ? 'it takes too long for this run' : buildProgram(program))
  }
  const missing = wanted.flatMap(({ name, program }) => {
    const why = reasons.get(program)
    return why === undefined ? [] : [[name, `not built: ${why}`] as const]
  })
  for (const [name, why] of missing) progress(`${name}: ${why}`)
  const contenders = wanted.filter(({ program }) => reasons.get(program) === undefined)
  return { contenders, missing: Object.fromEntries(missing) }
}

/** Always runs the build, which does nothing if nothing changed: a stale program would be measured otherwise. */
function buildProgram(program: Program): string | undefined {
  const why = whyNotBuilt(program) ?? program.prepare?.()
  if (why !== undefined) return why
  if (program.build.length > 0) {
    progress(`builds ${program.name}`)
    mkdirSync(dirname(program.output), { recursive: true })
  }
  for (const [tool, ...args] of program.build) {
    const { status, stdout, stderr, error } = spawnSync(tool!, args, {
      cwd: folderOfProgram(program),
      encoding: 'utf8',
      maxBuffer: 2 ** 26,
    })
    if (status !== 0) return (error?.message ?? `${stdout}${stderr}`.trim().slice(-lastCharacters)) || `${tool} failed`
  }
  return existsSync(program.output) ? undefined : `${program.output} is missing after the build`
}

/** The pinned version of a framework. */
export function versionOf(program: Program): string {
  if (typeof program.version === 'function') return program.version()
  const [file, pattern] = program.version
  return pattern.exec(readFileSync(join(folderOfProgram(program), file), 'utf8'))?.[1] ?? 'unknown'
}
