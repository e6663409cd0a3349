/**
 * The interface between verbs and connections. A transport carries one HTTP exchange to one API server, with the connection's identity
 * attached; verbs, retries and decoding are layered above it. The embedded server has a transport without a socket, so the same client
 * code runs in a test.
 */

/** One HTTP request to an API server. */
export interface TransportRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Path and query, percent-encoded, starting with a slash; relative to the server's own path prefix. */
  readonly path: string
  /** Lower-case names. The transport adds identity and user agent. */
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array
  /** A stream stays open until the server ends it: no limit on the time between two chunks. */
  readonly streams?: boolean
  readonly signal?: AbortSignal
  /** Equivalent to `signal`, which is then created on first access: use one of them. */
  readonly scope?: RequestScope
  /**
   * Called when the request is handed to a connection, possibly long after `send`: a connection may have to be opened first, and the
   * process may be suspended meanwhile. If it returns an error, the request is not sent and fails with it. Transports without connections
   * need not call it.
   */
  readonly refusal?: () => Error | undefined
  /** The caller aborts `signal` after this time without a response, so the transport needs no timer. */
  readonly timeoutMs?: number
}

/**
 * The lifetime of a request. Creating an `AbortSignal` and listening to it is a tenth of the cost of a small request, so transports
 * avoid it where they can.
 */
export interface RequestScope {
  readonly aborted: boolean
  readonly reason: unknown
  /** Calls `run` once when the request is aborted, unless the result was disposed before. */
  onAbort(run: () => void): Disposable
}

/** An HTTP response as a transport delivers it, with an undecoded body. */
export interface TransportResponse {
  readonly status: number
  /** Lower-case names; a repeated header is a list. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>
  readonly body: TransportBody
}

/**
 * Read it once, in one way. Leaving the iteration early closes the exchange. Chunks belong to the reader: the transport does not write to
 * them again.
 */
export interface TransportBody extends AsyncIterable<Uint8Array> {
  text(): Promise<string>
  /**
   * While iterating: the next chunk, if it is available synchronously. It avoids a promise per chunk, which makes a stream of many small
   * chunks several times faster. Optional, and `undefined` does not imply the end.
   */
  take?(): Uint8Array | undefined
}

/** The connection to one API server: carries single HTTP exchanges, without retries or decoding. */
export interface Transport extends AsyncDisposable {
  /** Host and port, for metrics and messages: `127.0.0.1:6443`. */
  readonly host: string
  /**
   * The silence after which a stream may be half-open, with its peer gone. Set by network transports; without it streams end only by
   * themselves.
   */
  readonly halfOpenAfterMs?: number
  /**
   * Failure: rejects with `KW_CLIENT_UNREACHABLE` when the request certainly did not reach the server, with `KW_CLIENT_CONNECTION_LOST`
   * when it may have, and with the signal's reason when aborted. Any other code is not worth a retry: a certificate or login has to change
   * first.
   */
  send(request: TransportRequest): Promise<TransportResponse>
}
