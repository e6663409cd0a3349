/**
 * The events of one watch, as an async iterator that pulls: nothing is read from the connection before it is wanted.
 *
 * The stream ends when the server ends it, which it does after `timeoutSeconds`; that is no error. It does not reconnect:
 * whoever wants to go on watches again from the last `resourceVersion`.
 *
 * A class rather than a generator: most events have come already when they are asked for, and then cost one promise and
 * one turn; from a generator they would cost three of each.
 */
import type { KubeObject } from '@kubewright/core'
import { ApiError } from '../error/api-error.ts'
import { describeBody } from '../error/body-excerpt.ts'
import { describeOperation, type Operation } from '../error/operation.ts'
import { parseJson } from '../error/parse-json.ts'
import type { EventDecoder } from './event-decoder.ts'
import { LineReader } from './line-reader.ts'
import { WatchChunks, type WatchChunksOptions } from './watch-chunks.ts'
import type { WatchEvent } from './watch-event.ts'

const space = 0x20

export interface WatchStreamOptions<Object extends KubeObject> extends WatchChunksOptions {
  readonly decoder: EventDecoder<Object>
  readonly maxEventBytes: number
}

/** Where the events come from. */
interface Source<Object extends KubeObject> {
  readonly chunks: WatchChunks
  readonly decoder: EventDecoder<Object>
  readonly operation: Operation
  readonly maxEventBytes: number
}

const over = { done: true, value: undefined } as const

type Result<Object extends KubeObject> = IteratorResult<WatchEvent<Object>, undefined>

export class WatchStream<Object extends KubeObject> implements AsyncIterableIterator<WatchEvent<Object>> {
  readonly #prepare: () => WatchStreamOptions<Object>
  readonly #lines = new LineReader()
  /** Present from the moment the first event is asked for until the end. */
  #source: Source<Object> | undefined
  #isOver = false
  /** How many wait to be answered, and the answer of the last of them. */
  #waiting = 0
  #last: Promise<Result<Object>> | undefined

  /** `prepare` is called when the first event is asked for, so that what it throws reaches whoever iterates. */
  constructor(prepare: () => WatchStreamOptions<Object>) {
    this.#prepare = prepare
  }

  [Symbol.asyncIterator](): this {
    return this
  }

  next(): Promise<Result<Object>> {
    if (this.#waiting === 0 && this.#source !== undefined) {
      try {
        const value = this.#take(this.#source)
        if (value !== undefined) return Promise.resolve({ done: false, value })
      } catch (error) {
        return this.#inTurn(() => this.#end(error))
      }
    }
    return this.#inTurn(() => this.#wait())
  }

  /** Closes the connection. Like that of a generator it waits for those who asked before. */
  return(): Promise<Result<Object>> {
    return this.#inTurn(() => this.#end())
  }

  /** The next event, if it has come already. */
  #take({ chunks, decoder, operation, maxEventBytes }: Source<Object>): WatchEvent<Object> | undefined {
    const lines = this.#lines
    for (;;) {
      while (lines.advance()) {
        const end = contentEnd(lines)
        if (end > lines.start) return decoder.decode(lines.bytes, lines.start, end)
      }
      if (lines.pending > maxEventBytes) throw tooLarge(operation, maxEventBytes)
      const chunk = chunks.take()
      if (chunk === undefined) return undefined
      lines.feed(chunk)
    }
  }

  async #wait(): Promise<Result<Object>> {
    try {
      while (!this.#isOver) {
        const source = (this.#source ??= this.#open())
        const value = this.#take(source)
        if (value !== undefined) return { done: false, value }
        const chunk = await source.chunks.next()
        if (chunk === undefined) return await this.#finish(source)
        this.#lines.feed(chunk)
      }
      return over
    } catch (error) {
      await this.#close()
      throw error
    } finally {
      this.#waiting--
    }
  }

  #open(): Source<Object> {
    const options = this.#prepare()
    const { decoder, maxEventBytes, call } = options
    return { chunks: new WatchChunks(options), decoder, operation: call.operation, maxEventBytes }
  }

  /** Behind the last chunk: what may be the last event. */
  async #finish({ decoder, operation }: Source<Object>): Promise<Result<Object>> {
    await this.#close()
    const rest = this.#lines.rest()
    const end = contentEnd(this.#lines)
    if (end === 0) return over
    // Only a line that ends with a newline is known to be whole; this one has to prove it.
    if (parseJson(rest.toString('utf8', 0, end)) === undefined) throw cutOff(operation, rest)
    return { done: false, value: decoder.decode(rest, 0, end) }
  }

  /** Nobody wants more, or nobody can have more: then with `error`. */
  async #end(error?: unknown): Promise<Result<Object>> {
    try {
      await this.#close()
      if (error !== undefined) throw error
      return over
    } finally {
      this.#waiting--
    }
  }

  async #close(): Promise<void> {
    this.#isOver = true
    const { chunks } = this.#source ?? {}
    this.#source = undefined
    await chunks?.close()
  }

  /** Everybody is answered in the order they asked. `work` takes itself off `#waiting`. */
  #inTurn(work: () => Promise<Result<Object>>): Promise<Result<Object>> {
    this.#last = this.#waiting++ === 0 ? work() : this.#last!.then(work, work)
    return this.#last
  }
}

/** Where a line ends without the blanks behind it: a proxy may write CRLF, or keep the stream awake with empty lines. */
function contentEnd({ bytes, start, end }: LineReader): number {
  let at = end
  while (at > start && bytes[at - 1]! <= space) at--
  return at
}

function tooLarge(operation: Operation, maxEventBytes: number): Error {
  const why = `an event has more than ${maxEventBytes} bytes`
  const next =
    'Raise maxEventBytes if objects really are that large; otherwise look at what answers in place of the server.'
  return new ApiError('KW_CLIENT_EVENT_TOO_LARGE', { what: describeOperation(operation), why, next }, operation)
}

function cutOff(operation: Operation, rest: Buffer): Error {
  const why = `the stream ended in the middle of a line, with ${describeBody(rest.toString('utf8'))}`
  const next = 'Watch again from the last resourceVersion; if it happens again, look at what stands in between.'
  return new ApiError('KW_CLIENT_EVENT', { what: describeOperation(operation), why, next }, operation)
}
