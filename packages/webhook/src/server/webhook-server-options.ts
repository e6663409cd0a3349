/** Options of a webhook server. */
import type { Ref } from '@kubewright/core'
import type { CertificateFiles } from '../certificates/certificate-files.ts'
import type { CertificateLifetimes } from '../certificates/certificate-lifetimes.ts'
import type { WebhookAddress } from '../configuration/webhook-address.ts'
import type { WebhookConfigurationOptions } from '../configuration/webhook-configurations.ts'
import type { WebhookObserver } from '../metrics/webhook-observer.ts'
import type { Webhook } from '../webhook.ts'
import type { ServerLimits } from './server-limits.ts'

/** Certificates issued by the program, in a Secret that all its replicas share. */
export interface IssuedCertificateOptions extends Partial<CertificateLifetimes> {
  readonly secret: Required<Pick<Ref, 'name'>> & { readonly namespace: string }
}

/** How the webhooks are installed in the cluster. */
export type WebhookInstallation = Omit<WebhookConfigurationOptions, keyof WebhookAddress> &
  (
    | { readonly service: NonNullable<WebhookAddress['service']>; readonly url?: undefined }
    | { readonly url: string; readonly service?: undefined }
  ) & {
    /**
     * Removes the configurations when the server stops, if it has installed them. For a program on a laptop: in a cluster
     * replicas come and go, and writes would be stored unchecked meanwhile.
     *
     * @default false
     */
    readonly removeOnStop?: boolean
  }

/** Options of `createWebhookServer`. */
export interface WebhookServerOptions {
  readonly serve: readonly Webhook[]
  /** 0 for any free port. @default 9443 */
  readonly port?: number
  /** @default all addresses of the machine */
  readonly host?: string
  /**
   * The directory with `tls.crt` and `tls.key`, or the Secret in which the program keeps issued certificates. The latter
   * needs an `installation`: the API server has to be given the CA bundle.
   */
  readonly certificates: string | CertificateFiles | IssuedCertificateOptions
  /** @default webhooks are registered outside the process */
  readonly installation?: WebhookInstallation
  readonly limits?: Partial<ServerLimits>
  /** Receives events, in addition to the metrics. */
  readonly observer?: WebhookObserver
}
