/**
 * CSAR archives from topologies. Costs, controllability, replicas and hard recovery are written in our own namespace, which other readers
 * ignore; a crash is an operation of the interface `Special`, as they expect.
 */
import { append } from '../append.ts'
import { namedTypes } from '../format-topology.ts'
import type { NodeType } from '../node-type.ts'
import type { Topology, TopologyNode } from '../topology.ts'
import type { Transition } from '../transition.ts'
import { writeArchive } from './archive.ts'
import { interfaces, namespaces } from './vocabulary.ts'
import { formatXml } from './xml.ts'

/** Options of `writeCsar`. */
export interface WriteCsarOptions {
  /**
   * The id of the service template.
   * @default 'Application'
   */
  readonly service?: string
}

const definitionsPath = 'Definitions/application.tosca'
const typeNamespace = 'urn:kubewright:protocol:types'

/** Writes a topology as a CSAR archive. Deterministic. */
export function writeCsar(topology: Topology, { service = 'Application' }: WriteCsarOptions = {}): Uint8Array {
  const attributes = {
    'xmlns:tosca': namespaces.tosca,
    'xmlns:mprot': namespaces.protocol,
    'xmlns:kw': namespaces.kubewright,
    'xmlns:types': typeNamespace,
    id: 'application',
    targetNamespace: typeNamespace,
  }
  const hosts = hostedNodes(topology)
  const template = formatXml('tosca:TopologyTemplate', {}, [
    ...[...topology.nodes.values()].map((node, index) => nodeTemplate(node, index, hosts)),
    ...relationships(topology),
  ])
  const children = [
    ...[...namedTypes(topology).values()].map(nodeType),
    formatXml(
      'tosca:ServiceTemplate',
      { id: service, name: service, 'kw:hardRecovery': topology.hardRecovery ? 'true' : undefined },
      [template],
    ),
  ]
  const text = `<?xml version="1.0" encoding="UTF-8"?>\n${formatXml('tosca:Definitions', attributes, children)}\n`
  const metadata = `TOSCA-Meta-Version: 1.0\nCSAR-Version: 1.0\nCreated-By: Kubewright\nEntry-Definitions: ${definitionsPath}\n\nName: ${definitionsPath}\nContent-Type: application/vnd.oasis.tosca.definitions\n`
  return writeArchive(
    new Map([
      ['TOSCA-Metadata/TOSCA.meta', metadata],
      [definitionsPath, text],
    ]),
  )
}

function nodeType(type: NodeType): string {
  return formatXml('tosca:NodeType', { name: type.name }, [
    ...list(
      'tosca:RequirementDefinitions',
      type.requirements.map((name) => formatXml('tosca:RequirementDefinition', { name })),
    ),
    ...list(
      'tosca:CapabilityDefinitions',
      type.capabilities.map((name) => formatXml('tosca:CapabilityDefinition', { name })),
    ),
    formatXml(
      'tosca:InstanceStates',
      {},
      [...type.states].map(([state, { needs, offers }]) =>
        formatXml('tosca:InstanceState', { state }, [
          ...reliesOn(needs),
          ...list(
            'mprot:Offers',
            offers.map((name) => formatXml('mprot:Capability', { name })),
          ),
        ]),
      ),
    ),
    ...interfacesOf(type),
    formatXml('mprot:ManagementProtocol', {}, [
      formatXml('mprot:InitialState', { state: type.initial }),
      formatXml(
        'mprot:Transitions',
        {},
        [...type.operations].flatMap(([name, all]) => all.map((one) => transition(name, all, one))),
      ),
      formatXml(
        'mprot:FaultHandlers',
        {},
        type.faults.map(({ from, to }) => formatXml('mprot:FaultHandler', { sourceState: from, targetState: to })),
      ),
    ]),
  ])
}

/** Omits empty elements. */
function list(name: string, children: readonly string[]): readonly string[] {
  return children.length === 0 ? [] : [formatXml(name, {}, children)]
}

function reliesOn(needs: readonly string[]): readonly string[] {
  return list(
    'mprot:ReliesOn',
    needs.map((name) => formatXml('mprot:Requirement', { name })),
  )
}

function interfacesOf(type: NodeType): readonly string[] {
  const operations = new Map<string, string[]>()
  for (const [name, all] of type.operations) {
    const { area, operation } = partsOf(name, all)
    append(operations, area, formatXml('tosca:Operation', { name: operation }))
  }
  return list(
    'tosca:Interfaces',
    [...operations].map(([name, all]) => formatXml('tosca:Interface', { name }, all)),
  )
}

/** The interface and the name of an operation in it. */
function partsOf(
  name: string,
  transitions: readonly Transition[],
): { readonly area: string; readonly operation: string } {
  const colon = name.indexOf(':')
  if (colon > 0 && colon < name.length - 1) return { area: name.slice(0, colon), operation: name.slice(colon + 1) }
  const isCrash = transitions.length > 0 && transitions.every(({ controllable }) => !controllable)
  return { area: isCrash ? interfaces.crash : interfaces.usual, operation: name }
}

function transition(
  name: string,
  all: readonly Transition[],
  { from, to, needs, controllable, cost }: Transition,
): string {
  const { area, operation } = partsOf(name, all)
  const isClear = name === operation && controllable === (area !== interfaces.crash)
  return formatXml(
    'mprot:Transition',
    {
      sourceState: from,
      targetState: to,
      operationName: operation,
      interfaceName: area,
      'kw:operation': isClear ? undefined : name,
      'kw:controllable': isClear ? undefined : String(controllable),
      'kw:cost': cost === 1 ? undefined : String(cost),
    },
    reliesOn(needs),
  )
}

/** Ids are derived from positions: names may contain characters that ids may not. */
const requirementId = (node: number, index: number) => `requirement-${node}-${index}`
const capabilityId = (node: number, index: number) => `capability-${node}-${index}`

/** The nodes that have a binding to their container. */
function hostedNodes(topology: Topology): ReadonlySet<string> {
  return new Set(
    topology.bindings
      .filter(({ node, to }) => to.some((target) => target.node === topology.nodes.get(node)!.container))
      .map(({ node }) => node),
  )
}

function nodeTemplate(
  { name, type, replicas, quorum, container }: TopologyNode,
  node: number,
  hosts: ReadonlySet<string>,
): string {
  const attributes = {
    id: name,
    name,
    type: `types:${type.name}`,
    minInstances: String(replicas ?? 1),
    maxInstances: String(replicas ?? 1),
    'kw:replicas': replicas === undefined ? undefined : String(replicas),
    'kw:quorum': replicas === undefined ? undefined : String(quorum),
    'kw:container': hosts.has(name) ? undefined : container,
  }
  return formatXml('tosca:NodeTemplate', attributes, [
    ...list(
      'tosca:Requirements',
      type.requirements.map((part, index) =>
        formatXml('tosca:Requirement', { id: requirementId(node, index), name: part, type: 'types:Requirement' }),
      ),
    ),
    ...list(
      'tosca:Capabilities',
      type.capabilities.map((part, index) =>
        formatXml('tosca:Capability', { id: capabilityId(node, index), name: part, type: 'types:Capability' }),
      ),
    ),
  ])
}

function relationships(topology: Topology): readonly string[] {
  const numbers = new Map([...topology.nodes.keys()].map((name, index) => [name, index]))
  const hosted = new Set<string>()
  return topology.bindings.flatMap(({ node, requirement, to }, number) => {
    const { type, container } = topology.nodes.get(node)!
    return to.map((target, index) => {
      const isHost = target.node === container && !hosted.has(node)
      if (isHost) hosted.add(node)
      const { capabilities } = topology.nodes.get(target.node)!.type
      const source = requirementId(numbers.get(node)!, type.requirements.indexOf(requirement))
      const sink = capabilityId(numbers.get(target.node)!, capabilities.indexOf(target.capability))
      return formatXml(
        'tosca:RelationshipTemplate',
        { id: `relationship-${number}-${index}`, type: isHost ? 'types:HostedOn' : 'types:ConnectsTo' },
        [formatXml('tosca:SourceElement', { ref: source }), formatXml('tosca:TargetElement', { ref: sink })],
      )
    })
  })
}
