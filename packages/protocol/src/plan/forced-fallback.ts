/**
 * A step that a search may take immediately while faults are pending, without exploring alternatives.
 *
 * While a state settles, nodes only fall back. A node with a single fallback takes it exactly once, independently of the others, so it can
 * take it now: every other order costs the same and ends in the same state. That avoids exploring every subset of a cascade.
 */
import type { CompiledTopology, Locals } from '../compiled/compiled-topology.ts'
import { configurationOf, type EnabledMove, isSatisfied, violatesLiveness } from '../compiled/moves.ts'
import type { NodeAutomaton } from '../compiled/node-automaton.ts'

/** A step that every plan must take, or `undefined` if the order of steps may matter. Requires `onlyFalls`. */
export function forcedFallback(compiled: CompiledTopology, locals: Locals): EnabledMove | undefined {
  for (const node of compiled.active) {
    const automaton = compiled.automata[node]!
    const { faults, recoveries } = configurationOf(compiled, locals, node)
    if (automaton.node.replicas !== undefined || (faults.length === 0 && recoveries.length === 0)) continue
    if (compiled.hardRecovery && violatesLiveness(compiled, locals, node)) {
      // Handling a fault first would be one more step to the same state.
      return { kind: 'recovery', node, move: recoveries[0]! }
    }
    const move = faults.find(({ requirement }) => !isSatisfied(compiled, locals, requirement))
    if (move === undefined || !isSteady(compiled, compiled.containers[node]!)) continue
    if (automaton.needs[move.to]!.length === 0 && faults.every(({ to }) => to === move.to))
      return { kind: 'fault', node, move }
  }
  return undefined
}

/**
 * Whether nodes only give up capabilities while a state settles. A hard recovery to a state with offers could resolve a fault.
 */
export function onlyFalls(compiled: CompiledTopology): boolean {
  if (!compiled.hardRecovery) return true
  return compiled.active.every((node) => {
    const automaton = compiled.automata[node]!
    return compiled.containers[node]! < 0 || isIdle(automaton, automaton.initialState)
  })
}

function isIdle({ needs, offers }: NodeAutomaton, state: number): boolean {
  return needs[state]!.length === 0 && offers[state]!.every((offered) => offered === 0)
}

/** Whether a container cannot fall back, so that its contents are not forced to fall back further. */
function isSteady(compiled: CompiledTopology, container: number): boolean {
  if (container < 0 || !compiled.hardRecovery) return true
  return compiled.containers[container]! < 0 && compiled.automata[container]!.node.type.faults.length === 0
}
