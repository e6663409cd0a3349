/** What could happen next in a world: calls that wait to be made, events that wait to be told. */
import type { Actor } from './actor.ts'
import type { Choosable } from './schedule.ts'

export interface Action extends Choosable {
  readonly actor: Actor
  /** What it is, in full: for telling states apart. */
  readonly what: string
  /** The call, or the event, a plan would know it by; nothing if faults pass it by. */
  readonly call?: { readonly label: string; readonly writes: boolean }
  readonly event?: { readonly kind: string }
  /** What is told in this order and no other. Of each line only the first can happen; of one that is held, none. */
  readonly line?: Line
  perform(): Promise<void> | void
}

export interface Line {
  isHeld: boolean
}

/** An action with a name of its own: the thread's, and which of it that is. */
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

  /** It comes before all others. What was to happen now, and is put off, stays the first of its line. */
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

  /** All that wait, whether they can happen or not. */
  get all(): readonly NamedAction[] {
    return this.#waiting
  }

  remove(action: NamedAction): void {
    this.#waiting = this.#waiting.filter((one) => one !== action)
  }

  /** Forgets all of an actor, or of a line. */
  drop(of: Actor | Line): void {
    this.#waiting = this.#waiting.filter(({ actor, line }) => actor !== of && line !== of)
  }

  /** How many there ever were. */
  get count(): number {
    return this.#count
  }

  /** The first of a line can happen as soon as any of it can. */
  get isPossible(): boolean {
    return this.#waiting.some(({ actor, line }) => !actor.isPaused && line?.isHeld !== true)
  }

  /** What can happen now, in the order in which it came. */
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
