/**
 * The known state of the kernel: what was last written, as long as monitors have reported no other change. It makes the cost of a change
 * independent of the number of peers.
 *
 * Monitors do not report everything, such as device settings, so the knowledge expires: the kernel is read again after a while.
 *
 * See decision 0347.
 */
import type { Clock } from '@kubewright/core'
import type { NodePlan } from '../plan/node-plan.ts'
import { ExpectedNotices } from './kernel-notice.ts'

/** Shorter than the agent's resync period, so that each resync reads. */
const goodForMs = 240_000

/** The plan that the kernel is known to hold, until something may have changed it. */
export class KernelMemory {
  readonly #clock: Clock
  #isWatched = false
  #doubts = 0
  #known: { readonly plan: NodePlan; readonly atMs: number } | undefined
  #expected: ExpectedNotices | undefined

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** Monitors started or stopped. Either way events may have been missed. */
  watched(isWatched: boolean): void {
    this.#isWatched = isWatched
    this.doubt()
  }

  /** Invalidates the known state. */
  doubt(): void {
    this.#doubts++
    this.#known = undefined
  }

  /** A monitor reported a change to our state. Returns whether it was expected; if not, the known state is invalidated. */
  notice(line: string): boolean {
    if (this.#expected?.include(line)) return true
    this.doubt()
    return false
  }

  /** The plan that the kernel holds; `undefined` if it must be read. */
  get held(): NodePlan | undefined {
    const { plan, atMs } = this.#known ?? {}
    return plan && this.#clock.elapsed() - atMs! < goodForMs ? plan : undefined
  }

  /** Call before writing `plan`, and the result once the kernel holds it; on failure the state stays unknown. */
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
