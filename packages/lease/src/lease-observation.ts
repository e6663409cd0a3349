/**
 * What a process has seen of a lease that somebody else holds. Whether it has run out is judged by how long nothing about it
 * changed, on the watcher's own clock: what the holder's clock shows does not matter.
 */
import type { Clock } from '@kubewright/core'
import type { LeaseRecord } from './lease-record.ts'

export class LeaseObservation {
  readonly #clock: Clock
  readonly #leastMs: (holder: string) => number
  #seen: LeaseRecord | undefined
  #since = 0
  /** From when it was not there any more. */
  #missingSince: number | undefined
  /** The longest it lasts, as far as is known. */
  #durationMs: number

  /**
   * @param durationMs how long the lease lasts for those who take it as this process would
   * @param leastMs how long it lasts at least for this holder, whatever it says
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
   * It is not there. If it was before, somebody deleted it, and whoever held it does not know yet.
   *
   * @param wasThere whether it was, though it was not seen here
   */
  miss(wasThere = false): void {
    if (wasThere || this.#seen !== undefined) this.#missingSince ??= this.#clock.elapsed()
  }

  /**
   * Whether nobody holds it: it was let go, or its holder has not been heard of for as long as it lasts. One that was deleted
   * may have been taken since it was last seen: that is waited out as well. One that says less than what its holder goes by was
   * edited, and is not believed.
   */
  get isFree(): boolean {
    if (this.#missingSince !== undefined) return this.#clock.elapsed() - this.#missingSince >= this.#durationMs
    if (this.#seen === undefined || this.#seen.holder === '') return true
    return this.#clock.elapsed() - this.#since >= Math.max(this.#leastMs(this.#seen.holder), this.#seen.durationMs)
  }
}

/** Annotations and the like do not keep a lease alive. */
function isSame(one: LeaseRecord, two: LeaseRecord): boolean {
  return (
    one.holder === two.holder &&
    one.renewTime === two.renewTime &&
    one.acquireTime === two.acquireTime &&
    one.uid === two.uid
  )
}
