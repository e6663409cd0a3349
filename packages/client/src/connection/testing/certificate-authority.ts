/**
 * Certificates for tests, made on the spot: a CA, and what it issues. Node can sign but not write X.509, and a test must
 * not need openssl, so the few structures are written here, in DER, for P-256 keys.
 *
 * Dates are the caller's, so an expired certificate is one that says so, and no test waits.
 *
 * @example
 * ```text
 * const authority = createAuthority({ name: 'test-ca' })
 * const server = authority.issue({ name: 'api', hosts: ['127.0.0.1', 'localhost'] })
 * createServer({ cert: server.certificate, key: server.key })
 * ```
 */
import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import { isIP } from 'node:net'
import { addressBytes } from '../wire/address-bytes.ts'

export interface CertificateRequest {
  /** The common name. */
  readonly name: string
  /** For a client, its groups. */
  readonly organizations?: readonly string[]
  /** Host names and addresses the certificate is for. */
  readonly hosts?: readonly string[]
  /** @default '2020-01-01T00:00:00Z' */
  readonly notBefore?: string
  /** @default '2120-01-01T00:00:00Z' */
  readonly notAfter?: string
}

/** PEM texts. */
export interface IssuedCertificate {
  readonly certificate: string
  readonly key: string
}

export interface Authority extends IssuedCertificate {
  /** A certificate for servers and clients alike. */
  issue(request: CertificateRequest): IssuedCertificate
  /** A certificate that may issue others. Append it to theirs. */
  issueAuthority(request: CertificateRequest): Authority
}

/** A CA that signed itself. */
export function createAuthority(request: CertificateRequest): Authority {
  return authorityOf(request, undefined)
}

/** A certificate that signed itself without being a CA, as a careless server has it. */
export function selfSigned(request: CertificateRequest): IssuedCertificate {
  return issued({ request, keys: newKeys(), isAuthority: false, issuer: undefined })
}

interface Keys {
  readonly publicKey: KeyObject
  readonly privateKey: KeyObject
}

interface Issuer {
  readonly name: Uint8Array
  readonly keys: Keys
}

interface Draft {
  readonly request: CertificateRequest
  readonly keys: Keys
  readonly isAuthority: boolean
  /** Absent if the certificate signs itself. */
  readonly issuer: Issuer | undefined
}

function authorityOf(request: CertificateRequest, issuer: Issuer | undefined): Authority {
  const keys = newKeys()
  const self: Issuer = { name: nameOf(request), keys }
  return {
    ...issued({ request, keys, isAuthority: true, issuer }),
    issue: (leaf) => issued({ request: leaf, keys: newKeys(), isAuthority: false, issuer: self }),
    issueAuthority: (intermediate) => authorityOf(intermediate, self),
  }
}

function newKeys(): Keys {
  return generateKeyPairSync('ec', { namedCurve: 'P-256' })
}

function issued(draft: Draft): IssuedCertificate {
  const signer = draft.issuer?.keys ?? draft.keys
  const body = toBeSigned(draft)
  const signature = sign('sha256', body, signer.privateKey)
  const der = sequence(body, ecdsaWithSha256, bitString(signature))
  const lines =
    Buffer.from(der)
      .toString('base64')
      .match(/.{1,64}/g) ?? []
  return {
    certificate: ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n'),
    key: draft.keys.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  }
}

// RFC 5280, section 4.1: the structures, from the outside in.

function toBeSigned(draft: Draft): Uint8Array {
  const { request, keys, issuer } = draft
  const { notBefore = '2020-01-01T00:00:00Z', notAfter = '2120-01-01T00:00:00Z' } = request
  const subject = nameOf(request)
  return sequence(
    explicit(0, integer(Uint8Array.of(2))), // version 3
    integer(Uint8Array.of(0x40, ...randomBytes(15))), // positive and never the same twice
    ecdsaWithSha256,
    issuer?.name ?? subject,
    sequence(time(notBefore), time(notAfter)),
    subject,
    publicKeyOf(keys),
    explicit(3, sequence(...extensionsOf(draft))),
  )
}

function nameOf({ name, organizations = [] }: CertificateRequest): Uint8Array {
  const attribute = (type: string, text: string) => set(sequence(objectId(type), utf8String(text)))
  return sequence(
    ...organizations.map((organization) => attribute('2.5.4.10', organization)),
    attribute('2.5.4.3', name),
  )
}

function extensionsOf({ request, keys, isAuthority, issuer }: Draft): readonly Uint8Array[] {
  const hosts = request.hosts ?? []
  return [
    extension('2.5.29.19', isAuthority ? sequence(boolean(true)) : sequence(), true), // basic constraints
    extension('2.5.29.15', isAuthority ? keyUsage.signsCertificates : keyUsage.signs, true),
    ...(isAuthority ? [] : [extension('2.5.29.37', sequence(objectId(serverAuth), objectId(clientAuth)))]),
    extension('2.5.29.14', octetString(keyId(keys))), // subject key identifier
    extension('2.5.29.35', sequence(implicit(0, keyId(issuer?.keys ?? keys)))), // authority key identifier
    ...(hosts.length > 0 ? [extension('2.5.29.17', sequence(...hosts.map(generalName)))] : []),
  ]
}

const serverAuth = '1.3.6.1.5.5.7.3.1'
const clientAuth = '1.3.6.1.5.5.7.3.2'
/** Bit strings: how many bits of the last byte do not count, then the bits. */
const keyUsage = {
  signs: encoded(0x03, Uint8Array.of(7, 0b1000_0000)),
  signsCertificates: encoded(0x03, Uint8Array.of(1, 0b0000_0110)),
}

function extension(id: string, value: Uint8Array, isCritical = false): Uint8Array {
  return sequence(objectId(id), ...(isCritical ? [boolean(true)] : []), octetString(value))
}

function generalName(host: string): Uint8Array {
  return isIP(host) === 0 ? implicit(2, Buffer.from(host, 'ascii')) : implicit(7, addressBytes(host))
}

function publicKeyOf({ publicKey }: Keys): Uint8Array {
  return publicKey.export({ type: 'spki', format: 'der' })
}

function keyId(keys: Keys): Uint8Array {
  return createHash('sha1').update(publicKeyOf(keys)).digest()
}

// DER: a tag, a length, and the content.

const ecdsaWithSha256 = sequence(objectId('1.2.840.10045.4.3.2'))

function encoded(tag: number, content: Uint8Array): Uint8Array {
  return Buffer.concat([Uint8Array.of(tag), lengthOf(content.length), content])
}

function lengthOf(length: number): Uint8Array {
  if (length < 0x80) return Uint8Array.of(length)
  return length < 0x100 ? Uint8Array.of(0x81, length) : Uint8Array.of(0x82, length >> 8, length & 0xff)
}

function sequence(...items: readonly Uint8Array[]): Uint8Array {
  return encoded(0x30, Buffer.concat(items))
}

function set(item: Uint8Array): Uint8Array {
  return encoded(0x31, item)
}

function explicit(tag: number, item: Uint8Array): Uint8Array {
  return encoded(0xa0 + tag, item)
}

function implicit(tag: number, content: Uint8Array): Uint8Array {
  return encoded(0x80 + tag, content)
}

function integer(content: Uint8Array): Uint8Array {
  return encoded(0x02, content)
}

function boolean(value: boolean): Uint8Array {
  return encoded(0x01, Uint8Array.of(value ? 0xff : 0))
}

function bitString(content: Uint8Array): Uint8Array {
  return encoded(0x03, Buffer.concat([Uint8Array.of(0), content]))
}

function octetString(content: Uint8Array): Uint8Array {
  return encoded(0x04, content)
}

function utf8String(text: string): Uint8Array {
  return encoded(0x0c, Buffer.from(text, 'utf8'))
}

/** Two digits for the year until 2049, four from then on, as RFC 5280 wants it. */
function time(text: string): Uint8Array {
  const digits = new Date(text).toISOString().replace(/[-:T]|\.\d+/g, '')
  return digits < '2050' ? encoded(0x17, Buffer.from(digits.slice(2))) : encoded(0x18, Buffer.from(digits))
}

/** The first two numbers share a byte; the others are written seven bits at a time. */
function objectId(id: string): Uint8Array {
  const [first = 0, second = 0, ...rest] = id.split('.').map(Number)
  const base128 = (value: number): number[] => {
    const bytes = [value & 0x7f]
    for (let left = Math.floor(value / 128); left > 0; left = Math.floor(left / 128))
      bytes.unshift((left & 0x7f) | 0x80)
    return bytes
  }
  return encoded(0x06, Uint8Array.from([first * 40 + second, ...rest.flatMap(base128)]))
}
