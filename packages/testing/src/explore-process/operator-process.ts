/** The process that is explored: started, killed without warning, and started anew, as a kubelet would. */
import { type ChildProcess, spawn } from 'node:child_process'
import { type Clock, sleep } from '@kubewright/core'

export interface OperatorProcessOptions {
  /** A line for the shell, or a program and its arguments. */
  readonly command: string | readonly string[]
  readonly cwd?: string
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly clock: Clock
  /** Hears that it ended by itself, and with what. */
  readonly onEnd: (how: string) => void
}

/** So much of what it wrote is kept, from the end. */
const keptOutput = 4_000
/** Whoever ends by itself is not started again at once. */
const pauseMs = 200

export class OperatorProcess implements Disposable {
  readonly #options: OperatorProcessOptions
  readonly #killAtExit = () => this.kill()
  #child: ChildProcess | undefined
  #output = ''
  #number = 0
  #isOver = false

  constructor(options: OperatorProcessOptions) {
    this.#options = options
    process.once('exit', this.#killAtExit)
  }

  /** `process 2`: the second that was started. */
  get name(): string {
    return `process ${this.#number}`
  }

  /** The end of what it wrote. */
  get output(): string {
    return this.#output.trimEnd()
  }

  start(): void {
    if (this.#isOver) return
    const { command, cwd, environment } = this.#options
    const [program, ...args] = typeof command === 'string' ? ['/bin/sh', '-c', command] : command
    // A group of its own: what a shell has started ends with it.
    const child = spawn(program!, args, {
      cwd,
      env: { ...environment },
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    this.#number++
    this.#child = child
    const keep = (chunk: Buffer) => void (this.#output = `${this.#output}${chunk.toString()}`.slice(-keptOutput))
    child.stdout!.on('data', keep)
    child.stderr!.on('data', keep)
    child.once('error', (error) => this.#ended(child, `could not be started: ${error.message}`))
    child.once('exit', (code, signal) =>
      this.#ended(child, code === null ? `ended by ${signal}` : `ended with ${code}`),
    )
  }

  /** Kills it: whatever it was about to do is not done. */
  kill(): void {
    const child = this.#child
    this.#child = undefined
    if (child?.pid === undefined || child.exitCode !== null || child.signalCode !== null) return
    try {
      process.kill(-child.pid, 'SIGKILL')
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error // it went by itself
    }
  }

  #ended(child: ChildProcess, how: string): void {
    if (this.#child !== child || this.#isOver) return
    this.#child = undefined
    this.#options.onEnd(how)
    void sleep(this.#options.clock, pauseMs).then(() => {
      if (this.#child === undefined) this.start()
    })
  }

  [Symbol.dispose](): void {
    this.#isOver = true
    this.kill()
    process.off('exit', this.#killAtExit)
  }
}
