/**
 * The cheapest way from one global state to a goal, by A* over states that are made as they are visited.
 *
 * The lower bound is the sum of the distances of the nodes, each on its own: one step moves one node, so no step lowers
 * it by more than it costs, and a state is never opened twice. Steps that are not controllable are not taken.
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
  /** States that were met. */
  readonly explored: number
}

export interface NotFound {
  readonly status: 'unreachable' | 'truncated'
  readonly explored: number
}

export function moveCost(enabled: EnabledMove): number {
  return enabled.kind === 'operation' ? enabled.move.cost : fallbackCost
}

/** Two copies of the start to work on. A search changes only active nodes in them, and leaves them as they were. */
export interface Scratch {
  readonly locals: Locals
  readonly next: Locals
}

/** Searches until `limit` states were met. */
export function search(compiled: CompiledTopology, goal: GoalTest, limit: number, scratch: Scratch): Found | NotFound {
  const { locals, next } = scratch
  const start = Int32Array.from(compiled.active, (node) => locals[node]!)
  const answer = new Search(compiled, goal, limit).run(locals, next)
  compiled.active.forEach((node, index) => (locals[node] = next[node] = start[index]!))
  return answer
}

/** How a state was met: the cost so far, the least cost that is left, and the state before. */
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
  /** Whether steps that are forced are taken at once. Not where a state with pending faults may be the goal. */
  readonly #prunes: boolean
  readonly #closed = new GrowingArray('bytes')

  /** States that may be met. */
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

  /** Returns whether there was room for every state that follows. */
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

  /** Calls `visit` with every controllable step that has to be tried. */
  #forEachChoice(locals: Locals, visit: (enabled: EnabledMove) => void): void {
    const forced = this.#prunes ? forcedFallback(this.#compiled, locals) : undefined
    if (forced !== undefined) return visit(forced)
    forEachMove(this.#compiled, locals, (enabled) => {
      if (enabled.kind !== 'operation' || enabled.move.controllable) visit(enabled)
    })
  }

  /** Opens a state if it is new, which it is if its number is the size before, or if this way to it is cheaper. */
  #meet(state: number, size: number, { cost, rest, parent }: Way): void {
    if (state < size && this.#costs.at(state) <= cost) return
    // A state from which a node cannot reach its goal is never opened.
    this.#costs.put(state, rest === Infinity ? -1 : cost)
    this.#parents.put(state, parent)
    this.#closed.put(state, 0)
    if (rest !== Infinity) this.#open.add(state, cost + rest)
  }

  /** Only parents are kept, so the steps are found again by looking for the cheapest move between two states. */
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
