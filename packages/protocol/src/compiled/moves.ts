/**
 * The enabled steps of a global state.
 *
 * A fault is pending when a node relies on a requirement that no bound capability satisfies. Operations are blocked while any fault is
 * pending and, with hard recovery, while a living node is in a dead container. Fault handling and hard recovery are never blocked.
 */
import type { CompiledTopology, Locals } from './compiled-topology.ts'
import type { Configuration, FallbackMove, OperationMove } from './node-automaton.ts'

/** One enabled step. `move.next` is the configuration of `node` that follows. */
export type EnabledMove =
  | { readonly kind: 'operation'; readonly node: number; readonly move: OperationMove }
  | { readonly kind: 'fault' | 'recovery'; readonly node: number; readonly move: FallbackMove }

/** The cost of handling a fault, and of a hard recovery. */
export const fallbackCost = 1

export function configurationOf(topology: CompiledTopology, locals: Locals, node: number): Configuration {
  return topology.automata[node]!.at(locals[node]!)
}

export function isSatisfied(topology: CompiledTopology, locals: Locals, requirement: number): boolean {
  const { providers } = topology.requirements[requirement]!
  for (let at = 0; at < providers.length; at += 2)
    if (configurationOf(topology, locals, providers[at]!).offers[providers[at + 1]!] === 1) return true
  return false
}

export function hasPendingFaults(topology: CompiledTopology, locals: Locals): boolean {
  for (const node of topology.active)
    for (const requirement of configurationOf(topology, locals, node).needs)
      if (!isSatisfied(topology, locals, requirement)) return true
  return false
}

/** Whether `node` is alive in a container that is not. */
export function violatesLiveness(topology: CompiledTopology, locals: Locals, node: number): boolean {
  const container = topology.containers[node]!
  return (
    container >= 0 &&
    !configurationOf(topology, locals, container).isAlive &&
    configurationOf(topology, locals, node).isAlive
  )
}

function hasLivenessViolation(topology: CompiledTopology, locals: Locals): boolean {
  for (const node of topology.active) if (violatesLiveness(topology, locals, node)) return true
  return false
}

/** Whether operations may run: no fault is pending, and no hard recovery is due. */
export function isSettled(topology: CompiledTopology, locals: Locals): boolean {
  return !hasPendingFaults(topology, locals) && !(topology.hardRecovery && hasLivenessViolation(topology, locals))
}

export function canStart(topology: CompiledTopology, locals: Locals, { alternatives }: OperationMove): boolean {
  return alternatives.some((needs) => needs.every((requirement) => isSatisfied(topology, locals, requirement)))
}

/** Calls `visit` for every enabled step: in a settled state the operations, otherwise the steps that settle it. */
export function forEachMove(topology: CompiledTopology, locals: Locals, visit: (enabled: EnabledMove) => void): void {
  if (!isSettled(topology, locals)) return forEachFallback(topology, locals, visit)
  for (const node of topology.active)
    for (const move of configurationOf(topology, locals, node).operations)
      if (canStart(topology, locals, move)) visit({ kind: 'operation', node, move })
}

function forEachFallback(topology: CompiledTopology, locals: Locals, visit: (enabled: EnabledMove) => void): void {
  for (const node of topology.active) {
    const { faults, recoveries } = configurationOf(topology, locals, node)
    for (const move of faults)
      if (!isSatisfied(topology, locals, move.requirement)) visit({ kind: 'fault', node, move })
    if (topology.hardRecovery && violatesLiveness(topology, locals, node))
      for (const move of recoveries) visit({ kind: 'recovery', node, move })
  }
}
