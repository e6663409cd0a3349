/** HTTPS webhooks whose client is loaded with the first call: most servers never call one. */
import type { HttpsWebhooks, HttpsWebhooksOptions } from './https-webhooks.ts'

export function httpsWebhooksOnDemand(options: HttpsWebhooksOptions): HttpsWebhooks {
  let loading: Promise<HttpsWebhooks> | undefined
  const load = async () => (await import('./https-webhooks.ts')).createHttpsWebhooks(options)
  return {
    transport: async (request) => (await (loading ??= load())).transport(request),
    [Symbol.dispose]: () => void loading?.then((webhooks) => webhooks[Symbol.dispose]()),
  }
}
