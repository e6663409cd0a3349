/** A response, read to its end. */
import { assertTextLength } from '../connection/wire/response-body.ts'
import type { TransportResponse } from '../transport.ts'

/** A complete response: status, headers and body. */
export class Answer implements Pick<TransportResponse, 'status' | 'headers'> {
  readonly status: number
  readonly headers: TransportResponse['headers']
  readonly bytes: Buffer

  constructor(status: number, headers: TransportResponse['headers'], bytes: Buffer) {
    this.status = status
    this.headers = headers
    this.bytes = bytes
  }

  /** Failure: `KW_CLIENT_RESPONSE_TOO_LARGE`. */
  get text(): string {
    assertTextLength(this.bytes.length)
    return this.bytes.toString('utf8')
  }
}

/** Limits error bodies: a proxy may send one of any length. */
const longestRefusal = 2 ** 20

/** Reads about the first MiB of an error response, and all of any other. */
export async function readAnswer({ status, headers, body }: TransportResponse): Promise<Answer> {
  const mostBytes = status < 400 ? Infinity : longestRefusal
  const iterator: AsyncIterator<Uint8Array, unknown> = body[Symbol.asyncIterator]()
  const chunks: Uint8Array[] = []
  let bytes = 0
  const keep = (chunk: Uint8Array) => {
    chunks.push(chunk)
    bytes += chunk.byteLength
  }
  for (;;) {
    // Most responses are small and complete by now: take the buffered chunks without awaiting.
    for (let chunk = body.take?.(); chunk !== undefined; chunk = body.take?.()) keep(chunk)
    const next = bytes < mostBytes ? await iterator.next() : await iterator.return?.()
    if (next === undefined || next.done === true) return new Answer(status, headers, joined(chunks))
    keep(next.value)
  }
}

function joined(chunks: readonly Uint8Array[]): Buffer {
  const [only] = chunks
  if (chunks.length === 1 && only) return Buffer.from(only.buffer, only.byteOffset, only.byteLength)
  return Buffer.concat(chunks)
}
