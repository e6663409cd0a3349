/** Validates global states and goals from users, and normalizes them to the order of the topology. */
import type { KubewrightError } from '@kubewright/core'
import { setOwn } from '@kubewright/core/json'
import { isRecord } from './definition-shape.ts'
import { protocolErrors } from './errors.ts'
import { type Counts, type GlobalState, type Goal, toRecord } from './global-state.ts'
import { listed, shown } from './name.ts'
import type { TopologyNode } from './topology.ts'

type Nodes = ReadonlyMap<string, TopologyNode>
type Kind = 'global state' | 'goal'

export function normalState(nodes: Nodes, values: GlobalState): GlobalState {
  assertNodes(nodes, values, 'global state')
  const state: Record<string, GlobalState[string]> = {}
  for (const node of nodes.values()) {
    if (!Object.hasOwn(values, node.name))
      throw stateError(
        'read a global state',
        `it gives no state for the node ${shown(node.name)}`,
        'Give every node a state.',
      )
    setOwn(state, node.name, normalValue(node, values[node.name]))
  }
  return Object.freeze(state)
}

function normalValue(node: TopologyNode, value: unknown): GlobalState[string] {
  if (node.replicas === undefined) return assertStateName(node, value, 'global state')
  const counts = normalCounts(node, value, 'global state')
  const sum = sumOf(counts)
  if (sum === node.replicas) return counts
  throw stateError(
    'read a global state',
    `the counts of ${shown(node.name)} add up to ${sum}, but it has ${node.replicas} replicas`,
    'Give a state for each replica.',
  )
}

/** The goal of one node: any of some states, or a minimum number of instances in some states. */
export interface NodeGoal {
  readonly node: string
  readonly anyOf?: ReadonlySet<string>
  readonly atLeast?: ReadonlyMap<string, number>
}

export function normalGoal(nodes: Nodes, goal: Goal): readonly NodeGoal[] {
  assertNodes(nodes, goal, 'goal')
  return Object.entries(goal).flatMap(([name, wanted]): NodeGoal[] => {
    const node = nodes.get(name)!
    if (wanted === undefined) return []
    if (node.replicas !== undefined) return [{ node: name, atLeast: wantedCounts(node, wanted) }]
    const states = (Array.isArray(wanted) ? wanted : [wanted]) as readonly unknown[]
    if (states.length === 0)
      throw stateError(
        'read a goal',
        `no state of ${shown(name)} reaches it: the list of states is empty`,
        'Name at least one state, or leave the node out if any state will do.',
      )
    return [{ node: name, anyOf: new Set(states.map((state) => assertStateName(node, state, 'goal'))) }]
  })
}

/** Rejects counts that no global state can have. */
function wantedCounts(node: TopologyNode, wanted: unknown): ReadonlyMap<string, number> {
  const counts = normalCounts(node, wanted, 'goal')
  const sum = sumOf(counts)
  if (sum <= node.replicas!) return new Map(Object.entries(counts) as [string, number][])
  throw stateError(
    'read a goal',
    `it wants ${sum} instances of ${shown(node.name)}, but there are ${node.replicas}`,
    'Lower its counts, or define the node with more replicas.',
  )
}

function sumOf(counts: Counts): number {
  return Object.values(counts).reduce<number>((total, count) => total + (count ?? 0), 0)
}

function assertNodes(nodes: Nodes, values: unknown, kind: Kind): void {
  if (!isRecord(values))
    throw stateError(
      `read a ${kind}`,
      `it is ${shown(values)}`,
      'Pass an object with a state for each node, as in { db: "running" }.',
    )
  const unknown = Object.keys(values).find((name) => !nodes.has(name))
  if (unknown === undefined) return
  throw stateError(`read a ${kind}`, `there is no node ${shown(unknown)}`, `Known: ${listed(nodes.keys())}.`)
}

function assertStateName(node: TopologyNode, value: unknown, kind: Kind): string {
  if (typeof value === 'string' && node.type.states.has(value)) return value
  throw stateError(
    `read a ${kind}`,
    `the node ${shown(node.name)} has no state ${shown(value)}`,
    `Known: ${listed(node.type.states.keys())}.`,
  )
}

function normalCounts(node: TopologyNode, value: unknown, kind: Kind): Counts {
  if (!isRecord(value))
    throw stateError(
      `read a ${kind}`,
      `the node ${shown(node.name)} has ${node.replicas} replicas, but its state is ${shown(value)}`,
      `Count its instances, as in { ${shown(node.type.initial)}: ${node.replicas} }; on the command line ${node.name}=${node.type.initial}:${node.replicas}.`,
    )
  for (const [state, count] of Object.entries(value)) {
    assertStateName(node, state, kind)
    if (Number.isSafeInteger(count) && (count as number) >= 0) continue
    throw stateError(
      `read a ${kind}`,
      `the count of ${shown(state)} in ${shown(node.name)} is ${shown(count)}`,
      'Use an integer that is not negative.',
    )
  }
  const given = value as Readonly<Record<string, number>>
  const occupied = [...node.type.states.keys()].filter((state) => Object.hasOwn(given, state) && given[state]! > 0)
  return Object.freeze(toRecord(occupied.map((state) => [state, given[state]!] as const)))
}

export function stateError(what: string, why: string, next: string): KubewrightError {
  return protocolErrors('KW_PROTOCOL_STATE', { what, why, next })
}
