/**
 * An identity that is obtained somewhere, at a price, and expires: from a credential plugin, from an issuer.
 *
 * Guarantees
 * - It is obtained once at a time, however many ask; nobody who stops waiting stops it for the others.
 * - Shortly before it expires a new one is obtained in the background, while requests go on with the old one.
 * - A failure is remembered for a moment, so that a broken plugin is not started once for every request.
 * - An identity the server refuses right after it was obtained is not obtained again: that would not help.
 */
import { type Clock, type Random, withJitter } from '@kubewright/core'
import { unlessAborted } from '../../unless-aborted.ts'
import { connectionErrors } from '../errors.ts'
import type { Asker, Identity, IdentitySource } from './identity.ts'

export interface Obtained {
  readonly identity: Identity
  /** Milliseconds since the epoch; absent if it is good until it is refused. */
  readonly expiresAt?: number
}

export interface Surroundings {
  readonly clock: Clock
  readonly random: Random
}

/** Clocks differ a little: what expires in ten seconds may have expired for the server. */
const skewMs = 10_000
/** The last part of its life is for renewing it, but not more than this. */
const longestLeadMs = 60_000
const failureHoldMs = 2_000
const refusalHoldMs = 10_000

interface Held extends Obtained {
  readonly obtainedAtMs: number
  /** On the wall clock, like `expiresAt`; from here on a new one is obtained in the background. */
  readonly renewAt: number
}

export class ExpiringIdentity implements IdentitySource {
  readonly #obtain: (signal: AbortSignal) => Promise<Obtained>
  readonly #clock: Clock
  readonly #random: Random
  readonly #closing = new AbortController()
  #held: Held | undefined
  /** The one attempt under way. */
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
    // Nobody waits for this one. If it fails, the failure shows when the old identity has run out.
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

  /** Renewal starts at a time of its own, so that a fleet of processes does not ask the issuer all at once. */
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
