/**
 * Searches all interleavings of a run depth-first. Each run starts from the beginning. States that were visited are not expanded again, and
 * only one order of independent steps is tried (sleep sets).
 *
 * Guarantees
 * - Every state that is reachable within the limits is reached, with or without reduction: sleep sets prune steps, never states. When a
 *   visited state is reached again, exactly those steps are explored that were asleep before and are awake now.
 * - The search reports what its limits cut off.
 *
 * Assumptions
 * - The same choices lead to the same run.
 *
 * See decision 0203.
 */
import type { Footprint } from '../world/footprint.ts'
import { type Choice, type Guide, type Option, timePasses } from '../world/guide.ts'
import { type PickedAction, type Plan, type PlannedFault, planOf } from '../plan/plan.ts'

export interface DepthFirstLimits {
  /** The number of choices of a run that are fully explored; later ones take the default order. */
  readonly depth: number
  /** The maximum number of distinct states to store. */
  readonly states: number
  /** The maximum number of faults in one run. */
  readonly faults: number
}

/** Which states and steps are pruned; `none` explores every path. */
export type Reduction = 'none' | 'states' | 'states and orders'

interface Node {
  readonly step: number
  readonly options: readonly Option[]
  /** Need not be tried from here: an equivalent order was explored before. */
  readonly asleep: Map<string, Footprint>
  readonly tried: Map<string, Footprint>
  readonly todo: Option[]
  chosen: Option
}

interface Seen {
  readonly depth: number
  readonly asleep: ReadonlySet<string>
}

/** Ends a run whose continuation has been explored. */
export class KnownFromHere extends Error {
  override readonly name = 'KnownFromHere'
}

export class DepthFirst implements Guide {
  readonly wantsAll = true
  readonly #limits: DepthFirstLimits
  readonly #reduction: Reduction
  readonly #seen = new Map<string, Seen>()
  /** From the start of the run to its last choice. */
  #path: Node[] = []
  /** The position of the run on its path. */
  #at = 0
  /** The sleep set at the current position. */
  #asleep = new Map<string, Footprint>()
  #isBegun = false
  #isTooDeep = false
  #hasTooMany = false

  constructor(limits: DepthFirstLimits, reduction: Reduction = 'states and orders') {
    this.#limits = limits
    this.#reduction = reduction
  }

  /** Prepares the next run. Returns whether there is one. */
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

  /** The number of distinct states so far. */
  get states(): number {
    return this.#seen.size
  }

  /** The parts that the limits cut off, as text. */
  get cut(): readonly string[] {
    const { depth, states } = this.#limits
    return [
      ...(this.#isTooDeep ? [`choices after the first ${depth} took the default order`] : []),
      ...(this.#hasTooMany ? [`states after the first ${states} were not stored`] : []),
    ]
  }

  /** A plan that reproduces the current path. */
  get plan(): Plan {
    const taken = this.#path.slice(0, this.#at)
    const picks = taken.flatMap(({ step, chosen, options }): PickedAction[] =>
      chosen.takes === options[0]!.takes ? [] : [{ at: step, take: chosen.takes }],
    )
    const faults = taken.flatMap(({ chosen: { fault } }): PlannedFault[] => (fault === undefined ? [] : [fault]))
    return { ...planOf(...faults), schedule: { type: 'picked', picks } }
  }

  async choose(choice: Choice): Promise<number> {
    const node = this.#path[this.#at] ?? (await this.#arrive(choice))
    this.#at++
    this.#asleep = node.asleep
    const place = choice.options.findIndex(({ id }) => id === node.chosen.id)
    if (place < 0) throw new Error(`the same choices led to another run: "${node.chosen.id}" is not possible any more`)
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

  /** The number of choices so far. */
  get #depth(): number {
    return this.#path.filter(({ options }) => options.length > 1).length
  }

  get #faults(): number {
    return this.#path.filter(({ chosen }) => isFault(chosen)).length
  }

  #affordable(options: readonly Option[]): readonly Option[] {
    return this.#faults < this.#limits.faults ? options : options.filter((option) => !isFault(option))
  }

  /** The options that have not been tried from an equal state. */
  async #unknown(choice: Choice, awake: readonly Option[]): Promise<readonly Option[]> {
    if (this.#reduction === 'none') return awake
    const state = `${this.#faults} ${await choice.state()}`
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

function isFault({ fault, id }: Option): boolean {
  return fault !== undefined || id === timePasses
}
