/** Parses the CA bundle of a webhook configuration, before any call. */
import { X509Certificate } from 'node:crypto'
import { WebhookClientError } from './webhook-transport.ts'

const certificateShape = /-----BEGIN CERTIFICATE-----[^-]*-----END CERTIFICATE-----/g

/** PEM, or `undefined` to use the system's trust store. Failure: a `WebhookClientError`. */
export function readCaBundle(caBundle: string | undefined): string | undefined {
  if (caBundle === undefined || caBundle === '') return undefined
  const pem = Buffer.from(caBundle, 'base64').toString('utf8')
  const certificates = pem.match(certificateShape) ?? []
  if (!certificates.some(isCertificate)) {
    throw new WebhookClientError('unable to load root certificates: unable to parse bytes as PEM block')
  }
  return pem
}

function isCertificate(pem: string): boolean {
  try {
    return new X509Certificate(pem).subject !== undefined
  } catch {
    return false
  }
}
