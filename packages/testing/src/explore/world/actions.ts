/** The enabled and pending actions of a world: calls to make, events to deliver. */
import type { Actor } from './actor.ts'
import type { Choosable } from '../plan/schedule.ts'

export interface Action extends Choosable {
  readonly actor: Actor
  /** The full description of the action, to distinguish states. */
  readonly what: string
  /** The call or event by which a plan identifies the action; absent if faults do not apply to it. */
  readonly call?: { readonly label: string; readonly writes: boolean }
  readonly event?: { readonly kind: string }
  /** The line of actions with a fixed order: only its first action is enabled, and none if the line is held. */
  readonly line?: Line
  perform(): Promise<void> | void
}

export interface Line {
  isHeld: boolean
}

/** An action with an id: its thread, and its number in that thread. */
export interface NamedAction extends Action {
  readonly id: string
}

export class Actions {
  #waiting: NamedAction[] = []
  /** By thread. */
  readonly #counts = new Map<string, number>()
  #count = 0

  add(action: Action): NamedAction {
    const named = this.#named(action)
    this.#waiting.push(named)
    return named
  }

  /** Puts an action before all others: a postponed action stays the first of its line. */
  addFirst(action: Action): NamedAction {
    const named = this.#named(action)
    this.#waiting.unshift(named)
    return named
  }

  #named(action: Action): NamedAction {
    const nth = (this.#counts.get(action.thread) ?? 0) + 1
    this.#counts.set(action.thread, nth)
    this.#count++
    return { ...action, id: nth === 1 ? action.thread : `${action.thread} (${nth})` }
  }

  /** All pending actions, enabled or not. */
  get all(): readonly NamedAction[] {
    return this.#waiting
  }

  remove(action: NamedAction): void {
    this.#waiting = this.#waiting.filter((one) => one !== action)
  }

  /** Removes all actions of an actor or a line. */
  drop(of: Actor | Line): void {
    this.#waiting = this.#waiting.filter(({ actor, line }) => actor !== of && line !== of)
  }

  /** The number of actions ever added. */
  get count(): number {
    return this.#count
  }

  /** The first action of a line is enabled if any of the line is. */
  get isPossible(): boolean {
    return this.#waiting.some(({ actor, line }) => !actor.isPaused && line?.isHeld !== true)
  }

  /** The enabled actions, in order of arrival. */
  possible(): readonly NamedAction[] {
    if (this.#waiting.length === 0) return []
    const begun = new Set<Line>()
    return this.#waiting.filter(({ actor, line }) => {
      const isFirst = line === undefined || !begun.has(line)
      if (line !== undefined) begun.add(line)
      return isFirst && !actor.isPaused && line?.isHeld !== true
    })
  }
}
