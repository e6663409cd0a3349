/**
 * Children that somebody else removed. One that is to be made again may be without an owner by now, which is worth a question;
 * and one that is removed again and again is not made again as fast: nobody gains from a child that lives for a moment.
 *
 * Guarantees
 * - The first losses of a child are made good at once: people delete things, and want them back.
 * - After that each waits twice as long as the one before, at most `longestWaitMs`.
 * - A child that was not lost for `forgivenAfterMs` begins anew.
 */

/** So often it is made again at once. */
const freeLosses = 5
const firstWaitMs = 1_000
const longestWaitMs = 300_000
/** Longer than the longest wait: one that is removed as soon as it is there is never forgiven. */
const forgivenAfterMs = 2 * longestWaitMs

export interface Loss {
  /** In a row. */
  readonly times: number
  /** Since the first of them. */
  readonly sinceMs: number
  /** How long it is until it may be made again. */
  readonly waitMs: number
}

interface Lost {
  readonly times: number
  readonly firstAt: number
  readonly lastAt: number
}

export class LostChildren {
  readonly #now: () => number
  /** By uid of the owner, then by child. Of owners that are there, as far as is known. */
  readonly #lost = new Map<string, Map<string, Lost>>()

  /** @param now as `clock.elapsed()` */
  constructor(now: () => number) {
    this.#now = now
  }

  /** Of how many owners a child was lost. */
  get size(): number {
    return this.#lost.size
  }

  /** Somebody else removed the child. */
  note(owner: string, child: string): void {
    const now = this.#now()
    const children = this.#lost.get(owner) ?? new Map<string, Lost>()
    for (const [key, { lastAt }] of children) if (now - lastAt > forgivenAfterMs) children.delete(key)
    const { times, firstAt } = children.get(child) ?? { times: 0, firstAt: now }
    this.#lost.set(owner, children.set(child, { times: times + 1, firstAt, lastAt: now }))
  }

  /** What is known of a child that is not there; `undefined` if nobody removed it. */
  find(owner: string, child: string): Loss | undefined {
    const lost = this.#lost.get(owner)?.get(child)
    if (lost === undefined) return undefined
    const { times, firstAt, lastAt } = lost
    const now = this.#now()
    return { times, sinceMs: now - firstAt, waitMs: Math.max(0, lastAt + waitAfter(times) - now) }
  }

  /** The owner has gone. */
  forget(owner: string): void {
    this.#lost.delete(owner)
  }
}

function waitAfter(times: number): number {
  if (times <= freeLosses) return 0
  return Math.min(longestWaitMs, firstWaitMs * 2 ** (times - freeLosses - 1))
}
