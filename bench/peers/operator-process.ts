/** One run of a measured program: its events, its usage, its end. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { cpuMsOf, fineCpuMsOf, type Memory, memoryOf } from './process-usage.ts'

export type Mode = 'operate' | 'sync' | 'watch20'
export type EventName = 'started' | 'synced' | 'first-reconcile' | 'seen'

export interface ProgramEvent {
  readonly event: EventName
  readonly objects?: number
  /** Milliseconds since the process was started. */
  readonly atMs: number
  /** CPU time until then. */
  readonly cpuMs: number
}

/** Who acts: this process, one leader among several, or each on its part. */
export type Coordination = 'alone' | 'leader' | 'shard'

export interface Settings {
  readonly kubeconfig: string
  readonly namespace: string
  readonly mode: Mode
  readonly resource?: string
  /** @default 'alone' */
  readonly coordination?: Coordination
  /** The identity of this process among several. @default the choice of the framework */
  readonly identity?: string
}

/** What is started. A contender is one. */
export interface Launch {
  readonly command: readonly string[]
  readonly env?: Readonly<Record<string, string>>
}

const concurrency = 10
const stopMs = 5_000
const lastErrorCharacters = 2_000

export class OperatorProcess {
  readonly #child: ChildProcess
  readonly #begun = performance.now()
  readonly #events = new Map<EventName, ProgramEvent>()
  readonly #exited: Promise<unknown>
  readonly #closed: Promise<void>
  #onEvent = () => {}
  #errors = ''

  constructor(launch: Launch, settings: Settings) {
    const [program, ...args] = launch.command
    const env = { ...withoutTuning(process.env), ...launch.env, ...environmentOf(settings) }
    this.#child = spawn(program!, args, { env, stdio: ['ignore', 'pipe', 'pipe'] })
    this.#exited = once(this.#child, 'exit')
    this.#closed = new Promise((resolve) => this.#child.once('close', () => resolve()))
    void this.#exited.then(
      () => this.#onEvent(),
      () => this.#onEvent(),
    )
    createInterface(this.#child.stdout!).on('line', (line) => this.#hear(line))
    this.#child.stderr!.on('data', (text) => this.#keep(String(text)))
  }

  get isRunning(): boolean {
    return this.#child.exitCode === null && this.#child.signalCode === null
  }

  get pid(): number {
    return this.#child.pid!
  }

  /** Failure: rejects if the program ends first, or after `timeoutMs`. */
  async until(name: EventName, timeoutMs = 180_000): Promise<ProgramEvent> {
    const deadline = performance.now() + timeoutMs
    for (;;) {
      const found = this.#events.get(name)
      if (found !== undefined) return found
      if (!this.isRunning) throw this.#error(`ended before "${name}"`)
      const left = deadline - performance.now()
      if (left <= 0) throw this.#error(`did not report "${name}" within ${timeoutMs / 1_000} s`)
      await this.#change(left)
    }
  }

  /** For programs without events. Failure: rejects if it has ended. */
  async assertRunning(): Promise<void> {
    if (this.isRunning) return
    // Its last output arrives after its end.
    await this.#closed
    throw this.#error('ended early')
  }

  has(name: EventName): boolean {
    return this.#events.has(name)
  }

  cpuMs(): number {
    return cpuMsOf(this.#child.pid!)
  }

  /** In nanosecond resolution, for an operator at rest. */
  fineCpuMs(): number {
    return fineCpuMsOf(this.#child.pid!)
  }

  memory(): Memory {
    return memoryOf(this.#child.pid!)
  }

  /** Failure: rejects unless the program ends by itself in time, with exit code 0. */
  async stop(): Promise<void> {
    this.#child.kill('SIGTERM')
    const timer = setTimeout(() => this.#child.kill('SIGKILL'), stopMs)
    await this.#exited
    clearTimeout(timer)
    const { exitCode, signalCode } = this.#child
    if (exitCode !== 0) throw this.#error(`ended with ${exitCode ?? signalCode} after SIGTERM`)
  }

  /** Ends the program in any case. */
  async kill(): Promise<void> {
    if (!this.isRunning) return
    this.#child.kill('SIGKILL')
    await this.#exited
  }

  /** Milliseconds since the process was started. */
  ageMs(): number {
    return performance.now() - this.#begun
  }

  #hear(line: string): void {
    // Some programs write why they end to standard output.
    if (!line.startsWith('{')) return this.#keep(`${line}\n`)
    const { event, objects } = JSON.parse(line) as { event: EventName; objects?: number }
    const reading = { atMs: performance.now() - this.#begun, cpuMs: this.#cpuMsIfAlive() }
    this.#events.set(event, { event, ...(objects !== undefined && { objects }), ...reading })
    this.#onEvent()
  }

  #keep(text: string): void {
    this.#errors = (this.#errors + text).slice(-lastErrorCharacters)
  }

  #cpuMsIfAlive(): number {
    return this.#child.exitCode === null ? this.cpuMs() : Number.NaN
  }

  async #change(timeoutMs: number): Promise<void> {
    let timer: NodeJS.Timeout | undefined
    await new Promise<void>((resolve) => {
      this.#onEvent = resolve
      timer = setTimeout(resolve, timeoutMs)
    })
    clearTimeout(timer)
  }

  #error(what: string): Error {
    return new Error(`It ${what}. Its last errors: ${this.#errors.trim() || 'none'}`)
  }
}

/** Variables of the shell that would change one framework: flags of its runtime, and certificates that only Node loads. */
const tuning = /^(NODE_|GO|JAVA_|JDK_JAVA_|MAVEN_|PYTHON|RUST|TOKIO_|MALLOC_|LD_)/

function withoutTuning(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !tuning.test(name)))
}

function environmentOf(settings: Settings): Record<string, string> {
  const { kubeconfig, namespace, mode, resource = 'websites', coordination = 'alone', identity = '' } = settings
  return {
    KUBECONFIG: kubeconfig,
    BENCH_NAMESPACE: namespace,
    BENCH_CONCURRENCY: String(concurrency),
    BENCH_MODE: mode,
    BENCH_RESOURCE: resource,
    BENCH_COORDINATION: coordination,
    BENCH_IDENTITY: identity,
  }
}
