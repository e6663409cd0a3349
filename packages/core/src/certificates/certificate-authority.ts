/**
 * A small certificate authority, for servers that bring their own TLS: an embedded API server, a webhook, a test.
 * Node can sign but not encode X.509; this avoids a dependency on openssl.
 *
 * Keys are P-256 and always come from the system's secure source. Serial numbers and dates come from the `Random` and the
 * `Clock` that are passed in, so a run under virtual time makes certificates with the same names, numbers and dates.
 *
 * @example
 * ```ts
 * import { createAuthority } from '@kubewright/core/certificates'
 * import { X509Certificate } from 'node:crypto'
 *
 * const authority = createAuthority({ name: 'my-ca' })
 * const server = authority.issue({ name: 'api', hosts: ['127.0.0.1', 'localhost'] })
 * new X509Certificate(server.certificate).checkHost('localhost') // => 'localhost'
 * ```
 */
import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto'
import { type Clock, systemClock } from '../time/clock.ts'
import { type Random, randomInt, systemRandom } from '../random/random.ts'
import { encodeName, type Issuer, signCertificate, subjectOf } from './certificate.ts'

/** The subject, hosts and validity of a certificate to issue. */
export interface CertificateRequest {
  /** The common name. For a client, the user name. */
  readonly name: string
  /** For a client, its groups. */
  readonly organizations?: readonly string[]
  /** Subject alternative names: host names and IP addresses. */
  readonly hosts?: readonly string[]
  /** ISO 8601. @default an hour ago, for clocks that are behind */
  readonly notBefore?: string
  /** ISO 8601. @default ten years from now for an authority, one year for other certificates */
  readonly notAfter?: string
}

/** Options of `createAuthority`, `restoreAuthority` and `selfSigned`: the sources of dates and serial numbers. */
export interface AuthorityOptions {
  /** The source of "now" for omitted dates. @default the system's */
  readonly clock?: Clock
  /** The source of serial numbers. @default the system's */
  readonly random?: Random
}

/** PEM texts. The key is a secret. */
export interface IssuedCertificate {
  readonly certificate: string
  readonly key: string
}

/** A certificate authority: its own certificate and key, and the means to issue others. */
export interface CertificateAuthority extends IssuedCertificate {
  /** A certificate for both server and client authentication. */
  issue(request: CertificateRequest): IssuedCertificate
  /** An intermediate authority. Append its certificate to those it issues. */
  issueAuthority(request: CertificateRequest): CertificateAuthority
}

/** A self-signed authority. */
export function createAuthority(request: CertificateRequest & AuthorityOptions): CertificateAuthority {
  return newAuthority(request, undefined, seamsOf(request))
}

/** Restores an authority from its stored certificate and key. */
export function restoreAuthority(kept: IssuedCertificate, options: AuthorityOptions = {}): CertificateAuthority {
  const privateKey = createPrivateKey(kept.key)
  const keys = { privateKey, publicKey: createPublicKey(privateKey) }
  return authorityOf(kept, { name: subjectOf(kept.certificate), ...keys }, seamsOf(options))
}

/** A self-signed certificate that is not an authority. */
export function selfSigned(request: CertificateRequest & AuthorityOptions): IssuedCertificate {
  return issueWith({ request, keys: newKeys(), isAuthority: false, issuer: undefined }, seamsOf(request))
}

interface Keys {
  readonly publicKey: KeyObject
  readonly privateKey: KeyObject
}

type Seams = Required<AuthorityOptions>

interface Order {
  readonly request: CertificateRequest
  readonly keys: Keys
  readonly isAuthority: boolean
  /** Absent for a self-signed certificate. */
  readonly issuer: Issuer | undefined
}

function seamsOf({ clock = systemClock, random = systemRandom }: AuthorityOptions): Seams {
  return { clock, random }
}

function newAuthority(request: CertificateRequest, issuer: Issuer | undefined, seams: Seams): CertificateAuthority {
  const keys = newKeys()
  const issued = issueWith({ request, keys, isAuthority: true, issuer }, seams)
  return authorityOf(issued, { name: nameOf(request), ...keys }, seams)
}

function authorityOf(issued: IssuedCertificate, self: Issuer, seams: Seams): CertificateAuthority {
  return {
    certificate: issued.certificate,
    key: issued.key,
    issue: (request) => issueWith({ request, keys: newKeys(), isAuthority: false, issuer: self }, seams),
    issueAuthority: (request) => newAuthority(request, self, seams),
  }
}

function newKeys(): Keys {
  return generateKeyPairSync('ec', { namedCurve: 'P-256' })
}

function nameOf({ name, organizations = [] }: CertificateRequest): Uint8Array {
  return encodeName({ name, organizations })
}

const hourMs = 3_600_000
const yearMs = 365 * 24 * hourMs

function issueWith({ request, keys, isAuthority, issuer }: Order, { clock, random }: Seams): IssuedCertificate {
  const { name, organizations = [], hosts = [] } = request
  const inMs = (ms: number) => new Date(clock.now() + ms).toISOString()
  const certificate = signCertificate({
    subject: { name, organizations },
    hosts,
    publicKey: keys.publicKey,
    isAuthority,
    serial: newSerial(random),
    notBefore: request.notBefore ?? inMs(-hourMs),
    notAfter: request.notAfter ?? inMs(isAuthority ? 10 * yearMs : yearMs),
    issuer: issuer ?? { name: nameOf(request), ...keys },
  })
  return { certificate, key: keys.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString() }
}

/** Sixteen bytes: positive, and unique with overwhelming probability. */
function newSerial(random: Random): Uint8Array {
  return Uint8Array.of(0x40, ...Array.from({ length: 15 }, () => randomInt(random, 256)))
}
