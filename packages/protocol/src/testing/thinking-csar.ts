/**
 * The four archives of the Thinking application, in the layout that Winery exports and Barrel reads: one document per type, in two
 * namespaces, with diamond-shaped imports, and crashes that no interface declares.
 */
import { zipSync } from 'fflate'
import type { NodeType } from '../node-type.ts'
import { thinking } from './thinking.ts'

type Variant = Parameters<typeof thinking>[0]

const tosca = 'http://docs.oasis-open.org/tosca/ns/2011/12'
const namespace = 'http://socc.di.unipi.it/names'
const ids = {
  node: 'node-docker',
  maven: 'maven-docker',
  mongo: 'mongo-docker',
  api: 'thougths-api',
  gui: 'thougths-gui',
} as const

export function barrelArchive(variant: Variant): Uint8Array {
  const topology = thinking(variant, false)
  const types = new Map([...topology.nodes.values()].map(({ type }) => [type.name, type]))
  const files = new Map<string, string>([
    [
      'TOSCA-Metadata/TOSCA.meta',
      'TOSCA-Meta-Version: 1.0\nCSAR-Version: 1.0\nCreated-By: Winery\nEntry-Definitions: Definitions/socc__Thinking.tosca\n\nName: Definitions/socc__Thinking.tosca\n',
    ],
    [
      'Definitions/socc__ContainerCapability.tosca',
      definitions('<tosca:CapabilityType name="ContainerCapability"/>', []),
    ],
    [
      'Definitions/socc__Thinking.tosca',
      definitions(serviceTemplate(topology), [
        'socc__ContainerCapability.tosca',
        ...[...types.keys()].map((name) => `socc__${name}.tosca`),
      ]),
    ],
  ])
  for (const [name, type] of types)
    files.set(
      `Definitions/socc__${name}.tosca`,
      definitions(nodeType(type), [
        'socc__ContainerCapability.tosca',
        ...(name === 'DockerMongo' ? ['socc__Docker.tosca'] : []),
      ]),
    )
  return zipSync(Object.fromEntries([...files].map(([path, text]) => [path, new TextEncoder().encode(text)])))
}

function definitions(content: string, imports: readonly string[]): string {
  const schema =
    '<tosca:Import namespace="urn:schema" location="../nodetypes/http%253A%252F%252Fx/Properties.xsd" importType="http://www.w3.org/2001/XMLSchema"/>'
  const all = imports.map(
    (location) => `<tosca:Import namespace="${namespace}" location="${location}" importType="${tosca}"/>`,
  )
  return `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<tosca:Definitions xmlns:tosca="${tosca}" id="x" targetNamespace="${namespace}">${schema}${all.join('')}${content}</tosca:Definitions>`
}

const mprot = 'xmlns="http://di.unipi.it/~soldani/mprot"'
const named = (element: string, names: readonly string[]) =>
  names.map((name) => `<${element} name="${name}"/>`).join('')

function nodeType(type: NodeType): string {
  const states = [...type.states].map(([state, { needs, offers }]) => {
    const relies = needs.length > 0 ? `<ReliesOn ${mprot}>${named('Requirement', needs)}</ReliesOn>` : ''
    const offered = offers.length > 0 ? `<Offers ${mprot}>${named('Capability', offers)}</Offers>` : ''
    return `<tosca:InstanceState state="${state}">${relies}${offered}</tosca:InstanceState>`
  })
  const transitions = [...type.operations].flatMap(([operation, all]) =>
    all.map(({ from, to, needs }) => {
      const area = operation === 'Crash' ? 'Special' : 'Lifecycle'
      const relies = needs.length > 0 ? `<ReliesOn>${named('Requirement', needs)}</ReliesOn>` : ''
      return `<Transition sourceState="${from}" targetState="${to}" operationName="${operation}" interfaceName="${area}">${relies}</Transition>`
    }),
  )
  const handlers = type.faults.map(({ from, to }) => `<FaultHandler sourceState="${from}" targetState="${to}"/>`)
  const operations = [...type.operations.keys()].filter((name) => name !== 'Crash')
  const derived =
    type.name === 'DockerMongo' ? `<tosca:DerivedFrom xmlns:socc="${namespace}" typeRef="socc:Docker"/>` : ''
  return `<tosca:NodeType name="${type.name}" targetNamespace="${namespace}">${derived}
    <tosca:RequirementDefinitions>${named('tosca:RequirementDefinition', type.requirements)}</tosca:RequirementDefinitions>
    <tosca:CapabilityDefinitions>${named('tosca:CapabilityDefinition', type.capabilities)}</tosca:CapabilityDefinitions>
    <tosca:InstanceStates>${states.join('')}</tosca:InstanceStates>
    <tosca:Interfaces><tosca:Interface name="Lifecycle">${named('tosca:Operation', operations)}</tosca:Interface></tosca:Interfaces>
    <ManagementProtocol ${mprot}><InitialState state="${type.initial}"/><Transitions>${transitions.join('')}</Transitions>
    <FaultHandlers>${handlers.join('')}</FaultHandlers></ManagementProtocol></tosca:NodeType>`
}

function serviceTemplate({ nodes, bindings }: ReturnType<typeof thinking>): string {
  const idOf = (name: string) => ids[name as keyof typeof ids]
  const templates = [...nodes.values()].map(({ name, type }) => {
    const requirements = type.requirements.map(
      (one) => `<tosca:Requirement name="${one}" id="${name}_Reqs_${one}" type="socc:X"/>`,
    )
    const capabilities = type.capabilities.map(
      (one) => `<tosca:Capability name="${one}" id="${name}_Caps_${one}" type="socc:X"/>`,
    )
    return `<tosca:NodeTemplate xmlns:socc="${namespace}" name="${name}" minInstances="1" maxInstances="1" id="${idOf(name)}" type="socc:${type.name}">
      <tosca:Requirements>${requirements.join('')}</tosca:Requirements><tosca:Capabilities>${capabilities.join('')}</tosca:Capabilities></tosca:NodeTemplate>`
  })
  const relationships = bindings.map(({ node, requirement, to: [target] }) => {
    const kind = requirement.endsWith('Container') ? 'HostedOn' : 'ConnectsTo'
    return `<tosca:RelationshipTemplate xmlns:ns2="${tosca}/ToscaBaseTypes" id="con_${node}_${requirement}" type="ns2:${kind}">
      <tosca:SourceElement ref="${node}_Reqs_${requirement}"/><tosca:TargetElement ref="${target!.node}_Caps_${target!.capability}"/></tosca:RelationshipTemplate>`
  })
  return `<tosca:ServiceTemplate id="Thinking" name="Thinking" targetNamespace="${namespace}"><tosca:TopologyTemplate>${templates.join('')}${relationships.join('')}</tosca:TopologyTemplate></tosca:ServiceTemplate>`
}
