/** Converts global states and steps between their public and compiled forms. */
import { type GlobalState, toRecord } from '../global-state.ts'
import { normalState } from '../state-value.ts'
import type { Step } from '../step.ts'
import type { CompiledTopology, Locals } from './compiled-topology.ts'
import { configurationOf, type EnabledMove } from './moves.ts'

export function toLocals(compiled: CompiledTopology, state: GlobalState): Locals {
  const checked = normalState(compiled.topology.nodes, state)
  return Int32Array.from(compiled.automata, (automaton) => {
    const value = checked[automaton.node.name]!
    const counts = Int32Array.from(automaton.states, (name) =>
      typeof value === 'string' ? Number(value === name) : Object.hasOwn(value, name) ? value[name]! : 0,
    )
    return automaton.numberOf(counts)
  })
}

export function fromLocals(compiled: CompiledTopology, locals: Locals): GlobalState {
  return Object.freeze(
    toRecord<GlobalState[string]>(
      compiled.automata.map(({ node, states }, index) => {
        const { counts } = configurationOf(compiled, locals, index)
        if (node.replicas === undefined) return [node.name, states[counts.indexOf(1)]!] as const
        const occupied = states.flatMap((state, at) => (counts[at]! > 0 ? [[state, counts[at]!] as const] : []))
        return [node.name, Object.freeze(toRecord(occupied))] as const
      }),
    ),
  )
}

export function toStep({ automata, requirements }: CompiledTopology, enabled: EnabledMove): Step {
  const { node, states } = automata[enabled.node]!
  const move = { node: node.name, from: states[enabled.move.from]!, to: states[enabled.move.to]! }
  if (enabled.kind === 'operation') {
    const { operation, controllable } = enabled.move
    return { kind: 'operation', ...move, operation, controllable }
  }
  if (enabled.kind === 'recovery') return { kind: 'recovery', ...move }
  return { kind: 'fault', ...move, requirement: requirements[enabled.move.requirement]!.name }
}
