/**
 * The seam between verbs and wires. A transport carries one HTTP exchange to one API server, with the connection's
 * identity already attached; verbs, retries and decoding stand above it. The embedded server has a transport without
 * a socket, so the same client code runs in a test.
 */

export interface TransportRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Path and query, percent-encoded, starting with a slash; relative to the server's own path prefix. */
  readonly path: string
  /** Lower-case names. Identity and user agent are the transport's business. */
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array
  /** A stream stays open for as long as the server likes: no limit on the time between two chunks. */
  readonly streams?: boolean
  readonly signal?: AbortSignal
  /** Says what `signal` says, which is then made when it is first read: use one of them. */
  readonly scope?: RequestScope
  /**
   * Asked when the request is handed to a connection, which may be long after `send`: one may have to be made first, and a process
   * may stand still meanwhile. With an error it does not leave, and fails with that. Transports without connections need not ask.
   */
  readonly refusal?: () => Error | undefined
  /** `signal` will be aborted by then if the answer is not there: a transport need not watch the time as well. */
  readonly timeoutMs?: number
}

/**
 * How long a request is wanted. For a small request, making an `AbortSignal` and listening to it is a tenth of all there is to
 * do; a transport that can go without does so.
 */
export interface RequestScope {
  readonly aborted: boolean
  readonly reason: unknown
  /** Calls `run` once when the request is no longer wanted, unless the result was disposed before. */
  onAbort(run: () => void): Disposable
}

export interface TransportResponse {
  readonly status: number
  /** Lower-case names; a header that came several times is a list. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>
  readonly body: TransportBody
}

/**
 * Read it one way, once. Leaving the iteration early closes the exchange. Chunks belong to whoever reads them: the
 * transport does not write to them again.
 */
export interface TransportBody extends AsyncIterable<Uint8Array> {
  text(): Promise<string>
  /**
   * For whoever iterates: the next chunk, if it has come already. A stream of many small ones is read several times
   * faster if not each of them takes a promise. Not every transport has it, and `undefined` says nothing about the end.
   */
  take?(): Uint8Array | undefined
}

export interface Transport extends AsyncDisposable {
  /** Host and port, for metrics and messages: `127.0.0.1:6443`. */
  readonly host: string
  /**
   * After how long a silence a stream may be half-open, its peer gone without a word. Transports over a network have it; without
   * it streams only end by themselves.
   */
  readonly halfOpenAfterMs?: number
  /**
   * Failure: rejects with `KW_CLIENT_UNREACHABLE` when the request certainly did not reach the server, with
   * `KW_CLIENT_CONNECTION_LOST` when it may have, and with the signal's reason when aborted. Any other code says that
   * something has to change first, a certificate or a login: sending the request again does not help.
   */
  send(request: TransportRequest): Promise<TransportResponse>
}
