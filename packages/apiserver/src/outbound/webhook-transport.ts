/** How the server calls admission and conversion webhooks. */

/** The address in a webhook configuration: `url` or `service`, never both. */
export interface WebhookAddress {
  readonly url?: string
  readonly service?: {
    readonly namespace: string
    readonly name: string
    readonly path?: string
    readonly port?: number
  }
  /** PEM in base64. Without it the system's trust store is used. */
  readonly caBundle?: string
}

/** A call of an admission or conversion webhook by the server. */
export interface WebhookRequest {
  readonly address: WebhookAddress
  /** The query of the request; a query in the configured URL is ignored. */
  readonly query?: Readonly<Record<string, string>>
  /** JSON */
  readonly body: string
  readonly timeoutMs: number
  readonly signal?: AbortSignal
}

/** The HTTP response of a webhook. */
export interface WebhookAnswer {
  readonly status: number
  readonly body: Buffer
  /** The content type header; empty if there is none. @default '' */
  readonly contentType?: string
}

/**
 * Failure: rejects with an error that has the message of Go's client; with a `WebhookClientError` if the address is
 * unusable.
 */
export type WebhookTransport = (request: WebhookRequest) => Promise<WebhookAnswer>

/** No call was made: the configuration is not valid for a client. */
export class WebhookClientError extends Error {
  override readonly name = 'WebhookClientError'
}
