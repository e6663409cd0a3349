/**
 * The events of one watch, as a pull-based async iterator: nothing is read from the connection before it is needed.
 *
 * The stream ends when the server ends it, after `timeoutSeconds`; that is not an error. It does not reconnect: to continue, watch again
 * from the last `resourceVersion`.
 *
 * A class rather than a generator: most events are already available when requested, and then cost one promise and one microtask; from
 * a generator they would cost three of each.
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

export interface WatchStreamOptions<Item extends KubeObject> extends WatchChunksOptions {
  readonly decoder: EventDecoder<Item>
  readonly maxEventBytes: number
}

/** The source of events. */
interface Source<Item extends KubeObject> {
  readonly chunks: WatchChunks
  readonly decoder: EventDecoder<Item>
  readonly operation: Operation
  readonly maxEventBytes: number
}

const over = { done: true, value: undefined } as const

type Result<Item extends KubeObject> = IteratorResult<WatchEvent<Item>, undefined>

export class WatchStream<Item extends KubeObject> implements AsyncIterableIterator<WatchEvent<Item>> {
  readonly #prepare: () => WatchStreamOptions<Item>
  readonly #lines = new LineReader()
  /** Set from the first request until the end. */
  #source: Source<Item> | undefined
  #isOver = false
  /** The number of pending requests, and the result of the last one. */
  #waiting = 0
  #last: Promise<Result<Item>> | undefined

  /** `prepare` is called with the first request, so that its errors reach the iterating caller. */
  constructor(prepare: () => WatchStreamOptions<Item>) {
    this.#prepare = prepare
  }

  [Symbol.asyncIterator](): this {
    return this
  }

  next(): Promise<Result<Item>> {
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

  /** Closes the connection. Like a generator's, it waits for earlier requests. */
  return(): Promise<Result<Item>> {
    return this.#inTurn(() => this.#end())
  }

  /** The next event, if it is already available. */
  #take({ chunks, decoder, operation, maxEventBytes }: Source<Item>): WatchEvent<Item> | undefined {
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

  async #wait(): Promise<Result<Item>> {
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

  #open(): Source<Item> {
    const options = this.#prepare()
    const { decoder, maxEventBytes, call } = options
    return { chunks: new WatchChunks(options), decoder, operation: call.operation, maxEventBytes }
  }

  /** After the last chunk: there may be one more event. */
  async #finish({ decoder, operation }: Source<Item>): Promise<Result<Item>> {
    await this.#close()
    const rest = this.#lines.rest()
    const end = contentEnd(this.#lines)
    if (end === 0) return over
    // Only a line with a newline is known to be complete; this one is validated.
    if (parseJson(rest.toString('utf8', 0, end)) === undefined) throw cutOff(operation, rest)
    return { done: false, value: decoder.decode(rest, 0, end) }
  }

  /** Ends the stream, with `error` if given. */
  async #end(error?: unknown): Promise<Result<Item>> {
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

  /** Serializes requests in order. `work` decrements `#waiting`. */
  #inTurn(work: () => Promise<Result<Item>>): Promise<Result<Item>> {
    this.#last = this.#waiting++ === 0 ? work() : this.#last!.then(work, work)
    return this.#last
  }
}

/** The end of a line without trailing whitespace: a proxy may write CRLF, or keep the stream alive with empty lines. */
function contentEnd({ bytes, start, end }: LineReader): number {
  let at = end
  while (at > start && bytes[at - 1]! <= space) at--
  return at
}

function tooLarge(operation: Operation, maxEventBytes: number): Error {
  const why = `an event has more than ${maxEventBytes} bytes`
  const next =
    'Raise maxEventBytes if objects really are that large; otherwise check which server responds at this address.'
  return new ApiError('KW_CLIENT_EVENT_TOO_LARGE', { what: describeOperation(operation), why, next }, operation)
}

function cutOff(operation: Operation, rest: Buffer): Error {
  const why = `the stream ended in the middle of a line, with ${describeBody(rest.toString('utf8'))}`
  const next = 'Restart the watch from the last resourceVersion. If it happens again, check the proxies in between.'
  return new ApiError('KW_CLIENT_EVENT', { what: describeOperation(operation), why, next }, operation)
}
