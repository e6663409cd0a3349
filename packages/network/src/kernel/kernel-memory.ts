/**
 * What the kernel holds, known without reading it: what was last put there, as long as monitors have reported nothing else. It makes a
 * change among two hundred peers cost what that change costs.
 *
 * Not everything is reported, settings of devices for example, so what is known becomes old: the kernel is read anyway after a while.
 */
import type { Clock } from '@kubewright/core'
import type { NodePlan } from '../plan/node-plan.ts'
import { ExpectedNotices } from './kernel-notice.ts'

/** Shorter than the agent's regular reconcile, so that each of those reads. */
const goodForMs = 240_000

export class KernelMemory {
  readonly #clock: Clock
  #isWatched = false
  #doubts = 0
  #known: { readonly plan: NodePlan; readonly atMs: number } | undefined
  #expected: ExpectedNotices | undefined

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** Monitors run from now on, or do not any more. Either way something may have been missed. */
  watched(isWatched: boolean): void {
    this.#isWatched = isWatched
    this.doubt()
  }

  /** Something may be different from what is known. */
  doubt(): void {
    this.#doubts++
    this.#known = undefined
  }

  /** A monitor reported something of ours. Returns whether it was to be expected; if not, nothing is known any more. */
  notice(line: string): boolean {
    if (this.#expected?.include(line)) return true
    this.doubt()
    return false
  }

  /** The plan that the kernel holds; nothing if it has to be read. */
  get held(): NodePlan | undefined {
    const { plan, atMs } = this.#known ?? {}
    return plan && this.#clock.elapsed() - atMs! < goodForMs ? plan : undefined
  }

  /** `plan` is about to be written. Call the result once the kernel holds it; if that fails, nothing is known. */
  begin(plan: NodePlan): { readonly completed: (hasLooked: boolean) => void } {
    const [doubts, before] = [this.#doubts, this.#known?.atMs]
    this.#known = undefined
    this.#expected = new ExpectedNotices(plan)
    return {
      completed: (hasLooked) => {
        if (!this.#isWatched || this.#doubts !== doubts) return
        this.#known = { plan, atMs: hasLooked ? this.#clock.elapsed() : before! }
      },
    }
  }
}
