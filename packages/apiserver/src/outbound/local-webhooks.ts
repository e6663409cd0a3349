/**
 * In-process webhooks: functions without a socket or a certificate. They wrap another transport and handle the calls to their
 * hosts.
 */
import { type Clock, systemClock } from '@kubewright/core'
import { deadline } from '@kubewright/core/time'
import { targetOf } from './webhook-target.ts'
import type { WebhookAnswer, WebhookRequest, WebhookTransport } from './webhook-transport.ts'

/** One call, as the webhook receives it. */
export interface LocalCall {
  /** Without the query. */
  readonly path: string
  readonly query: URLSearchParams
  /** JSON */
  readonly body: string
  /** Aborted when the caller no longer waits for the response. */
  readonly signal: AbortSignal
}

/** Failure: an exception is a failed call. */
export type LocalWebhook = (call: LocalCall) => Promise<WebhookAnswer> | WebhookAnswer

export interface LocalWebhooksOptions {
  /** By host and port: `hooks.test:443`, or `name.namespace.svc:443` for a service. May change at any time. */
  readonly hosts: ReadonlyMap<string, LocalWebhook>
  /** The transport for all other hosts. */
  readonly otherwise: WebhookTransport
  /** @default the system's */
  readonly clock?: Clock
}

export function localWebhooks({ hosts, otherwise, clock = systemClock }: LocalWebhooksOptions): WebhookTransport {
  return (request) => {
    const { url, path, dial } = targetOf(request.address, request.query)
    const webhook = hosts.get(`${dial.host}:${dial.port}`)
    return webhook === undefined ? otherwise(request) : answerInTime(webhook, { url, path, request, clock })
  }
}

interface LocalRequest {
  readonly url: string
  readonly path: string
  readonly request: WebhookRequest
  readonly clock: Clock
}

/** Enforces the timeout of the call. */
async function answerInTime(webhook: LocalWebhook, local: LocalRequest): Promise<WebhookAnswer> {
  const { url, path, request, clock } = local
  const failed = (why: string) => new Error(`Post ${JSON.stringify(url)}: ${why}`)
  using time = deadline(clock, request.timeoutMs, () => failed('context deadline exceeded'), request.signal)
  const [pathname = '', search = ''] = path.split('?')
  const call = { path: pathname, query: new URLSearchParams(search), body: request.body, signal: time.signal }
  return await new Promise((resolve, reject) => {
    time.signal.addEventListener('abort', () => reject(time.signal.reason as Error), { once: true })
    Promise.resolve()
      .then(() => webhook(call))
      .then(resolve, (error: unknown) => reject(failed(error instanceof Error ? error.message : String(error))))
  })
}
