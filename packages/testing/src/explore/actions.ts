/** What could happen next in a world: calls that wait to be made, events that wait to be told. */
import type { Actor } from './actor.ts'
import type { Choosable, Choose } from './schedule.ts'

export interface Action extends Choosable {
  readonly actor: Actor
  /** What is told in this order and no other. Of each line only the first can happen; of one that is held, none. */
  readonly line?: Line
  perform(): Promise<void> | void
}

export interface Line {
  isHeld: boolean
}

export class Actions {
  #waiting: Action[] = []

  add(action: Action): void {
    this.#waiting.push(action)
  }

  /** It was to happen now, and is put off: it stays the first of its line. */
  addFirst(action: Action): void {
    this.#waiting.unshift(action)
  }

  remove(action: Action): void {
    this.#waiting = this.#waiting.filter((one) => one !== action)
  }

  /** Forgets all of an actor, or of a line. */
  drop(of: Actor | Line): void {
    this.#waiting = this.#waiting.filter(({ actor, line }) => actor !== of && line !== of)
  }

  /** The next one, taken out; `undefined` if nothing can happen. */
  take(choose: Choose): Action | undefined {
    const choices = this.#possible()
    if (choices.length === 0) return undefined
    const action = choices[choices.length === 1 ? 0 : choose(choices)]!
    this.remove(action)
    return action
  }

  #possible(): readonly Action[] {
    const begun = new Set<Line>()
    return this.#waiting.filter(({ actor, line }) => {
      const isFirst = line === undefined || !begun.has(line)
      if (line !== undefined) begun.add(line)
      return isFirst && !actor.isPaused && line?.isHeld !== true
    })
  }
}
