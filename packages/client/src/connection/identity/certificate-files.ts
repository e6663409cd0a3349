/**
 * A certificate and its key, each possibly in a file that is rotated. Two files cannot be replaced atomically, so one may be new while
 * the other is old; a connection with such a pair fails.
 *
 * Guarantees
 * - After the first matching pair only matching pairs are returned.
 * - Files that do not match are read again at once, and then every second on demand.
 */
import { createPrivateKey, X509Certificate } from 'node:crypto'
import type { Clock } from '@kubewright/core'
import type { CertificatePair } from './identity.ts'
import type { PolledText } from './polled-text.ts'

const retryAfterMs = 1_000

export class CertificateFiles {
  readonly #certificate: PolledText
  readonly #key: PolledText
  readonly #clock: Clock
  /** The last matching pair. The same object while nothing changes. */
  #whole: CertificatePair | undefined
  /** The last mismatched pair. */
  #torn: CertificatePair | undefined
  #retriedAtMs = Number.NEGATIVE_INFINITY
  /** The read in flight. Concurrent reads could combine the new certificate with the old key. */
  #looking: Promise<CertificatePair> | undefined

  constructor(certificate: PolledText, key: PolledText, clock: Clock) {
    this.#certificate = certificate
    this.#key = key
    this.#clock = clock
  }

  /** Before the first matching pair it returns the files as they are: the handshake gives the best error. */
  pair(): Promise<CertificatePair> {
    this.#looking ??= this.#look().finally(() => {
      this.#looking = undefined
    })
    return this.#looking
  }

  async reread(): Promise<void> {
    await Promise.all([this.#certificate.reread(), this.#key.reread()])
  }

  async #look(): Promise<CertificatePair> {
    const pair = await this.#read()
    if (pair === this.#whole || this.#clock.elapsed() - this.#retriedAtMs < retryAfterMs) return this.#whole ?? pair
    this.#retriedAtMs = this.#clock.elapsed()
    await this.reread()
    const again = await this.#read()
    return this.#whole ?? again
  }

  async #read(): Promise<CertificatePair> {
    const [certificate, key] = await Promise.all([this.#certificate.text(), this.#key.text()])
    const pair = { certificate, key }
    for (const known of [this.#whole, this.#torn]) if (known && isSame(known, pair)) return known
    if (belongTogether(pair)) this.#whole = pair
    else this.#torn = pair
    return pair
  }
}

function isSame(left: CertificatePair, right: CertificatePair): boolean {
  return left.certificate === right.certificate && left.key === right.key
}

/** Unreadable content, half written or not PEM, never matches. */
function belongTogether({ certificate, key }: CertificatePair): boolean {
  try {
    return new X509Certificate(certificate).checkPrivateKey(createPrivateKey(key))
  } catch {
    return false
  }
}
