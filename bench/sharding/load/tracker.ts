/**
 * How long each change of a website takes until its status tells that it is done: from the answer to whoever changed it to the
 * moment a watch shows the generation as observed and the website as ready.
 *
 * A generation that nobody saw ready, since the next one came too soon, counts until the one after it was: it was waited for
 * that long. Such are counted, too: where there are many, the load changes objects faster than they can be looked at.
 */
import { LatencyHistogram } from './latency-histogram.ts'

/** What a watch shows of a website. */
export interface Sighting {
  readonly uid: string
  readonly generation: number
  /** What its status speaks of. */
  readonly observedGeneration: number
  readonly isReady: boolean
}

interface Tracked {
  /** Generations that were answered for: a change that changes nothing is answered with one of them. */
  readonly answered: Set<number>
  /** When each generation was answered for that has not been seen ready. */
  readonly waiting: Map<number, number>
  /** The newest that has been seen at all, and that has been seen ready, and when. */
  seen: { readonly generation: number; readonly at: number }
  ready: { readonly generation: number; readonly at: number }
}

const never = { generation: 0, at: 0 }

export class Tracker {
  /** From an answer to the website being ready. */
  readonly ready = new LatencyHistogram()
  /** From an answer to the watch showing the same generation: how late this program itself hears of things. */
  readonly watch = new LatencyHistogram()
  readonly #objects = new Map<string, Tracked>()
  #backfilled = 0

  /** Generations that were never seen ready themselves. */
  get backfilled(): number {
    return this.#backfilled
  }

  /** How many changes have been waited for longer than this, and still are. */
  overdue(ms: number, now: number): number {
    let sum = 0
    for (const { waiting } of this.#objects.values()) {
      for (const since of waiting.values()) if (now - since > ms) sum++
    }
    return sum
  }

  /** The server answered for a change that made this generation. */
  changed(uid: string, generation: number, now: number): void {
    const tracked = this.#of(uid)
    if (tracked.answered.has(generation)) return
    tracked.answered.add(generation)
    // The watch may have been faster than the answer.
    if (tracked.seen.generation >= generation) this.watch.observe(0)
    if (tracked.ready.generation >= generation) return this.ready.observe(Math.max(0, tracked.ready.at - now))
    tracked.waiting.set(generation, now)
  }

  /** A watch showed it. */
  saw({ uid, generation, observedGeneration, isReady }: Sighting, now: number): void {
    const tracked = this.#of(uid)
    if (generation > tracked.seen.generation) {
      const answered = tracked.waiting.get(generation)
      if (answered !== undefined) this.watch.observe(Math.max(0, now - answered))
      tracked.seen = { generation, at: now }
    }
    if (!isReady || observedGeneration <= tracked.ready.generation) return
    tracked.ready = { generation: observedGeneration, at: now }
    for (const [waited, since] of tracked.waiting) {
      if (waited > observedGeneration) continue
      if (waited < observedGeneration) this.#backfilled++
      this.ready.observe(Math.max(0, now - since))
      tracked.waiting.delete(waited)
    }
  }

  /** What is deleted is not waited for. */
  gone(uid: string): void {
    this.#objects.delete(uid)
  }

  #of(uid: string): Tracked {
    let tracked = this.#objects.get(uid)
    if (tracked === undefined)
      this.#objects.set(uid, (tracked = { answered: new Set(), waiting: new Map(), seen: never, ready: never }))
    return tracked
  }
}
