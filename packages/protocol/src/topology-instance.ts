/** Builds a topology from its parts, and rejects inconsistent ones. */
import { definitionError } from './definition-error.ts'
import { assertBoolean, assertRecord, isRecord } from './definition-shape.ts'
import { protocolErrors } from './errors.ts'
import { resolveBindings } from './binding.ts'
import { normalState } from './state-value.ts'
import type { GlobalState } from './global-state.ts'
import { toRecord } from './global-state.ts'
import { assertName, listed, shown } from './name.ts'
import type { NodeType } from './node-type.ts'
import type { NodeEntry, ReplicatedNode, Topology, TopologyNode } from './topology.ts'

/** The parts of a topology, with unchecked names. */
export interface TopologyParts {
  readonly nodes: Readonly<Record<string, NodeEntry>>
  readonly bindings: Readonly<Record<string, string | readonly string[]>>
  readonly containers: Readonly<Record<string, string | undefined>>
  readonly hardRecovery: boolean
}

const mostReplicas = 1_000_000

export function createTopology(parts: TopologyParts): Topology {
  for (const part of ['nodes', 'bindings', 'containers'] as const)
    assertRecord(parts[part], 'a topology', `\`${part}\``)
  assertBoolean(parts.hardRecovery, 'a topology', '`hardRecovery`')
  const containers = new Map(
    Object.entries(parts.containers).filter((entry): entry is [string, string] => entry[1] !== undefined),
  )
  const nodes = new Map<string, TopologyNode>()
  for (const [name, entry] of Object.entries(parts.nodes))
    nodes.set(name, normalNode(name, entry, containers.get(name)))
  assertContainers(containers, nodes)
  const bindings = resolveBindings(parts.bindings, nodes)
  const topology = { nodes, bindings, hardRecovery: parts.hardRecovery }
  return Object.freeze({
    ...topology,
    initial: Object.freeze(toRecord([...nodes.values()].map((node) => [node.name, initialOf(node)] as const))),
    state: (values: GlobalState) => normalState(nodes, values),
  })
}

function normalNode(name: string, entry: NodeEntry, container: string | undefined): TopologyNode {
  assertName(name, 'node')
  const isReplicated = isRecord(entry) && 'type' in entry
  assertNodeType(name, isReplicated ? entry.type : entry)
  if (!isReplicated) return { name, type: entry as NodeType, replicas: undefined, quorum: 1, container }
  const { type, replicas, quorum = 1 } = entry as ReplicatedNode
  assertCount(name, 'replicas', replicas, mostReplicas)
  assertCount(name, 'quorum', quorum, replicas)
  return { name, type, replicas, quorum, container }
}

function assertNodeType(node: string, type: unknown): void {
  if (isRecord(type) && type['states'] instanceof Map && type['operations'] instanceof Map) return
  throw definitionError(
    `define the node ${shown(node)}`,
    `its type is ${shown(type)} that \`defineNodeType\` did not return`,
    'Give it a node type, as in { db: Database }, or { db: { type: Database, replicas: 3 } }.',
  )
}

/** Rejects values that neither `defineTopology` nor `parseTopology` returned. */
export function assertTopology(topology: unknown): void {
  if (isRecord(topology) && topology['nodes'] instanceof Map && Array.isArray(topology['bindings'])) return
  throw protocolErrors('KW_PROTOCOL_OPTION', {
    what: 'read a topology',
    why: `it is ${shown(topology)} that \`defineTopology\` did not return`,
    next: 'Pass what `defineTopology`, `parseTopology` or `protocolOf` returned.',
  })
}

function assertCount(node: string, option: string, value: number, most: number): void {
  if (Number.isSafeInteger(value) && value >= 1 && value <= most) return
  throw definitionError(
    `define the node ${shown(node)}`,
    `its ${option} is ${shown(value)}`,
    `It must be an integer from 1 to ${most}.`,
  )
}

function initialOf({ type, replicas }: TopologyNode): GlobalState[string] {
  return replicas === undefined ? type.initial : Object.freeze(toRecord([[type.initial, replicas]]))
}

/** Rejects an unknown container and a node that contains itself, directly or not. */
function assertContainers(containers: ReadonlyMap<string, string>, nodes: ReadonlyMap<string, TopologyNode>): void {
  for (const [contained, container] of containers) {
    const unknown = [contained, container].find((name) => !nodes.has(name))
    if (unknown !== undefined)
      throw definitionError(
        'define containers',
        `there is no node ${shown(unknown)}`,
        `Known: ${listed(nodes.keys())}.`,
      )
  }
  const safe = new Set<string>()
  for (const start of containers.keys()) {
    const path = new Set<string>()
    let current: string | undefined = start
    for (; current !== undefined && !safe.has(current); current = containers.get(current)) {
      if (path.has(current))
        throw definitionError(
          'define containers',
          `${shown(current)} contains itself: ${listed([...path, current])}`,
          'Remove one of these containers.',
        )
      path.add(current)
    }
    for (const name of path) safe.add(name)
  }
}
