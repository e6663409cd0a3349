/** Runs one command of a session in a shell, in the foreground or background. */
import { type ChildProcessByStdio, spawn } from 'node:child_process'
import type { Readable } from 'node:stream'
import type { Outcome } from './mask-output.ts'

export interface ShellOptions {
  readonly directory: string
  readonly environment: Readonly<Record<string, string>>
  /** The timeout of a command. A timeout is reported. */
  readonly limitMs: number
}

/** A running command. */
export interface RunningCommand {
  /** Resolves once this many lines were printed, or the command has ended. */
  hasPrinted(lines: number): Promise<void>
  /** Ends it if it is still running. */
  stop(): void
  readonly outcome: Promise<Outcome>
}

export function startCommand(command: string, { directory, environment, limitMs }: ShellOptions): RunningCommand {
  const child = spawn('bash', ['-c', command], {
    cwd: directory,
    env: environment,
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true, // its own process group, so that the shell's children are ended with it
  })
  const stop = () => {
    if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, 'SIGTERM')
  }
  let isLate = false
  const alarm = setTimeout(() => {
    isLate = true
    stop()
  }, limitMs)
  const printed = new PrintedLines(child)
  const outcome = new Promise<Outcome>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code, signal) => {
      clearTimeout(alarm)
      printed.end()
      resolve({ code: isLate ? `did not end within ${limitMs} ms` : (code ?? signal ?? '?'), ...printed.texts })
    })
  })
  return { hasPrinted: (lines) => printed.reached(lines), stop, outcome }
}

class PrintedLines {
  readonly #chunks = { stdout: [] as Buffer[], stderr: [] as Buffer[] }
  #count = 0
  #isOver = false
  #stir: (() => void) | undefined

  constructor(child: ChildProcessByStdio<null, Readable, Readable>) {
    child.stderr.on('data', (chunk: Buffer) => this.#chunks.stderr.push(chunk))
    child.stdout.on('data', (chunk: Buffer) => {
      this.#chunks.stdout.push(chunk)
      this.#count += chunk.toString('latin1').split('\n').length - 1
      this.#stir?.()
    })
  }

  get texts(): Pick<Outcome, 'stdout' | 'stderr'> {
    const { stdout, stderr } = this.#chunks
    return { stdout: Buffer.concat(stdout).toString(), stderr: Buffer.concat(stderr).toString() }
  }

  end(): void {
    this.#isOver = true
    this.#stir?.()
  }

  async reached(lines: number): Promise<void> {
    while (this.#count < lines && !this.#isOver) await new Promise<void>((resolve) => (this.#stir = resolve))
  }
}
