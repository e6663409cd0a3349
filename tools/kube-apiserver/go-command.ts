/** The Go command: static binaries from exactly the pinned modules, whatever workspace or vendoring the user's shell has. */
import { spawn } from 'node:child_process'
import { setPriority } from 'node:os'
import { createInterface } from 'node:readline'
import type { Progress } from './progress.ts'

const lowPriority = 10

export interface GoBuild {
  /** The Go command. */
  readonly go: string
  readonly parameters: readonly string[]
  /** The directory of the module. */
  readonly cwd: string
  readonly progress: Progress
}

export interface GoResult {
  readonly code: number | NodeJS.Signals | null
  /** The last lines of its output. */
  readonly output: string
}

/** Failure: rejects with the error of the system if the command cannot be started. */
export async function runGoBuild({ go, parameters, cwd, progress }: GoBuild): Promise<GoResult> {
  const child = spawn(go, parameters, { cwd, env: goEnvironment(), stdio: ['ignore', 'ignore', 'pipe'] })
  if (child.pid !== undefined) setPriority(child.pid, lowPriority)
  const said: string[] = []
  createInterface(child.stderr).on('line', (line) => {
    said.push(line)
    progress.now = line.startsWith('go: ') ? line.slice('go: '.length) : `compiling ${line}`
  })
  const code = await new Promise<GoResult['code']>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (exitCode, signal) => resolve(exitCode ?? signal))
  })
  return { code, output: said.slice(-20).join('\n') }
}

export function goEnvironment(): NodeJS.ProcessEnv {
  const flags = `${process.env['GOFLAGS'] ?? ''} -mod=readonly -buildvcs=false`
  return { ...process.env, CGO_ENABLED: '0', GOWORK: 'off', GOFLAGS: flags }
}
