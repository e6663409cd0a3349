/**
 * Measures how long each change of a website takes: from the response to the writer until a watch shows the generation as
 * observed and the website as ready.
 *
 * A generation that was never seen ready, because the next one came too soon, counts until the next ready one: that is how long
 * it was waited for. Such generations are counted: if there are many, the load changes objects faster than they can be
 * observed.
 */
import { LatencyHistogram } from './latency-histogram.ts'

/** A website as seen by a watch. */
export interface Sighting {
  readonly uid: string
  readonly generation: number
  /** The generation that its status refers to. */
  readonly observedGeneration: number
  readonly isReady: boolean
}

interface Tracked {
  /** Generations in responses so far: a no-op change returns one of them. */
  readonly answered: Set<number>
  /** The response time of each generation that has not been seen ready. */
  readonly waiting: Map<number, number>
  /** The newest generation seen at all, the newest seen ready, and when. */
  seen: { readonly generation: number; readonly at: number }
  ready: { readonly generation: number; readonly at: number }
}

const never = { generation: 0, at: 0 }

export class Tracker {
  /** From a response until the website is ready. */
  readonly ready = new LatencyHistogram()
  /** From a response until the watch shows the same generation: the watch latency of this program itself. */
  readonly watch = new LatencyHistogram()
  readonly #objects = new Map<string, Tracked>()
  #backfilled = 0

  /** Generations that were never seen ready themselves. */
  get backfilled(): number {
    return this.#backfilled
  }

  /** The number of changes that have been waiting for longer than this. */
  overdue(ms: number, now: number): number {
    let sum = 0
    for (const { waiting } of this.#objects.values()) {
      for (const since of waiting.values()) if (now - since > ms) sum++
    }
    return sum
  }

  /** Records the response to a change with this generation. */
  changed(uid: string, generation: number, now: number): void {
    const tracked = this.#of(uid)
    if (tracked.answered.has(generation)) return
    tracked.answered.add(generation)
    // The watch event may arrive before the response.
    if (tracked.seen.generation >= generation) this.watch.observe(0)
    if (tracked.ready.generation >= generation) return this.ready.observe(Math.max(0, tracked.ready.at - now))
    tracked.waiting.set(generation, now)
  }

  /** Records a watch event. */
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

  /** A deleted website is no longer waited for. */
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
