/**
 * A certificate authority in a few lines, for servers that bring their own TLS: an embedded API server, a webhook, a test.
 * Node can sign but not write X.509, and nobody should need openssl.
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
import { type Clock, systemClock } from '../clock.ts'
import { type Random, randomInt, systemRandom } from '../random.ts'
import { encodeName, type Issuer, signCertificate, subjectOf } from './certificate.ts'

export interface CertificateRequest {
  /** The common name. For a client, who it is. */
  readonly name: string
  /** For a client, its groups. */
  readonly organizations?: readonly string[]
  /** Host names and addresses the certificate is for. */
  readonly hosts?: readonly string[]
  /** ISO 8601. @default an hour ago, for clocks that are behind */
  readonly notBefore?: string
  /** ISO 8601. @default ten years from now for an authority, one year for anybody else */
  readonly notAfter?: string
}

export interface AuthorityOptions {
  /** What "now" is for dates that are left out. @default the system's */
  readonly clock?: Clock
  /** Where serial numbers come from. @default the system's */
  readonly random?: Random
}

/** PEM texts. The key is a secret. */
export interface IssuedCertificate {
  readonly certificate: string
  readonly key: string
}

export interface CertificateAuthority extends IssuedCertificate {
  /** A certificate for servers and clients alike. */
  issue(request: CertificateRequest): IssuedCertificate
  /** A certificate that may issue others. Append it to theirs. */
  issueAuthority(request: CertificateRequest): CertificateAuthority
}

/** An authority that signed itself. */
export function createAuthority(request: CertificateRequest & AuthorityOptions): CertificateAuthority {
  return newAuthority(request, undefined, seamsOf(request))
}

/** The authority whose certificate and key were kept somewhere. */
export function restoreAuthority(kept: IssuedCertificate, options: AuthorityOptions = {}): CertificateAuthority {
  const privateKey = createPrivateKey(kept.key)
  const keys = { privateKey, publicKey: createPublicKey(privateKey) }
  return authorityOf(kept, { name: subjectOf(kept.certificate), ...keys }, seamsOf(options))
}

/** A certificate that signed itself without being an authority. */
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
  /** Absent if the certificate signs itself. */
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

/** Sixteen bytes: positive, and as good as never the same twice. */
function newSerial(random: Random): Uint8Array {
  return Uint8Array.of(0x40, ...Array.from({ length: 15 }, () => randomInt(random, 256)))
}
