/**
 * Goes through all the ways a run can take, one run after the other, each from its beginning. A state that was seen is not gone
 * on from again; and of steps that do not meet only one order is tried (sleep sets).
 *
 * Guarantees
 * - Every state that can be reached within the limits is reached, with reduction as without: sleep sets leave out steps, never
 *   states. A state that was left with some steps asleep is gone on from again by exactly those which are awake when it is seen
 *   next.
 * - What the limits cut off is told.
 *
 * Assumptions
 * - The same choices lead the same way.
 */
import type { Footprint } from './footprint.ts'
import { type Choice, type Guide, type Option, timePasses } from './guide.ts'
import { type Pick, type Plan, type PlannedFault, planOf } from './plan.ts'

export interface DepthFirstLimits {
  /** So many choices of a run are tried in all ways; what comes later is left as it comes. */
  readonly depth: number
  /** How many states are told apart. */
  readonly states: number
  /** How many surprises there may be in one run. */
  readonly surprises: number
}

/** How states and steps are left out; `none` goes every way there is. */
export type Reduction = 'none' | 'states' | 'states and orders'

interface Node {
  readonly step: number
  readonly options: readonly Option[]
  /** Need not be tried from here: tried before, from where it leads to the same. */
  readonly asleep: Map<string, Footprint>
  /** Tried from here. */
  readonly tried: Map<string, Footprint>
  readonly todo: Option[]
  chosen: Option
}

interface Seen {
  readonly depth: number
  readonly asleep: ReadonlySet<string>
}

/** A run ends because what would come is known. */
export class KnownFromHere extends Error {
  override readonly name = 'KnownFromHere'
}

export class DepthFirst implements Guide {
  readonly wantsAll = true
  readonly #limits: DepthFirstLimits
  readonly #reduction: Reduction
  readonly #seen = new Map<string, Seen>()
  /** From the beginning of the run to the last choice that was made. */
  #path: Node[] = []
  /** How far the run has come on its path. */
  #at = 0
  /** What is asleep where the run is now. */
  #asleep = new Map<string, Footprint>()
  #isBegun = false
  #isTooDeep = false
  #hasTooMany = false

  constructor(limits: DepthFirstLimits, reduction: Reduction = 'states and orders') {
    this.#limits = limits
    this.#reduction = reduction
  }

  /** Gets ready for the next run. Returns whether there is one. */
  next(): boolean {
    this.#at = 0
    this.#asleep = new Map()
    if (!this.#isBegun) return (this.#isBegun = true)
    while (this.#path.length > 0) {
      const last = this.#path.at(-1)!
      const next = last.todo.shift()
      if (next !== undefined) {
        last.chosen = next
        return true
      }
      this.#path.pop()
    }
    return false
  }

  /** How many states were told apart. */
  get states(): number {
    return this.#seen.size
  }

  /** What the limits cut off, for people. */
  get cut(): readonly string[] {
    const { depth, states } = this.#limits
    return [
      ...(this.#isTooDeep ? [`what comes after ${depth} choices was left as it comes`] : []),
      ...(this.#hasTooMany ? [`states beyond ${states} were not told apart`] : []),
    ]
  }

  /** Leads the same way again. */
  get plan(): Plan {
    const taken = this.#path.slice(0, this.#at)
    const picks = taken.flatMap(({ step, chosen, options }): Pick[] =>
      chosen.takes === options[0]!.takes ? [] : [{ at: step, take: chosen.takes }],
    )
    const faults = taken.flatMap(({ chosen: { surprise } }): PlannedFault[] =>
      surprise === undefined ? [] : [surprise],
    )
    return { ...planOf(...faults), schedule: { type: 'picked', picks } }
  }

  async choose(choice: Choice): Promise<number> {
    const node = this.#path[this.#at] ?? (await this.#arrive(choice))
    this.#at++
    this.#asleep = node.asleep
    const place = choice.options.findIndex(({ id }) => id === node.chosen.id)
    if (place < 0)
      throw new Error(`the same choices did not lead the same way: there is no "${node.chosen.id}" any more`)
    return place
  }

  ended(footprint: Footprint): void {
    const node = this.#path[this.#at - 1]
    if (node === undefined) return
    const { chosen, tried } = node
    const others = [...this.#asleep, ...tried]
    tried.set(chosen.id, footprint)
    const stillAsleep = others.filter(([id, theirs]) => id !== chosen.id && !theirs.meets(footprint))
    this.#asleep = new Map(this.#reduction === 'states and orders' ? stillAsleep : [])
  }

  async #arrive(choice: Choice): Promise<Node> {
    const { step } = choice
    const options = this.#affordable(choice.options)
    const asleep = this.#asleep
    const awake = options.filter(({ id }) => !asleep.has(id))
    const todo = options.length === 1 ? [...awake] : [...(await this.#unknown(choice, awake))]
    if (this.#depth >= this.#limits.depth && todo.length > 1) {
      this.#isTooDeep = true
      todo.length = 1
    }
    const chosen = todo.shift()
    if (chosen === undefined) throw new KnownFromHere()
    const node: Node = { step, options, asleep: this.#asleep, tried: new Map(), todo, chosen }
    this.#path.push(node)
    return node
  }

  /** How many choices have been made. */
  get #depth(): number {
    return this.#path.filter(({ options }) => options.length > 1).length
  }

  get #surprises(): number {
    return this.#path.filter(({ chosen }) => isSurprise(chosen)).length
  }

  #affordable(options: readonly Option[]): readonly Option[] {
    return this.#surprises < this.#limits.surprises ? options : options.filter((option) => !isSurprise(option))
  }

  /** What has not been tried from a state like this one. */
  async #unknown(choice: Choice, awake: readonly Option[]): Promise<readonly Option[]> {
    if (this.#reduction === 'none') return awake
    const state = `${this.#surprises} ${await choice.state()}`
    const depth = this.#depth
    const seen = this.#seen.get(state)
    const asleep = new Set(this.#asleep.keys())
    if (seen !== undefined && seen.depth <= depth) {
      const woken = awake.filter(({ id }) => seen.asleep.has(id))
      const both = [...asleep].filter((id) => seen.asleep.has(id))
      this.#asleep = new Map([...this.#asleep].filter(([id]) => both.includes(id)))
      this.#seen.set(state, { depth: seen.depth, asleep: new Set(both) })
      return woken
    }
    if (seen === undefined && this.#seen.size >= this.#limits.states) this.#hasTooMany = true
    else this.#seen.set(state, { depth, asleep })
    return awake
  }
}

function isSurprise({ surprise, id }: Option): boolean {
  return surprise !== undefined || id === timePasses
}
