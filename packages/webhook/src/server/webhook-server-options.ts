/** What a webhook server can be told. */
import type { Ref } from '@kubewright/core'
import type { CertificateFiles } from '../certificates/certificate-files.ts'
import type { CertificateLifetimes } from '../certificates/certificate-lifetimes.ts'
import type { WebhookAddress } from '../configuration/webhook-address.ts'
import type { WebhookConfigurationOptions } from '../configuration/webhook-configurations.ts'
import type { WebhookObserver } from '../metrics/webhook-observer.ts'
import type { Webhook } from '../webhook.ts'
import type { ServerLimits } from './server-limits.ts'

/** Certificates the program issues itself, kept in a Secret that all its replicas share. */
export interface IssuedCertificateOptions extends Partial<CertificateLifetimes> {
  readonly secret: Required<Pick<Ref, 'name'>> & { readonly namespace: string }
}

/** How the cluster is told of the webhooks. */
export type WebhookInstallation = Omit<WebhookConfigurationOptions, keyof WebhookAddress> &
  (
    | { readonly service: NonNullable<WebhookAddress['service']>; readonly url?: undefined }
    | { readonly url: string; readonly service?: undefined }
  ) & {
    /**
     * Takes the configurations away when the server stops. For a program on a laptop: in a cluster, replicas come and go, and
     * what nobody checks meanwhile is stored all the same.
     *
     * @default false
     */
    readonly removeOnStop?: boolean
  }

export interface WebhookServerOptions {
  readonly serve: readonly Webhook[]
  /** 0 for any free port. @default 9443 */
  readonly port?: number
  /** @default all addresses of the machine */
  readonly host?: string
  /**
   * The directory where somebody keeps `tls.crt` and `tls.key`, or the Secret in which the program keeps its own. The latter
   * needs an `installation`: somebody has to tell the API server whom to trust.
   */
  readonly certificates: string | CertificateFiles | IssuedCertificateOptions
  /** @default the cluster is told by somebody else */
  readonly installation?: WebhookInstallation
  readonly limits?: Partial<ServerLimits>
  /** Hears what happens, beside the metrics. */
  readonly observer?: WebhookObserver
}
