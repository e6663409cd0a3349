/** The tone of a protocol's states. Pure. */
import type { GlobalState } from '@kubewright/protocol'
import type { Tone } from '../parts.tsx'
import { type ModelType, occupiedStates, type ProtocolModel } from './protocol-model.ts'
import type { Fault } from './protocol-request.ts'

/**
 * The initial state is quiet. A state that offers nothing and is reached only by crashes and fault handlers is bad, because it needs a
 * repair. All others are good.
 */
export function stateTone(type: ModelType | undefined, state: string): Tone {
  if (type === undefined) return 'quiet'
  if (state === type.initial) return 'quiet'
  const isEntered = type.transitions.some(
    ({ to, from, controllable }) => to === state && from !== state && controllable,
  )
  const isFallenTo =
    type.faults.some(({ to }) => to === state) ||
    type.transitions.some(({ to, controllable }) => to === state && !controllable)
  return isFallenTo && !isEntered ? 'busy' : 'good'
}

/** The worst tone among the instances of a node. A pending fault is worse than any state. */
export function nodeTone(
  { nodes, types }: ProtocolModel,
  state: GlobalState,
  node: string,
  faults: readonly Fault[],
): Tone {
  if (faults.some((fault) => fault.node === node)) return 'bad'
  const type = types.get(nodes.find(({ name }) => name === node)?.type ?? '')
  const tones = occupiedStates(state, node).map(([one]) => stateTone(type, one))
  return (['busy', 'good', 'quiet'] as const).find((tone) => tones.includes(tone)) ?? 'quiet'
}
