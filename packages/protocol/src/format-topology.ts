/** Topologies as plain data, for YAML and JSON files. */
import { type JsonObject, setOwn } from '@kubewright/core/json'
import { definitionError } from './definition-error.ts'
import { toRecord } from './global-state.ts'
import { shown } from './name.ts'
import type { NodeType } from './node-type.ts'
import type { Topology } from './topology.ts'
import { assertTopology } from './topology-instance.ts'
import type { Transition } from './transition.ts'

/** A topology as plain data for `parseTopology`. Types of the same name must be the same type. */
export function formatTopology(topology: Topology): JsonObject {
  assertTopology(topology)
  const nodes = [...topology.nodes.values()]
  const types = namedTypes(topology)
  const contained = nodes.filter(({ container }) => container !== undefined)
  return {
    types: toRecord([...types].map(([name, type]) => [name, formatNodeType(type)] as const)),
    nodes: toRecord(
      nodes.map(
        ({ name, type, replicas, quorum }) =>
          [name, replicas === undefined ? type.name : { type: type.name, replicas, quorum }] as const,
      ),
    ),
    bindings: toRecord(
      topology.bindings.map(({ node, requirement, to }) => {
        const targets = to.map((target) => `${target.node}.${target.capability}`)
        return [`${node}.${requirement}`, targets.length === 1 ? targets[0]! : targets] as const
      }),
    ),
    ...(contained.length > 0
      ? { containers: toRecord(contained.map(({ name, container }) => [name, container!] as const)) }
      : {}),
    ...(topology.hardRecovery ? { hardRecovery: true } : {}),
  }
}

/** The node types of a topology by name. Rejects duplicate names. */
export function namedTypes(topology: Topology): ReadonlyMap<string, NodeType> {
  const types = new Map<string, NodeType>()
  for (const { type } of topology.nodes.values()) {
    if ((types.get(type.name) ?? type) !== type)
      throw definitionError(
        'write the topology',
        `two node types are called ${shown(type.name)}`,
        'Rename one of them.',
      )
    types.set(type.name, type)
  }
  return types
}

function formatNodeType(type: NodeType): JsonObject {
  const faults: Record<string, string | string[]> = {}
  for (const { from, to } of type.faults) {
    const known = Object.hasOwn(faults, from) ? faults[from] : undefined
    setOwn(faults, from, known === undefined ? to : [known, to].flat())
  }
  return {
    ...(type.requirements.length > 0 ? { requirements: type.requirements } : {}),
    ...(type.capabilities.length > 0 ? { capabilities: type.capabilities } : {}),
    initial: type.initial,
    states: toRecord(
      [...type.states].map(([state, { needs, offers }]) => [
        state,
        { ...(needs.length > 0 ? { needs } : {}), ...(offers.length > 0 ? { offers } : {}) },
      ]),
    ),
    ...(type.operations.size > 0
      ? { operations: toRecord([...type.operations].map(([name, all]) => [name, all.map(formatTransition)] as const)) }
      : {}),
    ...(type.faults.length > 0 ? { faults } : {}),
  }
}

function formatTransition({ from, to, needs, controllable, cost }: Transition): JsonObject {
  return {
    from,
    to,
    ...(needs.length > 0 ? { needs } : {}),
    ...(controllable ? {} : { controllable }),
    ...(cost === 1 ? {} : { cost }),
  }
}
