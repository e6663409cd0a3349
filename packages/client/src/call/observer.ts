/** What can be seen of the client from outside. Metrics are made from it; see `rest-client-metrics.ts`. */

/** One HTTP exchange, from sending to the last byte of the answer. A call that is repeated has several. */
export interface ObservedRequest {
  readonly method: string
  readonly host: string
  /** The HTTP status, or `<error>` when no answer came. */
  readonly code: string
  /** A stream is reported when it opens: its length says nothing about the server. */
  readonly streams: boolean
  readonly durationMs: number
  readonly requestBytes: number
  /** Zero for a stream. */
  readonly responseBytes: number
}

/** All methods are called synchronously. One that throws fails no call; it is reported once, as a process warning. */
export interface ClientObserver {
  requested?(request: ObservedRequest): void
  /** A request is about to be sent again; `code` is what the attempt before it ended with. */
  retried?(retry: { readonly method: string; readonly host: string; readonly code: string }): void
  /** A name was looked up to open a connection. Connections are kept, so it is rare; for an address, never. */
  lookedUp?(lookup: { readonly host: string; readonly durationMs: number }): void
  /** A request waited for the client's own rate limit. Not called when none is set. */
  rateLimited?(wait: { readonly method: string; readonly host: string; readonly durationMs: number }): void
}
