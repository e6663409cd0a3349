/**
 * Children deleted by another client. Before one is recreated its owner is confirmed to exist. One that is deleted repeatedly is
 * recreated with back-off.
 *
 * Guarantees
 * - The first losses of a child are repaired at once: users delete things and want them back.
 * - After that each delay is twice the previous one, at most `longestWaitMs`.
 * - A child that was not lost for `forgivenAfterMs` starts over.
 */
import { backOffMs } from '@kubewright/core/time'

/** Losses repaired without delay. */
const freeLosses = 5
const firstWaitMs = 1_000
const longestWaitMs = 300_000
/** Longer than the longest wait: a child that is deleted right after each creation is never forgiven. */
const forgivenAfterMs = 2 * longestWaitMs

export interface Loss {
  /** Consecutive losses. */
  readonly times: number
  /** Time since the first of them. */
  readonly sinceMs: number
  /** Time until it may be recreated. */
  readonly waitMs: number
}

interface Lost {
  readonly times: number
  readonly firstAt: number
  readonly lastAt: number
}

export class LostChildren {
  readonly #now: () => number
  /** By uid of the owner, then by child. Only owners still in the cache. */
  readonly #lost = new Map<string, Map<string, Lost>>()

  /** @param now as `clock.elapsed()` */
  constructor(now: () => number) {
    this.#now = now
  }

  /** How many owners have lost a child. */
  get size(): number {
    return this.#lost.size
  }

  /** Records that another client deleted the child. */
  note(owner: string, child: string): void {
    const now = this.#now()
    const children = this.#lost.get(owner) ?? new Map<string, Lost>()
    for (const [key, { lastAt }] of children) if (now - lastAt > forgivenAfterMs) children.delete(key)
    const { times, firstAt } = children.get(child) ?? { times: 0, firstAt: now }
    this.#lost.set(owner, children.set(child, { times: times + 1, firstAt, lastAt: now }))
  }

  /** The loss of a missing child; `undefined` if none was recorded. */
  find(owner: string, child: string): Loss | undefined {
    const lost = this.#lost.get(owner)?.get(child)
    if (lost === undefined) return undefined
    const { times, firstAt, lastAt } = lost
    const now = this.#now()
    return { times, sinceMs: now - firstAt, waitMs: Math.max(0, lastAt + waitAfter(times) - now) }
  }

  /** Called when the owner is gone. */
  forget(owner: string): void {
    this.#lost.delete(owner)
  }
}

function waitAfter(times: number): number {
  return backOffMs(times - freeLosses, firstWaitMs, longestWaitMs)
}
