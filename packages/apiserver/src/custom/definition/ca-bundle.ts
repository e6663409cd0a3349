/** The authorities a conversion webhook is trusted by. */
import { X509Certificate } from 'node:crypto'

const block = /-----BEGIN ([^-]+)-----[\s\S]*?-----END \1-----/g

/**
 * Why a bundle cannot be used, in Go's words.
 *
 * @param bundle PEM in base64
 */
export function bundleProblem(bundle: string): string | undefined {
  const text = Buffer.from(bundle, 'base64').toString('latin1')
  if (text === '') return undefined
  const certificates = [...text.matchAll(block)].filter(([, type]) => type === 'CERTIFICATE')
  if (certificates.length === 0) return 'unable to load root certificates: unable to parse bytes as PEM block'
  const bad = certificates.find(([pem]) => !isCertificate(pem))
  return bad === undefined
    ? undefined
    : 'unable to load root certificates: failed to parse certificate: x509: malformed certificate'
}

function isCertificate(pem: string): boolean {
  try {
    return new X509Certificate(pem).raw.length > 0
  } catch {
    return false
  }
}
