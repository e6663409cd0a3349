/**
 * Builds one program from the Go module proxy, once per machine.
 *
 * Guarantees: the target directory appears atomically; of several concurrent processes, one builds and the others wait.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { access, mkdir, mkdtemp, rename } from 'node:fs/promises'
import { setPriority } from 'node:os'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { hasCode, takeBuildLock } from '../kube-apiserver/build-lock.ts'
import { type Progress, type Report, startProgress } from '../kube-apiserver/progress.ts'
import { buildArguments, type GoProgramName } from './go-program.ts'

const lowPriority = 10

export interface BuildOptions {
  readonly name: GoProgramName
  /** The directory for the binary. */
  readonly target: string
  readonly report: Report
  /** The Go command. @default 'go' */
  readonly go?: string
}

export async function buildGoProgram(options: BuildOptions): Promise<void> {
  const { name, target, report } = options
  await mkdir(dirname(target), { recursive: true })
  let waiting: Progress | undefined
  try {
    while (!(await isPresent(target))) {
      await using lock = await takeBuildLock(`${target}.lock`)
      if (lock && !(await isPresent(target))) await buildInto(lock.directory, options)
      if (lock) continue
      waiting ??= startProgress(report, `waiting for another process that builds ${name}`)
      await sleep(500)
    }
  } finally {
    waiting?.[Symbol.dispose]()
  }
}

async function buildInto(workshop: string, { name, target, report, go = 'go' }: BuildOptions): Promise<void> {
  const fresh = await mkdtemp(join(workshop, 'bin-'))
  using progress = startProgress(report, `building ${name}, once; this takes some minutes`)
  await runGo(go, name, { parameters: buildArguments(name, join(fresh, name)), progress })
  try {
    await rename(fresh, target)
  } catch (error) {
    // Another builder was faster: the same sources make the same binary.
    if (!hasCode(error, 'ENOTEMPTY', 'EEXIST')) throw error
  }
}

interface GoRun {
  readonly parameters: readonly string[]
  readonly progress: Progress
}

async function runGo(go: string, name: GoProgramName, { parameters, progress }: GoRun): Promise<void> {
  const cwd = join(import.meta.dirname, name)
  const child = spawn(go, parameters, { cwd, env: goEnvironment(), stdio: ['ignore', 'ignore', 'pipe'] })
  if (child.pid !== undefined) setPriority(child.pid, lowPriority)
  const said: string[] = []
  createInterface(child.stderr).on('line', (line) => {
    said.push(line)
    progress.now = line.startsWith('go: ') ? line.slice('go: '.length) : `compiling ${line}`
  })
  const [code] = await once(child, 'close').catch((error: unknown) => {
    if (hasCode(error, 'ENOENT'))
      throw new Error(`Cannot build ${name}: there is no go command. Install Go 1.26 or newer.`)
    throw error
  })
  if (code === 0) return
  throw new Error(`Cannot build ${name}: go ended with ${code}. Repair what it says.\n${said.slice(-20).join('\n')}`)
}

/** A static binary from exactly the pinned modules, whatever workspace or vendoring the user's shell has. */
function goEnvironment(): NodeJS.ProcessEnv {
  const flags = `${process.env['GOFLAGS'] ?? ''} -mod=readonly -buildvcs=false`
  return { ...process.env, CGO_ENABLED: '0', GOWORK: 'off', GOFLAGS: flags }
}

function isPresent(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  )
}
