/** Address of the webhooks: a Service in the cluster, or a URL. */
import type { CrdWebhook } from '@kubewright/resource/crd'
import type { Admission, AdmissionStep } from '../admission/admission.ts'

/** Where the API server reaches the webhooks: a Service in the cluster, or a URL. */
export type WebhookAddress = {
  /** The authorities to trust, in PEM. @default the authorities that the API server trusts anyway, or those that another program injects */
  readonly caBundle?: string | undefined
} & (
  | { readonly service: ServiceAddress; readonly url?: undefined }
  /** `https://laptop.example.dev:9443`, to which the path of each webhook is added. */
  | { readonly url: string; readonly service?: undefined }
)

/** The Service in front of the webhook server. */
export interface ServiceAddress {
  readonly name: string
  readonly namespace: string
  /** @default 443 */
  readonly port?: number
}

/** The path of one step of an admission. */
export function admissionPath({ name }: Admission, step: AdmissionStep): string {
  return `/${step === 'fill' ? 'mutate' : 'validate'}/${name}`
}

/** The path of all conversions: the objects determine which one is used. */
export const conversionPath = '/convert'

/** In the format of webhook configurations. */
export function clientConfigOf(address: WebhookAddress, path: string): CrdWebhook {
  const caBundle = address.caBundle === undefined ? {} : { caBundle: Buffer.from(address.caBundle).toString('base64') }
  if (address.service === undefined) return { url: `${address.url.replace(/\/+$/, '')}${path}`, ...caBundle }
  const { name, namespace, port = 443 } = address.service
  return { service: { name, namespace, path, port }, ...caBundle }
}

/**
 * The conversion webhook for the CRD of a kind with several versions.
 *
 * @example
 * ```ts
 * conversionWebhook({ service: { name: 'disk-operator', namespace: 'disks' } })
 * // => { service: { name: 'disk-operator', namespace: 'disks', path: '/convert', port: 443 } }
 * ```
 */
export function conversionWebhook(address: WebhookAddress): CrdWebhook {
  return clientConfigOf(address, conversionPath)
}

/** The names and addresses that a certificate must cover for the API server to accept it. */
export function hostsOf({ service, url }: WebhookAddress): readonly string[] {
  if (service === undefined) return [new URL(url ?? '').hostname.replace(/^\[|\]$/g, '')]
  const { name, namespace } = service
  return [`${name}.${namespace}.svc`, `${name}.${namespace}.svc.cluster.local`]
}
