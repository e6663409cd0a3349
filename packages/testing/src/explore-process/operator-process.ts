/** The explored process: started, killed without warning, and restarted, as a kubelet would. */
import { type ChildProcess, spawn } from 'node:child_process'
import { type Clock, sleep } from '@kubewright/core'

export interface OperatorProcessOptions {
  /** A shell command line, or a program and its arguments. */
  readonly command: string | readonly string[]
  readonly cwd?: string
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly clock: Clock
  /** Called when the process exits by itself, with the reason. */
  readonly onEnd: (how: string) => void
}

/** The number of characters of output to keep, from the end. */
const keptOutput = 4_000
/** Delay before a process that exited by itself is restarted. */
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

  /** `process 2` is the second start. */
  get name(): string {
    return `process ${this.#number}`
  }

  /** The end of its output. */
  get output(): string {
    return this.#output.trimEnd()
  }

  start(): void {
    if (this.#isOver) return
    const { command, cwd, environment } = this.#options
    const [program, ...args] = typeof command === 'string' ? ['/bin/sh', '-c', command] : command
    // Its own process group: children of the shell end with it.
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
      this.#ended(child, code === null ? `was killed by ${signal}` : `exited with code ${code}`),
    )
  }

  /** Kills the process: pending work is not done. */
  kill(): void {
    const child = this.#child
    this.#child = undefined
    if (child?.pid === undefined || child.exitCode !== null || child.signalCode !== null) return
    try {
      process.kill(-child.pid, 'SIGKILL')
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error // it exited by itself
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
