/**
 * A certificate and its key, each perhaps in a file that somebody rewrites. Two files cannot be replaced at once, so now
 * and then one is new and the other still old; a connection that shows such a pair fails.
 *
 * Guarantees
 * - Once there was a pair that belongs together, nothing else is given.
 * - Files that do not belong together are read again at once, and then every second while somebody asks.
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
  /** The last pair that belongs together. The same object while nothing changes. */
  #whole: CertificatePair | undefined
  /** The last pair that does not. */
  #torn: CertificatePair | undefined
  #retriedAtMs = Number.NEGATIVE_INFINITY
  /** The one look under way. With two, one could see the new certificate while the other still reads the key. */
  #looking: Promise<CertificatePair> | undefined

  constructor(certificate: PolledText, key: PolledText, clock: Clock) {
    this.#certificate = certificate
    this.#key = key
    this.#clock = clock
  }

  /** Before there was a pair that belongs together it is what the files hold: the handshake says best what is wrong. */
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

/** What cannot be read, because it is half written or no PEM, belongs to nothing. */
function belongTogether({ certificate, key }: CertificatePair): boolean {
  try {
    return new X509Certificate(certificate).checkPrivateKey(createPrivateKey(key))
  } catch {
    return false
  }
}
