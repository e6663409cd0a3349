/** The fully running state of an application, if none is specified. */
import { type GlobalState, type Goal, toRecord } from '../global-state.ts'
import type { NodeType } from '../node-type.ts'
import type { Topology } from '../topology.ts'
import { defaultLimit, findPlan } from './find-plan.ts'

/**
 * The end of the plan that brings every node to the state with the most offers; `undefined` if there is no such plan. For components that
 * are unavailable, running or crashed it is the state in which all run.
 *
 * @example
 * ```ts
 * busiestState(protocolOf({ db: [], api: ['db'] })) // => { db: 'running', api: 'running' }
 * ```
 *
 * @param options.limit how many global states to explore before giving up, 2,000,000 unless given
 */
export function busiestState<State extends GlobalState>(
  topology: Topology<State>,
  { limit = defaultLimit }: { readonly limit?: number } = {},
): State | undefined {
  const goal: Goal = toRecord(
    [...topology.nodes.values()].map(({ name, type, replicas }) => {
      const state = busiestOf(type)
      return [name, replicas === undefined ? state : toRecord([[state, replicas]])] as const
    }),
  )
  const plan = findPlan(topology, { to: goal as Goal<State>, limit })
  return plan.status === 'found' ? (plan.to as State) : undefined
}

function busiestOf(type: NodeType): string {
  const weight = ([name, { offers, needs }]: readonly [
    string,
    { offers: readonly string[]; needs: readonly string[] },
  ]) => offers.length * 1_000 + needs.length + (name === type.initial ? -1 : 0)
  return [...type.states].reduce((best, state) => (weight(state) > weight(best) ? state : best))[0]
}
