/** The trust anchor and client certificate of TLS connections. Validated before OpenSSL uses them. */
import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto'
import { createSecureContext, type SecureContext } from 'node:tls'
import type { Clock } from '@kubewright/core'
import { type ConnectionInput, isFromFile } from '../connection-config.ts'
import { connectionErrors } from '../errors.ts'
import type { CertificatePair } from '../identity/identity.ts'
import { WatchedFile } from '../watched-file.ts'

export interface TlsMaterial {
  readonly context: SecureContext
  /** The trusted CA, as PEM; absent for Node's defaults. */
  readonly ca?: string
  readonly isVerified: boolean
}

/** Guarantees: the same object while CA and certificate are the same, so that it can identify pools. */
export class TlsMaterialSource {
  readonly #connection: ConnectionInput
  readonly #caFile: WatchedFile | undefined
  #last:
    | { readonly ca: string | undefined; readonly pair: CertificatePair | undefined; readonly material: TlsMaterial }
    | undefined

  constructor(connection: ConnectionInput, clock: Clock) {
    this.#connection = connection
    const { ca } = connection
    this.#caFile = ca !== undefined && isFromFile(ca) ? new WatchedFile(ca.file, 'the CA', clock) : undefined
  }

  /** For messages: the trust anchor. */
  get trust(): string {
    if (this.#caFile) return `the CA in ${this.#caFile.path}`
    return this.#connection.ca === undefined ? 'a CA that Node trusts' : 'the CA in the configuration'
  }

  current(pair: CertificatePair | undefined): TlsMaterial | Promise<TlsMaterial> {
    if (this.#caFile) return this.#caFile.text().then((ca) => this.#made(ca, pair))
    const { ca } = this.#connection
    return this.#made(typeof ca === 'string' ? ca : undefined, pair)
  }

  #made(ca: string | undefined, pair: CertificatePair | undefined): TlsMaterial {
    if (this.#last && this.#last.ca === ca && this.#last.pair === pair) return this.#last.material
    const material = {
      context: contextOf(ca, pair, this.trust),
      isVerified: this.#connection.skipTlsVerify !== true,
      ...(ca !== undefined && { ca }),
    }
    this.#last = { ca, pair, material }
    return material
  }

  /** Reads the CA again after the server was not trusted. Resolves to whether it changed. */
  async reread(): Promise<boolean> {
    return (await this.#caFile?.reread()) ?? false
  }
}

function contextOf(ca: string | undefined, pair: CertificatePair | undefined, trust: string): SecureContext {
  // OpenSSL silently skips a CA it cannot parse, and no server would be trusted for no visible reason.
  if (ca !== undefined) assertCertificates(ca, trust)
  if (pair) assertPair(pair)
  return createSecureContext({
    ...(ca !== undefined && { ca }),
    ...(pair && { cert: pair.certificate, key: pair.key }),
  })
}

const pemCertificate = /-----BEGIN (?:TRUSTED )?CERTIFICATE-----[^-]*-----END (?:TRUSTED )?CERTIFICATE-----/g

function assertCertificates(pem: string, what: string): void {
  const blocks = pem.match(pemCertificate) ?? []
  if (blocks.length === 0) throw badPem(what, 'it holds no PEM certificate')
  for (const block of blocks) parseCertificate(block, what)
}

function parseCertificate(pem: string, what: string): X509Certificate {
  try {
    return new X509Certificate(pem)
  } catch {
    throw badPem(what, 'a certificate in it cannot be read; it may be cut off')
  }
}

function assertPair({ certificate, key }: CertificatePair): void {
  assertCertificates(certificate, 'the client certificate')
  const leaf = parseCertificate(certificate, 'the client certificate')
  if (leaf.checkPrivateKey(parseKey(key))) return
  throw connectionErrors('KW_CLIENT_KEY_MISMATCH', {
    what: `use the client certificate of ${nameIn(leaf)}`,
    why: 'the client key belongs to another certificate',
    next: 'Use the key the certificate was issued for; renew both together.',
    details: { subject: leaf.subject },
  })
}

function parseKey(pem: string): KeyObject {
  try {
    return createPrivateKey(pem)
  } catch {
    const isProtected = /ENCRYPTED/.test(pem)
    throw badPem('the client key', isProtected ? 'it is protected by a passphrase' : 'it is not a PEM key, or cut off')
  }
}

function badPem(what: string, why: string): Error {
  return connectionErrors('KW_CLIENT_PEM_INVALID', {
    what: `use ${what}`,
    why,
    next: 'Replace it by an unprotected PEM text that begins with -----BEGIN.',
    details: { what },
  })
}

/** When our client certificate expired, if it did. */
export function expiredAt(
  pair: CertificatePair,
  now: number,
): { readonly name: string; readonly at: string } | undefined {
  const leaf = new X509Certificate(pair.certificate)
  const validTo = Date.parse(leaf.validTo)
  return validTo < now ? { name: nameIn(leaf), at: new Date(validTo).toISOString() } : undefined
}

/** The common name, or the whole subject on one line. */
function nameIn({ subject }: X509Certificate): string {
  return /^CN=(.*)$/m.exec(subject ?? '')?.[1] ?? (subject ?? 'nobody').replaceAll('\n', ', ')
}
