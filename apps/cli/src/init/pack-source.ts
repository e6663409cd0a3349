/** Builds and packs the packages of the clone this command runs from. */
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { cliErrors } from '../errors.ts'
import { packageFolder } from '../project/own-process.ts'
import { developmentPackages, runtimePackages } from '../scaffold/package-files.ts'
import type { Terminal } from '../terminal/terminal.ts'
import { type SourceDependencies, vendoredDependencies } from './dependencies.ts'

const wanted = [...runtimePackages, ...developmentPackages]
/** The prefix of a progress line. */
const stepMark = 'step: '

/**
 * Failure: `KW_CLI_PACK` if this is not a clone, or if the build fails.
 *
 * @param step receives each step: `compile packages/core (1 of 17)`
 */
export async function packSource(
  { signal }: Pick<Terminal, 'signal'>,
  step: (text: string) => void,
): Promise<SourceDependencies> {
  const root = resolve(packageFolder(), '../..')
  const program = resolve(root, 'tools/pack-source.ts')
  if (!existsSync(program)) {
    throw packError(
      'this command was installed from a registry and is not in a clone of Kubewright',
      'Leave out --from-source.',
    )
  }
  const tsx = resolve(root, 'node_modules/tsx/dist/cli.mjs')
  const { code, stdout, said } = await run([tsx, program, ...wanted], { cwd: root, signal, step })
  signal.throwIfAborted()
  if (code === 0) return vendoredDependencies(JSON.parse(stdout) as Record<string, string>)
  throw packError(
    `building them fails:\n${`${stdout}${said}`.trim() || `exit code ${code}`}`,
    'Fix the clone (npm run check), or leave out --from-source.',
  )
}

interface RunOptions {
  readonly cwd: string
  readonly signal: AbortSignal
  readonly step: (text: string) => void
}

async function run(args: readonly string[], { cwd, signal, step }: RunOptions) {
  const child = spawn(process.execPath, args, { cwd, signal, stdio: ['ignore', 'pipe', 'pipe'] })
  let [stdout, said] = ['', '']
  child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text))
  createInterface({ input: child.stderr }).on('line', (line) => {
    if (line.startsWith(stepMark)) step(line.slice(stepMark.length))
    else said += `${line}\n`
  })
  const code = await new Promise<number | null>((done) => {
    child.once('error', (error) => {
      said += error.message
      done(null)
    })
    child.once('close', done)
  })
  return { code, stdout, said }
}

function packError(why: string, next: string): Error {
  return cliErrors('KW_CLI_PACK', { what: 'pack the packages of this clone', why, next })
}
