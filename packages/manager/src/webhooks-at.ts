/** The webhook options of a program that runs outside the cluster. Pure. */
import type { WebhookServerOptions } from '@kubewright/webhook'

/**
 * The same webhooks served at `url`, and uninstalled when the program stops: otherwise the API server would reject writes. Certificates
 * from files are kept; those the program issues are for that address.
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
