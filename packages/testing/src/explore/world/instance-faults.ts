/**
 * Faults of a whole instance of the operator: it crashes; or it is suspended while another instance takes over, and its last call arrives
 * late.
 *
 * Guarantees
 * - After a crash, and after the arrival of its late call, the instance is fenced: nothing of it is pending or held.
 */
import type { Trace } from '../trace/trace.ts'
import type { Actions } from './actions.ts'
import type { Actor } from './actor.ts'
import type { CurrentOutage } from './current-outage.ts'
import { type Harness, reportChange } from './harness.ts'
import type { Progress } from './progress.ts'
import type { StaleViews } from './stale-views.ts'
import { type Call, refusedOutside } from './world-call.ts'

export interface InstanceFaultsParts {
  readonly actions: Actions
  readonly harness: Pick<Harness, 'startInstance' | 'afterChange'>
  readonly outage: CurrentOutage
  readonly progress: Progress
  readonly staleViews: StaleViews
  readonly trace: Trace
}

export interface LateCall {
  /** The first step of the user in which the call may arrive. */
  readonly from: number
  arrive(): Promise<void>
}

export class InstanceFaults {
  readonly #parts: InstanceFaultsParts
  #lateCalls: readonly LateCall[] = []

  constructor(parts: InstanceFaultsParts) {
    this.#parts = parts
  }

  /** The number of calls that have yet to arrive. */
  get lateCalls(): number {
    return this.#lateCalls.length
  }

  /** Fences the instance, and starts another one. */
  crash(actor: Actor, when: string): void {
    this.#parts.trace.note(`${actor.name} crashes ${when}`)
    this.fence(actor)
    this.#takeOver()
  }

  fence(actor: Actor): void {
    const { actions, outage, staleViews } = this.#parts
    actor.isFenced = true
    actions.drop(actor)
    staleViews.drop(actor)
    outage.clearBrokenWatches()
  }

  /** Suspends the instance, and starts another one. @param until when the call arrives: once the world is idle, in this step or the next */
  suspend<Answer>(actor: Actor, call: Call<Answer>, until: 'rest' | 'step'): void {
    const { trace, progress } = this.#parts
    trace.note(`${actor.name} is suspended before "${call.label}" arrives, and another instance takes over`)
    actor.isPaused = true
    const from = until === 'rest' ? progress.step : progress.step + 1
    this.#lateCalls = [...this.#lateCalls, { from, arrive: () => this.#arrive(actor, call) }]
    this.#takeOver()
  }

  /** Takes a call that may arrive now. */
  takeLateCall(): LateCall | undefined {
    const late = this.#lateCalls.find(({ from }) => from <= this.#parts.progress.step)
    this.#lateCalls = this.#lateCalls.filter((one) => one !== late)
    return late
  }

  async #arrive<Answer>(actor: Actor, call: Call<Answer>): Promise<void> {
    const { trace } = this.#parts
    const { label, writes } = call
    actor.isPaused = false
    this.fence(actor)
    trace.note(`"${label}" of ${actor.name} arrives late`)
    const { status, text, changed } = await call.send().catch(refusedOutside)
    const answer = text === undefined ? {} : { answer: text }
    trace.add({ type: 'call', by: actor.name, call: label, nth: 0, writes, status, ...answer, changed })
    if (changed) await reportChange(this.#parts, actor.role)
  }

  #takeOver(): void {
    this.#parts.progress.noteChange()
    this.#parts.harness.startInstance()
  }
}
