/** The webhooks of a program that runs outside the cluster: at an address of their own, for as long as it runs. Pure. */
import type { WebhookServerOptions } from '@kubewright/webhook'

/**
 * As they were, but served at `url`, and taken away when the program stops: otherwise nothing could be written any more.
 * Certificates that somebody else puts into files stay so; those the program issues are for that address.
 */
export function webhooksAt(url: string, options: WebhookServerOptions): WebhookServerOptions {
  const { hostname, port } = new URL(url)
  const { installation } = options
  const place = { port: Number(port === '' ? 443 : port), host: hostname === '127.0.0.1' ? hostname : options.host }
  const { host, ...rest } = { ...options, ...place }
  if (installation === undefined) return { ...rest, ...(host === undefined ? {} : { host }) }
  const { service: _, ...installed } = installation
  return { ...rest, ...(host === undefined ? {} : { host }), installation: { ...installed, url, removeOnStop: true } }
}
