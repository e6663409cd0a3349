/** A serving certificate, and checks on it. Times are milliseconds since the epoch. */
import { createPrivateKey, X509Certificate } from 'node:crypto'
import { isIP } from 'node:net'

/** In PEM. The key is a secret. */
export interface ServingCertificate {
  readonly certificate: string
  readonly key: string
}

export interface Validity {
  readonly notBeforeMs: number
  readonly notAfterMs: number
}

export function validityOf(certificate: string): Validity {
  const { validFrom, validTo } = new X509Certificate(certificate)
  return { notBeforeMs: Date.parse(validFrom), notAfterMs: Date.parse(validTo) }
}

/** Why certificate and key do not match or are invalid; `undefined` if they match. */
export function pairProblem({ certificate, key }: ServingCertificate): string | undefined {
  try {
    const isPair = new X509Certificate(certificate).checkPrivateKey(createPrivateKey(key))
    return isPair ? undefined : 'the key does not belong to the certificate'
  } catch {
    // The library's error message may quote its input.
    return 'they are not a certificate and a key in PEM'
  }
}

/** Whether the certificate is valid for all these names and addresses. */
export function isFor(certificate: string, hosts: readonly string[]): boolean {
  const parsed = new X509Certificate(certificate)
  return hosts.every((host) => (isIP(host) === 0 ? parsed.checkHost(host) : parsed.checkIP(host)) !== undefined)
}

/** Whether `authority` signed `certificate`. */
export function isIssuedBy(certificate: string, authority: string): boolean {
  const [leaf, issuer] = [new X509Certificate(certificate), new X509Certificate(authority)]
  return leaf.checkIssued(issuer) && leaf.verify(issuer.publicKey)
}

const pemShape = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g

/** The readable certificates of a bundle, in order. */
export function certificatesIn(bundle: string): readonly string[] {
  const texts: readonly string[] = bundle.match(pemShape) ?? []
  return texts.filter(isCertificate).map((text) => `${text}\n`)
}

function isCertificate(text: string): boolean {
  try {
    return new X509Certificate(text).raw.length > 0
  } catch {
    return false
  }
}
