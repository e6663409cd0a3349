/** A request and its response, independent of the transport: HTTPS, or a call inside the process. */
import type { Duplex } from 'node:stream'
import type { Clock } from '@kubewright/core'

/** A request as handlers see it, over HTTP or within the process. */
export interface ServerRequest {
  readonly method: string
  /** Percent-encoded, without the query. */
  readonly path: string
  readonly query: URLSearchParams
  /** Lower-case names. Repeated headers are joined with commas, as HTTP allows, except where noted. */
  readonly headers: Readonly<Record<string, string | undefined>>
  /** All values of a header that may be repeated, such as those for impersonation. */
  repeatedHeaders(name: string): readonly string[]
  /** Reads the body. Failure: a 413 if it exceeds the limit. */
  body(): Promise<Buffer>
  /** Aborted when the client disconnects. */
  readonly signal: AbortSignal
  /** Calls back once the response has been read, or will never be. Absent if responses are handed over at once. */
  whenClosed?(done: () => void): void
  /** The client certificate, as verified by the transport. */
  readonly certificate?: ClientCertificate
  /** The client's address, if the request came over a network. */
  readonly address?: string
  /** Path and query as sent. */
  readonly uri?: string
  /** Whether the client sent a certificate that is not signed by a trusted authority, or is not valid now. */
  readonly hasRefusedCertificate?: boolean
  /** Whether a watch never times out, and sends no bookmarks but the one that ends the initial events. @default false */
  readonly isLasting?: boolean
  /** The clock of the bookmarks and the time-out of a watch. @default the server's */
  readonly watchClock?: Clock | undefined
}

/** The identity in a verified client certificate. */
export interface ClientCertificate {
  readonly commonName: string
  readonly organizations: readonly string[]
  /** Hexadecimal SHA-256 of the certificate. */
  readonly fingerprint: string
}

/** A response: a complete body, a stream, or an upgraded connection. */
export interface ServerResponse {
  readonly status: number
  readonly headers: Record<string, string | string[]>
  readonly body: string | Uint8Array | ResponseStream
  /** With status 101: the handler of the upgraded connection. */
  readonly upgrade?: Upgrade
}

/** Another protocol on the same connection. Exactly one of the two methods is called. */
export interface Upgrade {
  /** The response has been written; the handler now owns the connection. */
  accept(socket: Duplex): void
  /** The connection cannot be upgraded, or is closed. */
  abandon?(): void
}

/** A streamed body. Disposed instead of opened if it will not be read. */
export interface ResponseStream extends Partial<Disposable> {
  /** Starts writing. `sink.end` ends the stream; disposing the result cancels it from the reader's side. */
  open(sink: StreamSink): Disposable
}

/** Receives the chunks of a streamed response, and tells when to pause. */
export interface StreamSink {
  /** False once the backlog is so large that the reader should be disconnected. */
  write(chunk: Uint8Array): boolean
  /** Whether more can be sent without a backlog. If not, the last `again` passed is called once it can. */
  isReady(again: () => void): boolean
  end(): void
}

export function isStream(body: ServerResponse['body']): body is ResponseStream {
  return typeof body === 'object' && !(body instanceof Uint8Array)
}

/** Discards an unread response: a stream may already hold a subscription. */
export function discard({ body, upgrade }: ServerResponse): void {
  if (isStream(body)) body[Symbol.dispose]?.()
  upgrade?.abandon?.()
}
