/**
 * The body of one response, as a stream of chunks.
 *
 * Guarantees
 * - Chunks are passed on without copying.
 * - A slow reader applies back-pressure to the server; a small body is received whether it is read or not.
 * - Chunks received before the connection was lost are still delivered; after an abort none are.
 */
import { constants } from 'node:buffer'
import type { TransportBody } from '../../transport.ts'
import { connectionErrors } from '../errors.ts'

/** Enough for most responses, so that their connection is released before they are read. */
const highWaterBytes = 128 * 1024

/** The flow control of an exchange. */
export interface Flow {
  resume(): void
  /** Discards the rest. */
  leave(): void
}

type End = { readonly error?: unknown }

interface Reader {
  resolve(result: IteratorResult<Uint8Array>): void
  reject(error: unknown): void
}

export class ResponseBody implements TransportBody {
  readonly #flow: Flow
  #chunks: Uint8Array[] = []
  #bytes = 0
  #end: End | undefined
  /** The pending reads; only while no chunk is available and the end has not been reached. */
  readonly #readers: Reader[] = []
  #isUsed = false

  constructor(flow: Flow) {
    this.#flow = flow
  }

  /** Returns whether there is room for more. */
  push(chunk: Uint8Array): boolean {
    if (this.#end) return true
    const reader = this.#readers.shift()
    if (reader) {
      reader.resolve({ done: false, value: chunk })
      return true
    }
    this.#chunks.push(chunk)
    this.#bytes += chunk.length
    return this.#bytes < highWaterBytes
  }

  finish(end: End = {}): void {
    if (this.#end) return
    this.#end = end
    this.#endReaders(end)
  }

  /** Ends it at once, dropping received chunks. */
  abort(error: unknown): void {
    this.#chunks = []
    this.#bytes = 0
    this.#end = { error }
    this.#endReaders(this.#end)
  }

  async text(): Promise<string> {
    const bytes = await this.bytes()
    assertTextLength(bytes.length)
    return bytes.toString('utf8')
  }

  /** The whole body as one buffer. */
  async bytes(): Promise<Buffer> {
    const chunks: Uint8Array[] = []
    for await (const chunk of this) chunks.push(chunk)
    const [only] = chunks
    if (chunks.length === 1 && only) return Buffer.from(only.buffer, only.byteOffset, only.byteLength)
    return Buffer.concat(chunks)
  }

  [Symbol.asyncIterator](): AsyncIterator<Uint8Array, undefined> {
    if (this.#isUsed) throw usedTwice()
    this.#isUsed = true
    return {
      next: () => this.#next(),
      return: async () => {
        this.leave()
        return { done: true, value: undefined }
      },
    }
  }

  /** Discards the rest; does nothing if there is none. */
  leave(): void {
    this.#flow.leave()
  }

  take(): Uint8Array | undefined {
    const chunk = this.#chunks.shift()
    if (chunk === undefined) return undefined
    const wasFull = this.#bytes >= highWaterBytes
    this.#bytes -= chunk.length
    if (wasFull && this.#bytes < highWaterBytes) this.#flow.resume()
    return chunk
  }

  #next(): Promise<IteratorResult<Uint8Array, undefined>> {
    const value = this.take()
    if (value !== undefined) return Promise.resolve({ done: false, value })
    return new Promise((resolve, reject) => {
      this.#readers.push({ resolve: resolve as Reader['resolve'], reject })
      if (this.#end) this.#endReaders(this.#end)
    })
  }

  #endReaders(end: End): void {
    for (const reader of this.#readers.splice(0)) {
      if ('error' in end) reader.reject(end.error)
      else reader.resolve({ done: true, value: undefined })
    }
  }
}

export function assertTextLength(bytes: number): void {
  if (bytes <= constants.MAX_STRING_LENGTH) return
  throw connectionErrors('KW_CLIENT_RESPONSE_TOO_LARGE', {
    what: `read a response of ${Math.round(bytes / 2 ** 20)} MB`,
    why: 'it exceeds the maximum length of a string in Node',
    next: 'List in pages: pass `limit`.',
    details: { bytes },
  })
}

function usedTwice(): Error {
  return connectionErrors('KW_CLIENT_BODY_USED', {
    what: 'read the body again',
    why: 'a body can be read only once',
    next: 'Keep the result of the first read.',
  })
}
