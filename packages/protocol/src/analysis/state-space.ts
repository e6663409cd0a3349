/**
 * All reachable global states and the steps between them, up to a limit.
 *
 * Steps are stored in flat arrays, so a million states with ten steps each take about 100 MB. States beyond the limit are numbered but not
 * expanded: they are the frontier, whose successors are unknown.
 */
import type { CompiledTopology, Locals } from '../compiled/compiled-topology.ts'
import { GrowingArray } from '../compiled/growing-array.ts'
import { type EnabledMove, forEachMove } from '../compiled/moves.ts'
import { StateTable } from '../compiled/state-table.ts'
import { moveCost } from '../plan/search.ts'

/** What triggers a step: the operator, fault handling, or the environment. */
export const stepKinds = { controllable: 0, fallback: 1, uncontrollable: 2 } as const

/** The maximum number of stored steps: about 300 MB. */
const mostSteps = 32_000_000

export class StateSpace {
  readonly compiled: CompiledTopology
  readonly table: StateTable
  /** The steps of state `s` are those from `offsets(s)` to `offsets(s + 1)`. */
  readonly #offsets = new GrowingArray('integers')
  readonly #targets = new GrowingArray('integers')
  readonly #kinds = new GrowingArray('bytes')
  readonly #costs = new GrowingArray('integers')
  readonly #parents = new GrowingArray('integers')
  /** The maximum number of discovered states. */
  readonly #most: number
  #expanded = 0
  #steps = 0

  constructor(compiled: CompiledTopology, start: Locals, limit: number) {
    this.compiled = compiled
    this.table = new StateTable(compiled)
    this.#note(this.table.add(start), 0, -1)
    const locals = new Int32Array(compiled.automata.length)
    this.#most = Math.min(limit, this.table.capacity)
    this.#offsets.put(0, 0)
    while (this.#expanded < this.table.size && this.#steps < mostSteps)
      if (!this.#expand(this.table.read(this.#expanded, locals))) break
  }

  /** The number of discovered states. */
  get size(): number {
    return this.table.size
  }

  /** The number of states with known steps: those with a smaller number. */
  get expanded(): number {
    return this.#expanded
  }

  get isTruncated(): boolean {
    return this.#expanded < this.table.size
  }

  get steps(): number {
    return this.#steps
  }

  read(state: number): Locals {
    return this.table.read(state, new Int32Array(this.compiled.automata.length))
  }

  /** Calls `visit` for every step of an expanded state. */
  forEachStep(state: number, visit: (target: number, kind: number, cost: number) => void): void {
    const end = this.#offsets.at(state + 1)
    for (let at = this.#offsets.at(state); at < end; at++)
      visit(this.#targets.at(at), this.#kinds.at(at), this.#costs.at(at))
  }

  /** A shortest path from a start to `state`, by steps of any kind. */
  wayTo(state: number): readonly EnabledMove[] {
    const moves: EnabledMove[] = []
    for (let at = state; this.#parents.at(at) >= 0; at = this.#parents.at(at))
      moves.push(this.moveBetween(this.#parents.at(at), at)!)
    return moves.toReversed()
  }

  /** The cheapest step between two states. */
  moveBetween(
    state: number,
    target: number,
    fits: (move: EnabledMove) => boolean = () => true,
  ): EnabledMove | undefined {
    const locals = this.read(state)
    const next = this.read(target)
    let found: EnabledMove | undefined
    forEachMove(this.compiled, locals, (enabled) => {
      const { node, move } = enabled
      const before = locals[node]!
      if (move.next !== next[node] || !fits(enabled) || (found !== undefined && moveCost(found) <= moveCost(enabled)))
        return
      locals[node] = move.next
      if (locals.every((configuration, index) => configuration === next[index])) found = enabled
      locals[node] = before
    })
    return found
  }

  /** Returns whether there was room for all successors; if not, the state stays unexpanded. */
  #expand(locals: Locals): boolean {
    const state = this.#expanded
    const steps = this.#steps
    let hasRoom = true
    forEachMove(this.compiled, locals, (enabled) => {
      const { size } = this.table
      if (size >= this.#most) hasRoom = false
      if (!hasRoom) return
      const target = this.table.addMoved(enabled.node, enabled.move.next)
      this.#note(target, size, state)
      this.#targets.put(this.#steps, target)
      this.#kinds.put(this.#steps, kindOf(enabled))
      this.#costs.put(this.#steps++, moveCost(enabled))
    })
    if (hasRoom) this.#offsets.put(++this.#expanded, this.#steps)
    else this.#steps = steps
    return hasRoom
  }

  /** Records the parent of a new state; it is new if its number equals the previous size. */
  #note(state: number, size: number, parent: number): void {
    if (state === size) this.#parents.put(state, parent)
  }
}

export function kindOf(enabled: EnabledMove): number {
  if (enabled.kind !== 'operation') return stepKinds.fallback
  return enabled.move.controllable ? stepKinds.controllable : stepKinds.uncontrollable
}
