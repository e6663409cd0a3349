/**
 * The states of a node from which a hard recovery can lead directly to its initial state.
 *
 * Before a container is taken down it is in some state without pending faults. So a contained node cannot be in a state with a requirement
 * that the container does not satisfy there: its fault would have been handled first, in a separate step. This makes the lower bound much
 * tighter when an application is taken down.
 */
import type { CompiledTopology, Locals } from '../compiled/compiled-topology.ts'
import { violatesLiveness } from '../compiled/moves.ts'

/** For each state of `node`, whether a plan from `start` may recover it there. */
export function recoverableStates(compiled: CompiledTopology, node: number, start: Locals): readonly boolean[] {
  const { states, needs, node: own } = compiled.automata[node]!
  const container = compiled.containers[node]!
  if (!compiled.hardRecovery || container < 0) return states.map(() => false)
  const { transitions, handlers, initialState, offers, node: outer } = compiled.automata[container]!
  const mayFall =
    compiled.containers[container]! >= 0 || handlers.some((targets) => [...targets.values()].includes(initialState))
  const isCounted = own.replicas !== undefined || outer.replicas !== undefined
  if (mayFall || isCounted || violatesLiveness(compiled, start, node)) return states.map(() => true)
  const last = transitions.flatMap((all, from) =>
    all.some(({ to, controllable }) => controllable && to === initialState) ? [from] : [],
  )
  const isKept = (requirement: number, state: number) => {
    const { providers } = compiled.requirements[requirement]!
    for (let at = 0; at < providers.length; at += 2)
      if (providers[at] !== container || offers[state]![providers[at + 1]!] === 1) return true
    return false
  }
  return states.map((_, state) => last.some((from) => needs[state]!.every((requirement) => isKept(requirement, from))))
}
