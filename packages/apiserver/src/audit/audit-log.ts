/**
 * The audit log as streams of events. The server never waits for listeners: events that exceed the buffer of a slow
 * listener are dropped, for it alone, and counted. Nothing is recorded without listeners.
 */
import type { AuditEvent } from './audit-event.ts'

/** Options of `audit.listen`. */
export interface AuditStreamOptions {
  /** Maximum number of unread events. @default 10000 */
  readonly buffer?: number
}

/** Events from the moment the stream was opened. Leaving the loop, or disposing, ends it. */
export interface AuditStream extends AsyncIterableIterator<AuditEvent>, Disposable {
  /** Number of events that exceeded the buffer. */
  readonly dropped: number
}

/** Passes the audit events of a server to its listeners. */
export class AuditLog implements Disposable {
  readonly #streams = new Set<BufferedStream>()

  get isHeard(): boolean {
    return this.#streams.size > 0
  }

  /** Opens a stream. A stream that is never read costs its buffer; dispose it. */
  listen({ buffer = 10_000 }: AuditStreamOptions = {}): AuditStream {
    const stream: BufferedStream = new BufferedStream(buffer, () => this.#streams.delete(stream))
    this.#streams.add(stream)
    return stream
  }

  record(event: AuditEvent): void {
    for (const stream of this.#streams) stream.push(event)
  }

  /** Ends every stream, after its buffered events. */
  [Symbol.dispose](): void {
    for (const stream of this.#streams) stream.end()
  }
}

type Step = IteratorResult<AuditEvent, undefined>
const over: Step = { done: true, value: undefined }

class BufferedStream implements AuditStream {
  readonly #limit: number
  readonly #onEnd: () => void
  #waiting: AuditEvent[] = []
  /** Readers that wait for an event; non-empty only while no event is buffered. */
  #readers: ((step: Step) => void)[] = []
  #dropped = 0
  #isOver = false

  constructor(limit: number, onEnd: () => void) {
    this.#limit = limit
    this.#onEnd = onEnd
  }

  get dropped(): number {
    return this.#dropped
  }

  push(event: AuditEvent): void {
    const reader = this.#readers.shift()
    if (reader !== undefined) reader({ done: false, value: event })
    else if (this.#waiting.length < this.#limit) this.#waiting.push(event)
    else this.#dropped++
  }

  end(): void {
    this.#isOver = true
    this.#onEnd()
    for (const reader of this.#readers.splice(0)) reader(over)
  }

  next(): Promise<Step> {
    const event = this.#waiting.shift()
    if (event !== undefined) return Promise.resolve({ done: false, value: event })
    if (this.#isOver) return Promise.resolve(over)
    return new Promise((resolve) => this.#readers.push(resolve))
  }

  return(): Promise<Step> {
    this[Symbol.dispose]()
    return Promise.resolve(over)
  }

  [Symbol.asyncIterator](): this {
    return this
  }

  [Symbol.dispose](): void {
    this.#waiting = []
    this.end()
  }
}
