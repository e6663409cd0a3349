/**
 * Watches, from a thread of its own, whether a run still moves. Code that never waits (`while (!(await ready())) {}`) lets nothing
 * else happen in its thread, so nothing there can say where it is, nor end it: the other thread does both. It tells which run it is
 * and what is on the stack, and ends the process.
 *
 * Guarantees
 * - A slow machine is no loop: processor time is measured, not the time that passes; a run that waits uses none.
 * - It keeps no process alive, and costs a run one number for each step.
 */
import { isMainThread, Worker } from 'node:worker_threads'
import { stuckThread } from './stuck-thread.ts'

export interface StuckWatchOptions {
  readonly seed: string
  /** So much processor time may go by without a step. @default 20_000 */
  readonly limitMs?: number
}

/** The shared memory: two numbers, and the name of the run as text after them. */
const head = 12
const longest = 2_000

export class StuckWatch implements AsyncDisposable {
  readonly #worker: Worker
  readonly #numbers: Int32Array
  readonly #text: Uint8Array
  readonly #encoder = new TextEncoder()

  constructor({ seed, limitMs = 20_000 }: StuckWatchOptions) {
    const memory = new SharedArrayBuffer(head + longest)
    this.#numbers = new Int32Array(memory, 0, head / 4)
    this.#text = new Uint8Array(memory, head)
    const workerData = { memory, head, seed, limitMs, canLook: isMainThread }
    this.#worker = new Worker(stuckThread, { eval: true, workerData, execArgv: [], stdin: false })
    this.#worker.on('error', () => undefined) // without it runs go on, unwatched
    this.#worker.unref()
  }

  /** A run begins. @param what goes wrong in it */
  begin(what: string): void {
    const bytes = this.#encoder.encodeInto(what.slice(0, longest / 4), this.#text)
    this.#numbers[2] = bytes.written
    this.#numbers[1] = 1
    this.step()
  }

  /** Something else had its turn. */
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
