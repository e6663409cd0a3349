/**
 * A watch with faults between the server and its reader: events are held back, delayed or duplicated, or the watch ends early.
 * Without faults it costs one check per event.
 *
 * Events stay in order: a delayed event also delays those behind it.
 */
import type { Clock } from '@kubewright/core'
import type { ResponseStream, StreamSink } from '../request/exchange.ts'
import { line } from '../watching/watch-encoder.ts'
import type { StatusError } from '../status/status.ts'
import type { Target } from './fault.ts'

/** The faults that apply to one watch now. */
export interface StreamFaults {
  /** Whether no fault affects watches. Checked for every event of every watch. */
  isQuiet(): boolean
  /** Whether events are paused. */
  isPaused(): boolean
  /** The same, but counts. Called once per event. */
  holds(): boolean
  /** Called once per event. */
  treatment(): EventTreatment
}

export interface EventTreatment {
  readonly delayMs: number
  /** How many times the event is sent. */
  readonly copies: number
}

interface Held {
  readonly chunk: Uint8Array
  /** In the clock's monotonic time. */
  readonly due: number
}

/** The backlog limit of a paused watch, in bytes. Beyond it the watch ends, as for a slow reader. */
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
  /** The watch has ended; its reader is notified once the backlog is empty. */
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

  /** For a stream that was never opened. */
  [Symbol.dispose](): void {
    this.#finish()
    this.#source[Symbol.dispose]?.()
  }

  /** Ends the watch now, with an ERROR event if there is a status. */
  close(status: StatusError | undefined): void {
    if (this.#isOver) return
    if (status !== undefined) this.#sink?.write(line('ERROR', status.status))
    const sink = this.#sink
    this.#finish()
    sink?.end()
  }

  /** Sends the held events that are due; also called when a fault ends. */
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
    // Bookmarks are not delayed or duplicated: a late one would misreport the progress of the watch.
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

  /** Held events do not throttle the source: they may be held for long. */
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
