/**
 * A watchdog, in its own thread, for the progress of runs. A loop that never yields to the event loop (`while (!(await ready())) {}`)
 * blocks its thread, so nothing there can report or end it. The watchdog reports the run and the stack, and ends the process.
 *
 * Guarantees
 * - A slow machine is not a loop: the watchdog measures CPU time, not wall-clock time; a waiting run uses none.
 * - It keeps no process alive, and costs a run one increment for each step.
 *
 * See decision 0234.
 */
import { isMainThread, Worker } from 'node:worker_threads'
import { watchdogThread } from './watchdog-thread.ts'

export interface WatchdogOptions {
  readonly seed: string
  /** The CPU time that may pass without a step. @default 20_000 */
  readonly limitMs?: number
}

/** The size of the header in shared memory: three 32-bit numbers, followed by the description of the run as text. */
const head = 12
const longest = 2_000

export class Watchdog implements AsyncDisposable {
  readonly #worker: Worker
  readonly #numbers: Int32Array
  readonly #text: Uint8Array
  readonly #encoder = new TextEncoder()

  constructor({ seed, limitMs = 20_000 }: WatchdogOptions) {
    const memory = new SharedArrayBuffer(head + longest)
    this.#numbers = new Int32Array(memory, 0, head / 4)
    this.#text = new Uint8Array(memory, head)
    const workerData = { memory, head, seed, limitMs, canLook: isMainThread }
    this.#worker = new Worker(watchdogThread, { eval: true, workerData, execArgv: [], stdin: false })
    this.#worker.on('error', () => undefined) // without the watchdog, runs continue
    this.#worker.unref()
  }

  /** Marks the start of a run. @param what its faults, as text */
  begin(what: string): void {
    const bytes = this.#encoder.encodeInto(what.slice(0, longest / 4), this.#text)
    this.#numbers[2] = bytes.written
    this.#numbers[1] = 1
    this.step()
  }

  /** Marks progress. */
  step(): void {
    this.#numbers[0]!++
  }

  end(): void {
    this.#numbers[1] = 0
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.end()
    await this.#worker.terminate()
  }
}
