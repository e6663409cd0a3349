/**
 * A watch with faults between it and its reader: events wait while they are paused or delayed, come twice, or the watch
 * ends before its time. Without faults it costs one question an event.
 *
 * Order holds: what waits keeps everything behind it waiting.
 */
import type { Clock } from '@kubewright/core'
import type { ResponseStream, StreamSink } from '../request/exchange.ts'
import { line } from '../watching/watch-encoder.ts'
import type { StatusError } from '../status/status.ts'
import type { Target } from './fault.ts'

/** What is to happen to events of one watch now. */
export interface StreamFaults {
  /** Whether there are none for watches: every event of every watch asks. */
  isQuiet(): boolean
  /** Whether events are held back. */
  isPaused(): boolean
  /** The same, asked once for each event. */
  holds(): boolean
  /** Asked once for each event. */
  treatment(): EventTreatment
}

export interface EventTreatment {
  readonly delayMs: number
  /** How often the event comes. */
  readonly copies: number
}

interface Held {
  readonly chunk: Uint8Array
  /** On the clock's own count of time. */
  readonly due: number
}

/** What may wait for a watch that is paused, as for one whose reader is slow. */
const heldLimit = 64 * 1024 * 1024
const bookmark = Buffer.from('{"type":"BOOKMARK"')

export class FaultyStream implements ResponseStream {
  readonly target: Target
  readonly #source: ResponseStream
  readonly #faults: StreamFaults
  readonly #clock: Clock
  readonly #onEnd: () => void
  #sink: StreamSink | undefined
  #opened: Disposable | undefined
  #held: Held[] = []
  #heldBytes = 0
  #timer: Disposable | undefined
  /** The watch has ended; its reader hears of it once nothing waits any more. */
  #isEnding = false
  #isOver = false

  constructor(source: ResponseStream, target: Target, seams: StreamSeams) {
    this.#source = source
    this.target = target
    this.#faults = seams.faults
    this.#clock = seams.clock
    this.#onEnd = seams.onEnd
  }

  open(sink: StreamSink): Disposable {
    this.#sink = sink
    const opened = this.#source.open({
      write: (chunk) => this.#write(chunk),
      isReady: (again) => this.#isReady(again),
      end: () => this.#end(),
    })
    this.#opened = opened
    if (this.#isOver) opened[Symbol.dispose]()
    return { [Symbol.dispose]: () => this.#finish() }
  }

  /** A reader that never came. */
  [Symbol.dispose](): void {
    this.#finish()
    this.#source[Symbol.dispose]?.()
  }

  /** Ends the watch now, with a last word if there is one. */
  close(status: StatusError | undefined): void {
    if (this.#isOver) return
    if (status !== undefined) this.#sink?.write(line('ERROR', status.status))
    const sink = this.#sink
    this.#finish()
    sink?.end()
  }

  /** Looks again at what waits: a fault may be over. */
  pump(): void {
    this.#timer?.[Symbol.dispose]()
    this.#timer = undefined
    while (this.#held.length > 0 && !this.#isOver && !this.#faults.isPaused()) {
      const wait = this.#held[0]!.due - this.#clock.elapsed()
      if (wait > 0) {
        this.#timer = this.#clock.schedule(wait, () => this.pump())
        return
      }
      const { chunk } = this.#held.shift()!
      this.#heldBytes -= chunk.length
      if (!this.#sink!.write(chunk)) return this.close(undefined)
    }
    if (this.#isEnding && this.#held.length === 0) this.close(undefined)
  }

  #write(chunk: Uint8Array): boolean {
    if (this.#isOver) return false
    if (this.#held.length === 0 && this.#faults.isQuiet()) return this.#sink!.write(chunk)
    // A bookmark that came twice or late would be no fault, only a lie about how far the watch is.
    const isBookmark = bookmark.equals(chunk.subarray(0, bookmark.length))
    const { delayMs, copies } = isBookmark ? untreated : this.#faults.treatment()
    const isHeld = this.#faults.holds()
    const mustWait = isHeld || delayMs > 0 || this.#held.length > 0
    if (!mustWait && copies === 1) return this.#sink!.write(chunk)
    const due = this.#clock.elapsed() + delayMs
    for (let copy = 0; copy < copies; copy++) this.#held.push({ chunk, due })
    this.#heldBytes += chunk.length * copies
    this.pump()
    return !this.#isOver && this.#heldBytes < heldLimit
  }

  /** What is held back is no reason for the watch to wait: it may be held back for long. */
  #isReady(again: () => void): boolean {
    return this.#isOver || this.#held.length > 0 || this.#sink!.isReady(again)
  }

  #end(): void {
    this.#isEnding = true
    this.pump()
  }

  #finish(): void {
    if (this.#isOver) return
    this.#isOver = true
    this.#held = []
    this.#timer?.[Symbol.dispose]()
    this.#opened?.[Symbol.dispose]()
    this.#onEnd()
  }
}

const untreated: EventTreatment = { delayMs: 0, copies: 1 }

export interface StreamSeams {
  readonly faults: StreamFaults
  readonly clock: Clock
  readonly onEnd: () => void
}
