/** Stale views: watches of an operator that deliver nothing for a while. */
import type { Actor } from '../world/actor.ts'
import type { PlannedFault } from './plan.ts'
import type { WatchLineHold } from '../world/world-watch.ts'

type HoldFault = Extract<PlannedFault, { type: 'hold' }>

export interface Hold {
  /** The held watch, or its successor: a watch that is opened during the hold is held too. */
  line: WatchLineHold
  readonly fault: HoldFault
  /** The number of steps of the world at which the hold ends in any case. */
  readonly endsAt: number
  /** The user's step at the start of the hold. */
  readonly since: number
}

/** The maximum length of a hold, in steps of the world. */
const longestHold = 40

export class StaleViews {
  #holds: readonly Hold[] = []
  readonly #note: (text: string) => void

  /** @param note receives the start and end of each hold */
  constructor(note: (text: string) => void) {
    this.#note = note
  }

  get size(): number {
    return this.#holds.length
  }

  /** For the fingerprint of a state. */
  get described(): readonly string[] {
    return this.#holds.map(({ line: { kind }, fault: { until, after } }) => `${kind} ${until} ${after}`)
  }

  /** @param at the current steps of the world and of the user */
  hold(line: WatchLineHold, fault: HoldFault, at: { readonly steps: number; readonly step: number }): void {
    this.#note(`from here on ${line.actor.name} is told nothing of ${line.kind}`)
    line.isHeld = true
    this.#holds = [...this.#holds, { line, fault, since: at.step, endsAt: at.steps + longestHold }]
  }

  /** A new watch takes the place of a held one. */
  begin(line: WatchLineHold): void {
    const hold = this.#holds.find(({ line: { actor, kind } }) => actor === line.actor && kind === line.kind)
    if (hold === undefined) return
    hold.line = line
    line.isHeld = true
  }

  drop(actor: Actor): void {
    this.#holds = this.#holds.filter(({ line }) => line.actor !== actor)
  }

  /** Ends holds. Returns whether there were any. */
  end(isOver: (hold: Hold) => boolean): boolean {
    const over = this.#holds.filter(isOver)
    this.#holds = this.#holds.filter((hold) => !over.includes(hold))
    for (const hold of over) this.#release(hold)
    return over.length > 0
  }

  #release({ line, fault }: Hold): void {
    const how = fault.after === 'told' ? 'hears what it missed' : 'sees what is left'
    this.#note(`${line.actor.name} ${how} of ${line.kind}`)
    line.isHeld = false
    if (fault.after === 'relisted') line.expire()
  }
}
