/** One request of a fuzz run, and its one-line format for replaying a failure. */

export interface FuzzRequest {
  readonly method: string
  /** Includes the query. */
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: Uint8Array
}

interface WrittenRequest {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
  /** For a body that is not text. */
  readonly base64?: string
}

/** JSON on one line. */
export function formatRequest({ method, path, headers, body }: FuzzRequest): string {
  const written: WrittenRequest = { method, path, headers, ...(body === undefined ? {} : writtenBody(body)) }
  return JSON.stringify(written)
}

export function parseRequest(line: string): FuzzRequest {
  const { method, path, headers, body, base64 } = JSON.parse(line) as WrittenRequest
  const bytes = base64 === undefined ? body && Buffer.from(body) : Buffer.from(base64, 'base64')
  return { method, path, headers, ...(bytes ? { body: bytes } : {}) }
}

function writtenBody(body: Uint8Array): Pick<WrittenRequest, 'body' | 'base64'> {
  const bytes = Buffer.from(body)
  const text = bytes.toString()
  return Buffer.from(text).equals(bytes) ? { body: text } : { base64: bytes.toString('base64') }
}
