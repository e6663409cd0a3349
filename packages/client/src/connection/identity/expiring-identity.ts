/**
 * An identity that is expensive to obtain and expires: from a credential plugin or an issuer.
 *
 * Guarantees
 * - Concurrent callers share one attempt; an aborted caller does not stop it for the others.
 * - Shortly before it expires a new one is obtained in the background, while requests continue with the old one.
 * - A failure is cached briefly, so that a broken plugin is not started for every request.
 * - An identity the server rejects right after it was obtained is not obtained again: that would not help.
 *
 * See decision 0044.
 */
import type { Clock } from '@kubewright/core'
import { type Random, withJitter } from '@kubewright/core/random'
import { unlessAborted } from '../../unless-aborted.ts'
import { connectionErrors } from '../errors.ts'
import type { Asker, Identity, IdentitySource } from './identity.ts'

export interface Obtained {
  readonly identity: Identity
  /** Milliseconds since the epoch; absent if it is valid until rejected. */
  readonly expiresAt?: number
}

export interface Surroundings {
  readonly clock: Clock
  readonly random: Random
}

/** Allowance for clock skew: an identity that expires in ten seconds may have expired for the server. */
const skewMs = 10_000
/** Upper bound on the lead time of a renewal. */
const longestLeadMs = 60_000
const failureHoldMs = 2_000
const refusalHoldMs = 10_000

interface Held extends Obtained {
  readonly obtainedAtMs: number
  /** Wall clock, like `expiresAt`; from then on a new one is obtained in the background. */
  readonly renewAt: number
}

export class ExpiringIdentity implements IdentitySource {
  readonly #obtain: (signal: AbortSignal) => Promise<Obtained>
  readonly #clock: Clock
  readonly #random: Random
  readonly #closing = new AbortController()
  #held: Held | undefined
  /** The attempt in flight. */
  #attempt: Promise<Held> | undefined
  #failure: { readonly error: unknown; readonly untilMs: number } | undefined

  constructor(obtain: (signal: AbortSignal) => Promise<Obtained>, { clock, random }: Surroundings) {
    this.#obtain = obtain
    this.#clock = clock
    this.#random = random
  }

  async current(asker?: Asker): Promise<Identity> {
    const held = this.#held
    const now = this.#clock.now()
    if (!held || (held.expiresAt !== undefined && now > held.expiresAt - skewMs)) {
      return (await unlessAborted(this.#renewed(), asker?.signal)).identity
    }
    // Not awaited. A failure surfaces once the old identity has expired.
    if (now >= held.renewAt) this.#renewed().catch(() => {})
    return held.identity
  }

  async renew(refused: Identity, asker?: Asker): Promise<boolean> {
    if (this.#held && this.#held.identity !== refused) return true
    const ageMs = this.#clock.elapsed() - (this.#held?.obtainedAtMs ?? Number.NEGATIVE_INFINITY)
    if (ageMs < refusalHoldMs) return false
    await unlessAborted(this.#renewed(), asker?.signal)
    return true
  }

  async close(): Promise<void> {
    this.#closing.abort(closed())
    await this.#attempt?.catch(() => {})
  }

  #renewed(): Promise<Held> {
    const failure = this.#recentFailure()
    if (failure) return Promise.reject(failure.error as Error)
    this.#attempt ??= this.#obtainOnce().finally(() => {
      this.#attempt = undefined
    })
    return this.#attempt
  }

  async #obtainOnce(): Promise<Held> {
    this.#closing.signal.throwIfAborted()
    try {
      this.#held = this.#hold(await this.#obtain(this.#closing.signal))
      this.#failure = undefined
      return this.#held
    } catch (error) {
      this.#failure = { error, untilMs: this.#clock.elapsed() + failureHoldMs }
      throw error
    }
  }

  /** Jitters the renewal, so that a fleet of processes does not call the issuer all at once. */
  #hold(obtained: Obtained): Held {
    const lifeMs = obtained.expiresAt === undefined ? 0 : obtained.expiresAt - this.#clock.now()
    const leadMs = Math.min(Math.max(lifeMs, 0) / 5, longestLeadMs)
    const renewAt = (obtained.expiresAt ?? Number.POSITIVE_INFINITY) - skewMs - withJitter(this.#random, leadMs, 0.5)
    return { ...obtained, obtainedAtMs: this.#clock.elapsed(), renewAt }
  }

  #recentFailure() {
    return this.#failure && this.#clock.elapsed() < this.#failure.untilMs ? this.#failure : undefined
  }
}

function closed(): Error {
  return connectionErrors('KW_CLIENT_CLOSED', { what: 'obtain credentials', why: 'the connection has been closed' })
}
