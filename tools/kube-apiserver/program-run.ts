/**
 * A child process whose output goes to a file and whose end is guaranteed.
 *
 * It has its own process group, so that Ctrl-C in a terminal reaches only this process, which stops its children in order.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { open, readFile } from 'node:fs/promises'
import { basename } from 'node:path'

const tailLines = 30

export interface ProgramRun extends AsyncDisposable {
  readonly name: string
  readonly pid: number
  /** Resolves with the reason of its end, `code 1` or `SIGKILL`, and never rejects. */
  readonly ended: Promise<string>
  /** The last lines of its output. */
  tail(): Promise<string>
}

export interface ProgramStart {
  readonly path: string
  readonly parameters: readonly string[]
  readonly logPath: string
  /** The grace period before it is killed. */
  readonly stopTimeoutMs: number
}

export async function startProgram({ path, parameters, logPath, stopTimeoutMs }: ProgramStart): Promise<ProgramRun> {
  await using log = await open(logPath, 'a')
  const child = spawn(path, parameters, { detached: true, stdio: ['ignore', log.fd, log.fd] })
  const ended = new Promise<string>((resolve) => {
    child.once('exit', (code, signal) => resolve(signal ?? `code ${code}`))
  })
  await new Promise((resolve, reject) => child.once('spawn', resolve).once('error', reject))
  return {
    name: basename(path),
    pid: child.pid!,
    ended,
    tail: async () => (await readFile(logPath, 'utf8')).trimEnd().split('\n').slice(-tailLines).join('\n'),
    [Symbol.asyncDispose]: () => stop(child, ended, stopTimeoutMs),
  }
}

async function stop(child: ChildProcess, ended: Promise<string>, timeoutMs: number): Promise<void> {
  child.kill('SIGTERM')
  const impatience = setTimeout(() => child.kill('SIGKILL'), timeoutMs)
  await ended
  clearTimeout(impatience)
}
