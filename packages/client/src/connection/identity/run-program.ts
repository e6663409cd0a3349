/**
 * Runs a program for its output: no shell, limited in time and output, killed when aborted.
 *
 * Guarantees: the program has ended and its pipes are closed when the promise settles.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { onAbort } from '@kubewright/core/tasks'
import type { Environment } from '../wire/environment-proxy.ts'

export interface Program {
  readonly command: string
  readonly args: readonly string[]
  readonly env: Environment
  /** Passes our standard input to the program, and forwards its standard error. */
  readonly isInteractive: boolean
  readonly signal: AbortSignal
}

export interface ProgramResult {
  readonly stdout: string
  /** The end of its standard error; most programs print the reason last. */
  readonly stderr: string
  /** Exit code or signal; absent if it could not be started. */
  readonly exit?: number | NodeJS.Signals
  /** Why it could not be started or was killed. */
  readonly problem?: 'not found' | 'not executable' | 'not started' | 'too much output' | 'aborted'
}

const maxOutputBytes = 1024 * 1024
const keptErrorBytes = 4096

/** Resolves however the program ends; the caller interprets the result. */
export function runProgram(program: Program): Promise<ProgramResult> {
  return new Promise((resolve) => {
    let problem: ProgramResult['problem']
    const [out, err] = [new Tail(maxOutputBytes), new Tail(keptErrorBytes)]
    const child = started(program, (startProblem) => resolve({ stdout: '', stderr: '', problem: startProblem }))
    if (!child) return
    const end = (why: ProgramResult['problem']) => {
      problem ??= why
      child.kill('SIGKILL')
      // A grandchild may hold the pipes open; its output is not needed.
      child.stdout?.destroy()
      child.stderr?.destroy()
    }
    const abort = () => end('aborted')
    child.stdout?.on('data', (chunk: Buffer) => out.add(chunk) || end('too much output'))
    child.stderr?.on('data', (chunk: Buffer) => {
      err.add(chunk)
      if (program.isInteractive) process.stderr.write(chunk)
    })
    child.on('error', (error: NodeJS.ErrnoException) => {
      problem ??= startProblems[error.code ?? ''] ?? 'not started'
    })
    child.on('close', (code, signal) => {
      waiting[Symbol.dispose]()
      const exit = code ?? signal ?? undefined
      resolve({ stdout: out.text, stderr: err.text, ...(exit !== undefined && { exit }), ...(problem && { problem }) })
    })
    const waiting = onAbort(program.signal, abort)
    if (program.signal.aborted) abort()
  })
}

const startProblems: Readonly<Record<string, ProgramResult['problem']>> = {
  ENOENT: 'not found',
  EACCES: 'not executable',
}

/** Some errors are thrown, not emitted: a zero byte in an argument, an environment that is too large. */
function started({ command, args, env, isInteractive }: Program, fail: (why: 'not started') => void) {
  try {
    const stdin = isInteractive ? 'inherit' : 'ignore'
    return spawn(command, args, {
      env,
      shell: false,
      windowsHide: true,
      stdio: [stdin, 'pipe', 'pipe'],
    }) as ChildProcess
  } catch {
    fail('not started')
    return undefined
  }
}

/** The last bytes of a stream. */
class Tail {
  readonly #limit: number
  #bytes: Buffer = Buffer.alloc(0)

  constructor(limit: number) {
    this.#limit = limit
  }

  /** Returns whether nothing was dropped. */
  add(chunk: Buffer): boolean {
    const all = Buffer.concat([this.#bytes, chunk])
    this.#bytes = all.subarray(Math.max(0, all.length - this.#limit))
    return all.length <= this.#limit
  }

  get text(): string {
    return this.#bytes.toString('utf8')
  }
}
