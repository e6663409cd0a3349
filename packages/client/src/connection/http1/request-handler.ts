/** The two sides of one request on a connection: its sender, and the connection that carries it. */

/** Lower-case names; a repeated header is a list. */
export type ResponseHeaders = Readonly<Record<string, string | readonly string[] | undefined>>

/** One request, ready to be written. */
export interface HttpRequest {
  readonly method: string
  /** Path and query, percent-encoded. */
  readonly path: string
  /** Alternating names and values. */
  readonly headers: readonly string[]
  readonly body?: string | Uint8Array | undefined
}

/** The actions of the sender while its request is on a connection. No effect after the end. */
export interface RequestController {
  readonly isPaused: boolean
  /** Stops reading, which applies back-pressure to the server. */
  pause(): void
  resume(): void
  /** Closes the connection. The handler is not called again. */
  abort(): void
}

/** The sender of one request. The calls come in this order; `onError` may replace any of them, and is the last one. */
export interface RequestHandler {
  /** Right before the request is written. Returns whether it is still to be sent. */
  onRequestStart(controller: RequestController): boolean
  onResponseStart(status: number, headers: ResponseHeaders): void
  /** The chunk belongs to the handler. Returns whether there is room for more: otherwise the connection pauses. */
  onResponseData(chunk: Buffer): boolean
  onResponseEnd(): void
  onError(error: Error): void
}
