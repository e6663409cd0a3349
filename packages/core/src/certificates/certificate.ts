/** Encodes one X.509 certificate for a P-256 key. RFC 5280, section 4.1, outermost structure first. */
import { createHash, type KeyObject, sign, X509Certificate } from 'node:crypto'
import { isIPv4 } from 'node:net'
import { addressBytes } from './address-bytes.ts'
import * as der from './der.ts'

export interface Subject {
  readonly name: string
  readonly organizations: readonly string[]
}

export interface CertificateParts {
  readonly subject: Subject
  readonly hosts: readonly string[]
  readonly publicKey: KeyObject
  readonly isAuthority: boolean
  /** Positive: the first bit is not set. */
  readonly serial: Uint8Array
  /** ISO 8601. */
  readonly notBefore: string
  readonly notAfter: string
  readonly issuer: Issuer
}

/** The signer. A self-signed certificate has its own name and key here. */
export interface Issuer {
  /** The name, already encoded. */
  readonly name: der.Der
  readonly publicKey: KeyObject
  readonly privateKey: KeyObject
}

/** In PEM. */
export function signCertificate(parts: CertificateParts): string {
  const body = toBeSigned(parts)
  const signature = sign('sha256', body, parts.issuer.privateKey)
  const lines = Buffer.from(der.sequence(body, ecdsaWithSha256(), der.bitString(signature)))
    .toString('base64')
    .match(/.{1,64}/g)!
  return ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n')
}

/** The distinguished name, organizations first. */
export function encodeName({ name, organizations }: Subject): der.Der {
  const attribute = (type: string, text: string) => der.set(der.sequence(der.objectId(type), der.utf8String(text)))
  return der.sequence(
    ...organizations.map((organization) => attribute('2.5.4.10', organization)),
    attribute('2.5.4.3', name),
  )
}

/** The subject of a certificate, still encoded. @param certificate in PEM */
export function subjectOf(certificate: string): der.Der {
  const [body] = der.itemsOf(new X509Certificate(certificate).raw)
  return der.itemsOf(body!)[5]!
}

function toBeSigned(parts: CertificateParts): der.Der {
  return der.sequence(
    der.explicit(0, der.integer(Uint8Array.of(2))), // version 3
    der.integer(parts.serial),
    ecdsaWithSha256(),
    parts.issuer.name,
    der.sequence(der.time(parts.notBefore), der.time(parts.notAfter)),
    encodeName(parts.subject),
    spki(parts.publicKey),
    der.explicit(3, der.sequence(...extensionsOf(parts))),
  )
}

function ecdsaWithSha256(): der.Der {
  return der.sequence(der.objectId('1.2.840.10045.4.3.2'))
}

const serverAuth = '1.3.6.1.5.5.7.3.1'
const clientAuth = '1.3.6.1.5.5.7.3.2'

function extensionsOf({ hosts, publicKey, isAuthority, issuer }: CertificateParts): readonly der.Der[] {
  return [
    extension('2.5.29.19', isAuthority ? der.sequence(der.boolean(true)) : der.sequence(), true), // basic constraints
    extension('2.5.29.15', isAuthority ? signsCertificates() : signs(), true),
    ...(isAuthority ? [] : [extension('2.5.29.37', der.sequence(der.objectId(serverAuth), der.objectId(clientAuth)))]),
    extension('2.5.29.14', der.octetString(keyId(publicKey))),
    extension('2.5.29.35', der.sequence(der.implicit(0, keyId(issuer.publicKey)))),
    ...(hosts.length > 0 ? [extension('2.5.29.17', der.sequence(...hosts.map(generalName)))] : []),
  ]
}

function extension(id: string, value: der.Der, isCritical = false): der.Der {
  return der.sequence(der.objectId(id), ...(isCritical ? [der.boolean(true)] : []), der.octetString(value))
}

/** Key usage, one bit per purpose: digitalSignature for a leaf, keyCertSign and cRLSign for an authority. */
const signs = () => der.bitString(Uint8Array.of(0b1000_0000), 7)
const signsCertificates = () => der.bitString(Uint8Array.of(0b0000_0110), 1)

function generalName(host: string): der.Der {
  // No host name has a colon. The first call of `isIPv6` takes longer than generating the whole certificate.
  const isAddress = host.includes(':') || isIPv4(host)
  return !isAddress ? der.implicit(2, Buffer.from(host, 'ascii')) : der.implicit(7, addressBytes(host))
}

function spki(key: KeyObject): der.Der {
  return key.export({ type: 'spki', format: 'der' })
}

function keyId(key: KeyObject): Uint8Array {
  return createHash('sha1').update(spki(key)).digest()
}
