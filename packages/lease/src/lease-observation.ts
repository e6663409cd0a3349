/**
 * A process's observations of a lease that another process holds. Expiry is measured as the time without any change, on the
 * observer's own clock: the holder's clock does not matter.
 */
import type { Clock } from '@kubewright/core'
import type { LeaseRecord } from './lease-record.ts'

/** The observed state of a Lease. Its expiry is measured with the clock of the observer. */
export class LeaseObservation {
  readonly #clock: Clock
  readonly #leastMs: (holder: string) => number
  #seen: LeaseRecord | undefined
  #since = 0
  /** When the lease was first observed missing. */
  #missingSince: number | undefined
  /** The longest duration seen so far. */
  #durationMs: number

  /**
   * @param durationMs the duration with which this process would take the lease
   * @param leastMs the minimum duration for this holder, whatever the spec says
   */
  constructor(clock: Clock, durationMs = 0, leastMs: (holder: string) => number = () => durationMs) {
    this.#clock = clock
    this.#leastMs = leastMs
    this.#durationMs = durationMs
  }

  /** The lease as it was last seen. */
  get record(): LeaseRecord | undefined {
    return this.#seen
  }

  see(record: LeaseRecord): void {
    this.#missingSince = undefined
    this.#durationMs = Math.max(this.#durationMs, record.durationMs)
    if (this.#seen !== undefined && isSame(this.#seen, record)) {
      this.#seen = record
      return
    }
    this.#seen = record
    this.#since = this.#clock.elapsed()
  }

  /**
   * The lease is missing. If it existed before, it was deleted, possibly without its holder noticing yet.
   *
   * @param wasThere whether it existed, though it was not observed here
   */
  miss(wasThere = false): void {
    if (wasThere || this.#seen !== undefined) this.#missingSince ??= this.#clock.elapsed()
  }

  /**
   * Whether no process holds the lease: it was released, or has not changed for its duration. A deleted lease may have been
   * taken since it was last observed, so its duration has to pass as well. A duration shorter than the holder's configured
   * minimum was edited, and is ignored.
   */
  get isFree(): boolean {
    if (this.#missingSince !== undefined) return this.#clock.elapsed() - this.#missingSince >= this.#durationMs
    if (this.#seen === undefined || this.#seen.holder === '') return true
    return this.#clock.elapsed() - this.#since >= Math.max(this.#leastMs(this.#seen.holder), this.#seen.durationMs)
  }
}

/** Other changes, such as annotations, do not keep a lease alive. */
function isSame(one: LeaseRecord, two: LeaseRecord): boolean {
  return (
    one.holder === two.holder &&
    one.renewTime === two.renewTime &&
    one.acquireTime === two.acquireTime &&
    one.uid === two.uid
  )
}
