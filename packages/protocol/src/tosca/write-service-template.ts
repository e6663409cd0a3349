/**
 * Topologies as TOSCA Simple Profile 1.3. The profile has no management protocols, so the protocol of a node type is YAML text in its
 * metadata, where readers of the profile accept arbitrary text.
 */
import { isJsonObject, type JsonObject } from '@kubewright/core/json'
import { formatTopology, namedTypes } from '../format-topology.ts'
import { toRecord } from '../global-state.ts'
import type { Binding, Topology, TopologyNode } from '../topology.ts'
import { formatYaml } from './yaml-document.ts'

/** The metadata key of a protocol, or of node settings that the profile cannot express. */
export const metadataKey = 'kubewright.dev/management-protocol'

/** A topology as TOSCA Simple Profile YAML that `readServiceTemplate` reads back. */
export function writeServiceTemplate(topology: Topology): string {
  const { types } = formatTopology(topology)
  const protocols = isJsonObject(types) ? types : {}
  return formatYaml({
    tosca_definitions_version: 'tosca_simple_yaml_1_3',
    ...(topology.hardRecovery ? { metadata: { [metadataKey]: formatYaml({ hardRecovery: true }) } } : {}),
    node_types: toRecord(
      [...namedTypes(topology)].map(([name, type]) => {
        const { requirements: _, capabilities: __, ...protocol } = protocols[name] as JsonObject
        return [
          name,
          {
            derived_from: 'tosca.nodes.Root',
            metadata: { [metadataKey]: formatYaml(protocol) },
            requirements: type.requirements.map((requirement) =>
              toRecord([[requirement, { capability: 'tosca.capabilities.Node' }]]),
            ),
            capabilities: toRecord(
              type.capabilities.map((capability) => [capability, { type: 'tosca.capabilities.Node' }]),
            ),
          },
        ]
      }),
    ),
    topology_template: { node_templates: nodeTemplates(topology) },
  })
}

function nodeTemplates(topology: Topology): Record<string, JsonObject> {
  const bindings = new Map<string, Binding[]>([...topology.nodes.keys()].map((name) => [name, []]))
  for (const binding of topology.bindings) bindings.get(binding.node)!.push(binding)
  return toRecord(
    [...topology.nodes.values()].map((node) => [node.name, nodeTemplate(node, bindings.get(node.name)!)] as const),
  )
}

function nodeTemplate({ type, replicas, quorum, container }: TopologyNode, bindings: readonly Binding[]): JsonObject {
  const host = bindings
    .flatMap(({ requirement, to }) => to.map((target, index) => ({ requirement, index, node: target.node })))
    .find(({ node }) => node === container)
  const extra = {
    ...(replicas === undefined ? {} : { replicas, quorum }),
    ...(container === undefined || host !== undefined ? {} : { container }),
  }
  return {
    type: type.name,
    ...(Object.keys(extra).length === 0 ? {} : { metadata: { [metadataKey]: formatYaml(extra) } }),
    requirements: bindings.flatMap(({ requirement, to }) =>
      to.map((target, index) => {
        const isHost = host !== undefined && host.requirement === requirement && host.index === index
        const relationship = isHost ? 'tosca.relationships.HostedOn' : 'tosca.relationships.DependsOn'
        return toRecord([[requirement, { node: target.node, capability: target.capability, relationship }]])
      }),
    ),
  }
}
