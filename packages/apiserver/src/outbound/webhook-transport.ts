/** How the server calls out to webhooks: to be asked about a write, or to convert between versions. */

/** Where a webhook is, as configurations write it: `url` or `service`, never both. */
export interface WebhookAddress {
  readonly url?: string
  readonly service?: {
    readonly namespace: string
    readonly name: string
    readonly path?: string
    readonly port?: number
  }
  /** PEM in base64. Without it the system's authorities are trusted. */
  readonly caBundle?: string
}

export interface WebhookRequest {
  readonly address: WebhookAddress
  /** Laid over the query of the address. */
  readonly query?: Readonly<Record<string, string>>
  /** JSON */
  readonly body: string
  readonly timeoutMs: number
  readonly signal?: AbortSignal
}

export interface WebhookAnswer {
  readonly status: number
  readonly body: Buffer
  /** As the header says it; empty if it says nothing. @default '' */
  readonly contentType?: string
}

/**
 * Failure: rejects with an error whose message says what Go's client would say; with a `WebhookClientError` if the address
 * is of no use to begin with.
 */
export type WebhookTransport = (request: WebhookRequest) => Promise<WebhookAnswer>

/** Nobody was called: what the configuration says does not make a client. */
export class WebhookClientError extends Error {
  override readonly name = 'WebhookClientError'
}
