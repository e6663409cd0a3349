/** Observes the client's requests. The source of metrics; see `rest-client-metrics.ts`. */

/** One HTTP exchange, from sending to the last byte of the response. A retried call has several. */
export interface ObservedRequest {
  readonly method: string
  readonly host: string
  /** The HTTP status, or `<error>` without a response. */
  readonly code: string
  /** Whether it is a stream. Streams are reported when they open: their duration says nothing about the server. */
  readonly streams: boolean
  readonly durationMs: number
  readonly requestBytes: number
  /** Zero for a stream. */
  readonly responseBytes: number
}

/** All methods are called synchronously. One that throws does not fail the call; it is reported once, as a process warning. */
export interface ClientObserver {
  requested?(request: ObservedRequest): void
  /** A request is about to be retried; `code` is the result of the previous attempt. */
  retried?(retry: { readonly method: string; readonly host: string; readonly code: string }): void
  /** A DNS lookup for a new connection. Rare, since connections are kept; never for an IP address. */
  lookedUp?(lookup: { readonly host: string; readonly durationMs: number }): void
  /** A request waited for the client-side rate limit. Not called without one. */
  rateLimited?(wait: { readonly method: string; readonly host: string; readonly durationMs: number }): void
}
