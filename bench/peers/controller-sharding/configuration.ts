/**
 * The configuration of the sharder and of the webhosting operator. It differs from their production settings only in addresses, because all
 * processes share one machine. Neither limits its rate of requests by default. Pure.
 */
import { stringify } from 'yaml'

/** The sharder's webhook server has this port in any case. */
const webhookPort = 9443

/** The operator takes "0" for metrics, which should mean none, as its default port. So both get a free port. */
const addresses = { health: { bindAddress: '0' }, metrics: { bindAddress: '127.0.0.1:0' } }

export interface WebhookFiles {
  /** The folder of `tls.crt` and `tls.key`. */
  readonly folder: string
  /** The authority of that certificate, as PEM. */
  readonly ca: string
}

export function sharderConfiguration({ folder, ca }: WebhookFiles): string {
  return stringify({
    apiVersion: 'config.sharding.timebertt.dev/v1alpha1',
    kind: 'SharderConfig',
    ...addresses,
    webhook: {
      server: { certDir: folder },
      config: {
        clientConfig: { url: `https://127.0.0.1:${webhookPort}`, caBundle: Buffer.from(ca).toString('base64') },
      },
    },
  })
}

export function operatorConfiguration(): string {
  return stringify({
    apiVersion: 'config.webhosting.timebertt.dev/v1alpha1',
    kind: 'WebhostingOperatorConfig',
    ...addresses,
  })
}

/** As in the Deployments of its repository. */
export const sharderEnvironment = { DISABLE_HTTP2: 'true' }
export const operatorEnvironment = {
  DISABLE_HTTP2: 'true',
  ENABLE_SHARDING: 'true',
  WEBSITE_CONCURRENT_SYNCS: '15',
}
