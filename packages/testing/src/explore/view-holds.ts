/** Views that are behind: watches of an operator that tell it nothing for a while. */
import type { Actor } from './actor.ts'
import type { PlannedFault } from './plan.ts'
import type { WatchLineHold } from './world-watch.ts'

type HoldFault = Extract<PlannedFault, { type: 'hold' }>

export interface Hold {
  /** The watch, or the one that came after it: who asks again while it is held back hears nothing either. */
  line: WatchLineHold
  readonly fault: HoldFault
  /** How much may happen before it is over in any case: no view stays behind for ever. */
  readonly endsAt: number
  /** The step that was under way when it began. */
  readonly since: number
}

/** So much may happen while a view is behind. */
const longestHold = 40

export class ViewHolds {
  #holds: readonly Hold[] = []
  readonly #note: (text: string) => void

  /** @param note hears what begins and ends */
  constructor(note: (text: string) => void) {
    this.#note = note
  }

  get size(): number {
    return this.#holds.length
  }

  /** For telling states apart. */
  get described(): readonly string[] {
    return this.#holds.map(({ line: { kind }, fault: { until, after } }) => `${kind} ${until} ${after}`)
  }

  /** @param at how much has happened, and which step of the user is under way */
  hold(line: WatchLineHold, fault: HoldFault, at: { readonly steps: number; readonly step: number }): void {
    this.#note(`from here on ${line.actor.name} is told nothing of ${line.kind}`)
    line.isHeld = true
    this.#holds = [...this.#holds, { line, fault, since: at.step, endsAt: at.steps + longestHold }]
  }

  /** A watch begins: it takes the place of one that is held. */
  begin(line: WatchLineHold): void {
    const hold = this.#holds.find(({ line: { actor, kind } }) => actor === line.actor && kind === line.kind)
    if (hold === undefined) return
    hold.line = line
    line.isHeld = true
  }

  drop(actor: Actor): void {
    this.#holds = this.#holds.filter(({ line }) => line.actor !== actor)
  }

  /** Returns whether there were any. */
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
