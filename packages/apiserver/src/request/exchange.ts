/** One request and its answer, whichever way they travel: over HTTPS, or as a call inside the process. */
import type { Duplex } from 'node:stream'

export interface ServerRequest {
  readonly method: string
  /** Percent-encoded, without the query. */
  readonly path: string
  readonly query: URLSearchParams
  /** Lower-case names. A header that came several times is joined with commas, as HTTP allows, except where noted. */
  readonly headers: Readonly<Record<string, string | undefined>>
  /** Impersonation headers may come several times; every value counts. */
  repeatedHeaders(name: string): readonly string[]
  /** Reads the body. Failure: a 413 once it grows over the limit. */
  body(): Promise<Buffer>
  /** Aborted when the caller goes away. */
  readonly signal: AbortSignal
  /** Calls back once the answer has been taken, or nobody will take it. Absent if answers are handed over at once. */
  whenClosed?(done: () => void): void
  /** Who the transport says is calling: the subject of a client certificate. */
  readonly certificate?: ClientCertificate
  /** Where the request came from, if it came over a network. */
  readonly address?: string
  /** Path and query as they were sent. */
  readonly uri?: string
  /** Whether the caller showed a certificate that nobody we trust has signed, or that is not valid now. */
  readonly hasRefusedCertificate?: boolean
  /** Whether its watch never ends by itself, and sends no bookmarks but the one behind what was there. @default false */
  readonly isLasting?: boolean
}

export interface ClientCertificate {
  readonly commonName: string
  readonly organizations: readonly string[]
  /** Hexadecimal SHA-256 of the certificate. */
  readonly fingerprint: string
}

export interface ServerResponse {
  readonly status: number
  readonly headers: Record<string, string | string[]>
  readonly body: string | Uint8Array | ResponseStream
  /** With the status 101: who speaks on the connection from here on. */
  readonly upgrade?: Upgrade
}

/** Another protocol on the same connection. Exactly one of the two is called. */
export interface Upgrade {
  /** The answer has been written; the connection is yours. */
  accept(socket: Duplex): void
  /** There is no such connection, or it has gone. */
  abandon?(): void
}

/** A body that is written piece by piece for as long as its reader stays. Disposed instead if nobody will read it. */
export interface ResponseStream extends Partial<Disposable> {
  /** Starts writing. The stream ends when `sink.end` is called; disposing stops it from the reader's side. */
  open(sink: StreamSink): Disposable
}

export interface StreamSink {
  /** False once so much waits for the reader that it should be cut off; slow alone is not too slow. */
  write(chunk: Uint8Array): boolean
  /** Whether more can be sent without piling up. If not, `again` is called once it can; the last one asked with counts. */
  isReady(again: () => void): boolean
  end(): void
}

export function isStream(body: ServerResponse['body']): body is ResponseStream {
  return typeof body === 'object' && !(body instanceof Uint8Array)
}

/** Says that nobody will read the answer: a stream may have begun to listen already. */
export function discard({ body, upgrade }: ServerResponse): void {
  if (isStream(body)) body[Symbol.dispose]?.()
  upgrade?.abandon?.()
}
