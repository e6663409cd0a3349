/** Stale views: watches of an operator that deliver nothing for a while. */
import type { PlannedFault } from '../plan/plan.ts'
import type { Trace } from '../trace/trace.ts'
import type { Actor } from './actor.ts'
import type { OpenWatch } from './open-watch.ts'
import type { Progress } from './progress.ts'

type HoldFault = Extract<PlannedFault, { type: 'hold' }>

interface Hold {
  /** The held watch, or its successor: a watch that is opened during the hold is held too. */
  watch: OpenWatch
  readonly fault: HoldFault
  /** The number of actions at which the hold ends in any case. */
  readonly endsAt: number
  /** The user's step at the start of the hold. */
  readonly since: number
}

/** The maximum length of a hold, in actions. */
const longestHold = 40

export class StaleViews {
  #holds: readonly Hold[] = []
  readonly #trace: Trace
  readonly #progress: Progress

  constructor(trace: Trace, progress: Progress) {
    this.#trace = trace
    this.#progress = progress
  }

  get size(): number {
    return this.#holds.length
  }

  /** For the fingerprint of a state. */
  get described(): readonly string[] {
    return this.#holds.map(({ watch: { kind }, fault: { until, after } }) => `${kind} ${until} ${after}`)
  }

  hold(watch: OpenWatch, fault: HoldFault): void {
    this.#note(`${watch.actor.name} gets no watch events of ${watch.kind} from here on`)
    watch.isHeld = true
    const { actions, step } = this.#progress
    this.#holds = [...this.#holds, { watch, fault, since: step, endsAt: actions + longestHold }]
  }

  /** A new watch takes the place of a held one. */
  replace(watch: OpenWatch): void {
    const hold = this.#holds.find(({ watch: { actor, kind } }) => actor === watch.actor && kind === watch.kind)
    if (hold === undefined) return
    hold.watch = watch
    watch.isHeld = true
  }

  drop(actor: Actor): void {
    this.#holds = this.#holds.filter(({ watch }) => watch.actor !== actor)
  }

  /** Ends the holds that have reached the maximum length. Returns whether there were any. */
  endOverdue(): boolean {
    return this.#end(({ endsAt }) => endsAt <= this.#progress.actions)
  }

  /** Ends the holds that last until the world is idle, or until a step that has been taken. Returns whether there were any. */
  endAtIdle(): boolean {
    return this.#end(({ fault, since }) => fault.until === 'rest' || this.#progress.step > since)
  }

  #end(isOver: (hold: Hold) => boolean): boolean {
    const over = this.#holds.filter(isOver)
    this.#holds = this.#holds.filter((hold) => !over.includes(hold))
    for (const hold of over) this.#release(hold)
    return over.length > 0
  }

  #release({ watch, fault }: Hold): void {
    const { actor, kind } = watch
    const how =
      fault.after === 'told'
        ? `gets the missed watch events of ${kind}`
        : `lists ${kind} again; the missed watch events are not delivered`
    this.#note(`${actor.name} ${how}`)
    watch.isHeld = false
    if (fault.after === 'relisted') watch.expire()
  }

  #note(text: string): void {
    this.#trace.note(text)
    this.#progress.noteChange()
  }
}
