/**
 * Handles every pending fault and takes every due hard recovery.
 *
 * Only nodes that a step may have affected are checked again, so the cost of a cascade is proportional to its size. In a sound topology the
 * order does not matter: handlers only give up capabilities, and race freedom makes those of one node agree.
 */
import type { CompiledTopology, Locals } from './compiled-topology.ts'
import { configurationOf, type EnabledMove, isSatisfied, violatesLiveness } from './moves.ts'

/** The maximum number of steps per node while a state settles. More means that it never settles. */
const mostStepsEach = 10_000

/** Modifies `locals` until no fault is pending that can be handled, and returns the steps. */
export function settleLocals(topology: CompiledTopology, locals: Locals, touched?: readonly number[]): EnabledMove[] {
  const steps: EnabledMove[] = []
  const budget = mostStepsEach * locals.length
  const waiting = new Set<number>(touched === undefined ? locals.keys() : neighbours(topology, touched))
  for (const node of waiting) {
    waiting.delete(node)
    for (let next = dueMove(topology, locals, node); next !== undefined; next = dueMove(topology, locals, node)) {
      if (steps.length >= budget) return steps
      steps.push(next)
      locals[node] = next.move.next
      for (const other of neighbours(topology, [node])) if (other !== node) waiting.add(other)
    }
  }
  return steps
}

/** The nodes whose faults may change when `nodes` change. */
function neighbours(topology: CompiledTopology, nodes: readonly number[]): Set<number> {
  const found = new Set(nodes)
  for (const node of nodes) {
    for (const requirement of topology.dependents[node]!) found.add(topology.requirements[requirement]!.node)
    for (const contained of topology.contained[node]!) found.add(contained)
  }
  return found
}

/** A fault is handled before a hard recovery: a dying container loses its capabilities first. */
function dueMove(topology: CompiledTopology, locals: Locals, node: number): EnabledMove | undefined {
  const { faults, recoveries } = configurationOf(topology, locals, node)
  for (const move of faults) if (!isSatisfied(topology, locals, move.requirement)) return { kind: 'fault', node, move }
  if (!topology.hardRecovery || !violatesLiveness(topology, locals, node)) return undefined
  const move = recoveries[0]
  return move === undefined ? undefined : { kind: 'recovery', node, move }
}
