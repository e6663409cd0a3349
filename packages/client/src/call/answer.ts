/** An answer, read to its end. */
import { assertTextLength } from '../connection/wire/response-body.ts'
import type { TransportBody, TransportResponse } from '../transport.ts'

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

export async function readAnswer({ status, headers, body }: TransportResponse): Promise<Answer> {
  return new Answer(status, headers, await bytesOf(body))
}

async function bytesOf(body: TransportBody): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  for await (const chunk of body) chunks.push(chunk)
  const [only] = chunks
  if (chunks.length === 1 && only) return Buffer.from(only.buffer, only.byteOffset, only.byteLength)
  return Buffer.concat(chunks)
}
