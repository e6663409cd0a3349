/** Converts node types of TOSCA 1.0 with a management protocol. */
import { append } from '../append.ts'
import { toRecord } from '../global-state.ts'
import { listed, shown } from '../name.ts'
import { defineNodeType, type NodeType, type TransitionDefinition } from '../node-type.ts'
import type { Definitions } from './definitions.ts'
import { documentError } from './document-error.ts'
import { attributeOf, childOf, childrenOf, interfaces, ours, qualified } from './vocabulary.ts'
import type { Element } from './xml.ts'

interface Declared {
  readonly element: Element
  readonly path: string
  readonly namespace: string
}

/** The node types of an archive, converted lazily. */
export class NodeTypes {
  readonly #declared = new Map<string, Declared>()
  readonly #types = new Map<string, NodeType>()

  constructor(definitions: readonly Definitions[]) {
    for (const { path, root } of definitions)
      for (const element of childrenOf(root, 'NodeType')) {
        const namespace = element.attributes.get('targetNamespace') ?? root.attributes.get('targetNamespace') ?? ''
        this.#declared.set(`{${namespace}}${attributeOf(element, 'name', path)}`, { element, path, namespace })
      }
  }

  /** The node type with this qualified name. */
  find(name: string, place: string): NodeType {
    const known = this.#types.get(name)
    if (known !== undefined) return known
    const type = this.#read(this.#lineage(name, place), place)
    this.#types.set(name, type)
    return type
  }

  /** The declaration and its base types, the nearest first. */
  #lineage(name: string, place: string): readonly Declared[] {
    const lineage: Declared[] = []
    for (let next: string | undefined = name; next !== undefined; ) {
      const declared = this.#declared.get(next)
      if (declared === undefined)
        throw documentError(place, `there is no node type ${shown(next)}`, `Known: ${listed(this.#declared.keys())}.`)
      if (lineage.includes(declared))
        throw documentError(declared.path, `the node type ${shown(name)} is derived from itself`)
      lineage.push(declared)
      const base = childOf(declared.element, 'DerivedFrom')
      next = base && qualified(base, attributeOf(base, 'typeRef', declared.path), declared.namespace)
      // Types of the standard are not in the archive and have no protocol to inherit.
      if (next !== undefined && !this.#declared.has(next)) next = undefined
    }
    return lineage
  }

  #read(lineage: readonly Declared[], place: string): NodeType {
    const elements = lineage.map(({ element }) => element)
    const nearest = (name: string) =>
      elements.map((element) => childOf(element, name)).find((child) => child !== undefined)
    const name = attributeOf(elements[0]!, 'name', place)
    const { path } = lineage[0]!
    const states = childrenOf(nearest('InstanceStates'), 'InstanceState')
    if (states.length === 0) throw documentError(path, `the node type ${shown(name)} has no instance states`)
    const protocol = nearest('ManagementProtocol')
    const initial = childOf(protocol, 'InitialState')
    return defineNodeType({
      name,
      requirements: namesIn(elements, 'RequirementDefinitions', 'RequirementDefinition', path),
      capabilities: namesIn(elements, 'CapabilityDefinitions', 'CapabilityDefinition', path),
      initial: initial === undefined ? attributeOf(states[0]!, 'state', path) : attributeOf(initial, 'state', path),
      states: toRecord(
        states.map((state) => [
          attributeOf(state, 'state', path),
          {
            needs: relied(state, path),
            offers: childrenOf(childOf(state, 'Offers'), 'Capability').map((one) => attributeOf(one, 'name', path)),
          },
        ]),
      ),
      operations: operationsOf(childrenOf(childOf(protocol, 'Transitions'), 'Transition'), path),
      faults: faultsOf(childrenOf(childOf(protocol, 'FaultHandlers'), 'FaultHandler'), path),
    })
  }
}

function namesIn(elements: readonly Element[], list: string, item: string, path: string): readonly string[] {
  const names = elements.flatMap((element) =>
    childrenOf(childOf(element, list), item).map((one) => attributeOf(one, 'name', path)),
  )
  return [...new Set(names)]
}

function relied(element: Element, path: string): readonly string[] {
  return childrenOf(childOf(element, 'ReliesOn'), 'Requirement').map((one) => attributeOf(one, 'name', path))
}

function operationsOf(transitions: readonly Element[], path: string): Record<string, TransitionDefinition[]> {
  const operations = new Map<string, TransitionDefinition[]>()
  const taken = new Map<string, string>()
  for (const transition of transitions) {
    const area = attributeOf(transition, 'interfaceName', path)
    const bare = attributeOf(transition, 'operationName', path)
    const isPlain = area === interfaces.usual || area === interfaces.crash
    // Two omitted interfaces may have an operation of the same name: then the later one keeps its interface prefix.
    const owner = taken.get(bare) ?? area
    if (isPlain) taken.set(bare, owner)
    const name = transition.attributes.get(ours('operation')) ?? (isPlain && owner === area ? bare : `${area}:${bare}`)
    const all = operations.get(name) ?? []
    operations.set(name, all)
    all.push({
      from: attributeOf(transition, 'sourceState', path),
      to: attributeOf(transition, 'targetState', path),
      needs: relied(transition, path),
      controllable: (transition.attributes.get(ours('controllable')) ?? String(area !== interfaces.crash)) !== 'false',
      cost: Number(transition.attributes.get(ours('cost')) ?? 1),
    })
  }
  return toRecord(operations)
}

function faultsOf(handlers: readonly Element[], path: string): Record<string, string[]> {
  const faults = new Map<string, string[]>()
  for (const handler of handlers) {
    const from = attributeOf(handler, 'sourceState', path)
    append(faults, from, attributeOf(handler, 'targetState', path))
  }
  return toRecord(faults)
}
