/**
 * A* search for the cheapest path from one global state to a goal; states are created lazily.
 *
 * The lower bound is the sum of the nodes' individual distances: one step moves one node, so no step lowers it by more than its cost, and a
 * state is never reopened. Uncontrollable steps are not taken.
 *
 * See decisions 0301 and 0302.
 */
import type { CompiledTopology, Locals } from '../compiled/compiled-topology.ts'
import { GrowingArray } from '../compiled/growing-array.ts'
import { type EnabledMove, fallbackCost, forEachMove } from '../compiled/moves.ts'
import { StateTable } from '../compiled/state-table.ts'
import { forcedFallback, onlyFalls } from './forced-fallback.ts'
import type { GoalTest } from './goal-test.ts'
import { PriorityQueue } from './priority-queue.ts'

export interface Found {
  readonly status: 'found'
  readonly moves: readonly EnabledMove[]
  readonly cost: number
  /** States discovered. */
  readonly explored: number
}

export interface NotFound {
  readonly status: 'unreachable' | 'truncated'
  readonly explored: number
}

export function moveCost(enabled: EnabledMove): number {
  return enabled.kind === 'operation' ? enabled.move.cost : fallbackCost
}

/** Two working copies of the start. A search changes only active nodes in them, and restores them. */
export interface Scratch {
  readonly locals: Locals
  readonly next: Locals
}

/** Searches until `limit` states were discovered. */
export function search(compiled: CompiledTopology, goal: GoalTest, limit: number, scratch: Scratch): Found | NotFound {
  const { locals, next } = scratch
  const start = Int32Array.from(compiled.active, (node) => locals[node]!)
  const answer = new Search(compiled, goal, limit).run(locals, next)
  compiled.active.forEach((node, index) => (locals[node] = next[node] = start[index]!))
  return answer
}

/** How a state was reached: the cost so far, the lower bound of the rest, and the parent. */
interface Way {
  readonly cost: number
  readonly rest: number
  readonly parent: number
}

class Search {
  readonly #compiled: CompiledTopology
  readonly #goal: GoalTest
  readonly #table: StateTable
  readonly #open = new PriorityQueue()
  readonly #costs = new GrowingArray('numbers')
  readonly #parents = new GrowingArray('integers')
  /** Whether forced steps are taken immediately. Not if a state with pending faults may be the goal. */
  readonly #prunes: boolean
  readonly #closed = new GrowingArray('bytes')

  /** The maximum number of discovered states. */
  readonly #most: number

  constructor(compiled: CompiledTopology, goal: GoalTest, limit: number) {
    this.#compiled = compiled
    this.#goal = goal
    this.#prunes = goal.isSettled && onlyFalls(compiled)
    this.#table = new StateTable(compiled)
    this.#most = Math.min(limit, this.#table.capacity)
  }

  run(locals: Locals, next: Locals): Found | NotFound {
    this.#meet(this.#table.add(locals), 0, { cost: 0, rest: this.#goal.distance(locals), parent: -1 })
    for (let state = this.#open.take(); state !== undefined; state = this.#open.take()) {
      if (this.#closed.at(state) === 1) continue
      this.#closed.put(state, 1)
      this.#table.read(state, locals)
      if (this.#goal.isReached(locals)) return this.#found(state, locals, next)
      if (!this.#expand(state, locals)) return { status: 'truncated', explored: this.#table.size }
    }
    return { status: 'unreachable', explored: this.#table.size }
  }

  /** Returns whether there was room for all successors. */
  #expand(state: number, locals: Locals): boolean {
    let hasRoom = true
    const cost = this.#costs.at(state)
    const rest = this.#goal.distance(locals)
    this.#forEachChoice(locals, (enabled) => {
      const { node, move } = enabled
      const { size } = this.#table
      if (size >= this.#most) hasRoom = false
      if (!hasRoom) return
      const difference = this.#goal.distanceOf(node, move.next) - this.#goal.distanceOf(node, locals[node]!)
      const next = { cost: cost + moveCost(enabled), rest: rest + difference, parent: state }
      this.#meet(this.#table.addMoved(node, move.next), size, next)
    })
    return hasRoom
  }

  /** Calls `visit` for every controllable step to explore. */
  #forEachChoice(locals: Locals, visit: (enabled: EnabledMove) => void): void {
    const forced = this.#prunes ? forcedFallback(this.#compiled, locals) : undefined
    if (forced !== undefined) return visit(forced)
    forEachMove(this.#compiled, locals, (enabled) => {
      if (enabled.kind !== 'operation' || enabled.move.controllable) visit(enabled)
    })
  }

  /** Opens a state if it is new, in which case its number equals the previous size, or if this path is cheaper. */
  #meet(state: number, size: number, { cost, rest, parent }: Way): void {
    if (state < size && this.#costs.at(state) <= cost) return
    // A state in which a node cannot reach its goal is never opened.
    this.#costs.put(state, rest === Infinity ? -1 : cost)
    this.#parents.put(state, parent)
    this.#closed.put(state, 0)
    if (rest !== Infinity) this.#open.add(state, cost + rest)
  }

  /** Only parents are stored, so the steps are recomputed as the cheapest move between two states. */
  #found(goal: number, locals: Locals, next: Locals): Found {
    const moves: EnabledMove[] = []
    for (
      let state = goal, parent = this.#parents.at(state);
      parent >= 0;
      state = parent, parent = this.#parents.at(state)
    ) {
      this.#table.read(parent, locals)
      this.#table.read(state, next)
      moves.push(moveBetween(this.#compiled, locals, next))
    }
    return { status: 'found', moves: moves.reverse(), cost: this.#costs.at(goal), explored: this.#table.size }
  }
}

function moveBetween(compiled: CompiledTopology, locals: Locals, next: Locals): EnabledMove {
  let found: EnabledMove | undefined
  forEachMove(compiled, locals, (enabled) => {
    if (enabled.kind === 'operation' && !enabled.move.controllable) return
    if (next[enabled.node] !== enabled.move.next || locals[enabled.node] === enabled.move.next) return
    if (found === undefined || moveCost(enabled) < moveCost(found)) found = enabled
  })
  return found!
}
