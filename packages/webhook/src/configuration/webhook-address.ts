/** Where the API server finds webhooks: at a Service of the cluster, or at an address outside. */
import type { CrdWebhook } from '@kubewright/resource'
import type { Admission, AdmissionStep } from '../admission/admission.ts'

export type WebhookAddress = {
  /** The authorities to trust, in PEM. @default those the API server trusts anyway, or whoever injects some */
  readonly caBundle?: string | undefined
} & (
  | { readonly service: ServiceAddress; readonly url?: undefined }
  /** `https://laptop.example.dev:9443`, to which the path of each webhook is added. */
  | { readonly url: string; readonly service?: undefined }
)

export interface ServiceAddress {
  readonly name: string
  readonly namespace: string
  /** @default 443 */
  readonly port?: number
}

/** Where one step of an admission is served. */
export function admissionPath({ name }: Admission, step: AdmissionStep): string {
  return `/${step === 'fill' ? 'mutate' : 'validate'}/${name}`
}

/** Where all conversions are served: the objects say which one is meant. */
export const conversionPath = '/convert'

/** As configurations write it. */
export function clientConfigOf(address: WebhookAddress, path: string): CrdWebhook {
  const caBundle = address.caBundle === undefined ? {} : { caBundle: Buffer.from(address.caBundle).toString('base64') }
  if (address.service === undefined) return { url: `${address.url.replace(/\/+$/, '')}${path}`, ...caBundle }
  const { name, namespace, port = 443 } = address.service
  return { service: { name, namespace, path, port }, ...caBundle }
}

/**
 * Who converts, for the CRD of a kind with several versions.
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

/** The names and addresses a certificate must be for, so that the API server believes it. */
export function hostsOf({ service, url }: WebhookAddress): readonly string[] {
  if (service === undefined) return [new URL(url ?? '').hostname.replace(/^\[|\]$/g, '')]
  const { name, namespace } = service
  return [`${name}.${namespace}.svc`, `${name}.${namespace}.svc.cluster.local`]
}
