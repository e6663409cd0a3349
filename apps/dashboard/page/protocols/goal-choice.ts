/** A goal as selected in the page: for each node any state, one state, or a number of instances in a state. Pure. */
import type { GlobalState, Goal } from '@kubewright/protocol'
import { occupiedStates, type ProtocolModel } from './protocol-model.ts'

export interface NodeChoice {
  /** Empty for any state. */
  readonly state: string
  /** For a replicated node: the minimum number of instances. */
  readonly count: number
}

export type GoalChoice = ReadonlyMap<string, NodeChoice>

/** The goal for the planner. Nodes without a choice may be in any state; choices of removed nodes are ignored. */
export function goalOf({ nodes, types }: ProtocolModel, choice: GoalChoice): Goal {
  const entries = nodes.flatMap(({ name, type, replicas }): [string, string | Record<string, number>][] => {
    const { state = '', count = 1 } = choice.get(name) ?? {}
    if (!types.get(type)!.states.some((one) => one.name === state)) return []
    if (replicas === undefined) return [[name, state]]
    return [[name, Object.fromEntries([[state, Math.max(1, Math.min(replicas, count))]])]]
  })
  return Object.fromEntries(entries)
}

/** A complete state as a goal. */
export function choiceOf(state: GlobalState): GoalChoice {
  return new Map(
    Object.keys(state).flatMap((node) => {
      const [most] = [...occupiedStates(state, node)].sort(([, one], [, two]) => two - one)
      return most === undefined ? [] : [[node, { state: most[0], count: most[1] }] as const]
    }),
  )
}
