/**
 * Topologies from CSAR archives: TOSCA 1.0 XML with the vocabulary of management protocols.
 *
 * Nothing outside the archive is read. Import cycles, missing types, paths that leave the archive and archives that unpack to more than a
 * limit are rejected.
 */
import { append } from '../append.ts'
import { toRecord } from '../global-state.ts'
import { listed, shown } from '../name.ts'
import type { NodeType } from '../node-type.ts'
import type { NodeEntry, Topology } from '../topology.ts'
import { createTopology } from '../topology-instance.ts'
import { type ArchiveLimits, readArchive } from './archive.ts'
import { type Definitions, readDefinitions } from './definitions.ts'
import { documentError } from './document-error.ts'
import { NodeTypes } from './read-node-type.ts'
import { attributeOf, childOf, childrenOf, ours, qualified } from './vocabulary.ts'
import type { Element } from './xml.ts'

/** Options of `readCsar`. */
export interface ReadCsarOptions {
  /** The id of the service template to read. Required only if the archive has several. */
  readonly service?: string
  /**
   * Whether a contained node is forced back to its initial state when its container is not alive.
   * @default what `writeCsar` wrote, or false
   */
  readonly hardRecovery?: boolean
  readonly limits?: ArchiveLimits
}

/** Reads the topology of a CSAR archive. */
export function readCsar(bytes: Uint8Array, { service, hardRecovery, limits = {} }: ReadCsarOptions = {}): Topology {
  const definitions = readDefinitions(readArchive(bytes, limits))
  const { element, path, namespace } = serviceTemplate(definitions, service)
  const topology = childOf(element, 'TopologyTemplate')
  const templates = childrenOf(topology, 'NodeTemplate')
  const types = new NodeTypes(definitions)
  const nodes = templates.map((template) => {
    const type = types.find(qualified(template, attributeOf(template, 'type', path), namespace), path)
    return [attributeOf(template, 'id', path), nodeEntry(template, type, path)] as const
  })
  const parts = new Parts(templates, path)
  for (const relationship of childrenOf(topology, 'RelationshipTemplate')) parts.bind(relationship)
  return createTopology({
    nodes: unique(nodes, path),
    bindings: parts.bindings,
    containers: parts.containers,
    hardRecovery: hardRecovery ?? element.attributes.get(ours('hardRecovery')) === 'true',
  })
}

function serviceTemplate(definitions: readonly Definitions[], wanted: string | undefined) {
  const all = definitions.flatMap(({ path, root }) =>
    childrenOf(root, 'ServiceTemplate').map((element) => ({
      element,
      path,
      namespace: root.attributes.get('targetNamespace') ?? '',
    })),
  )
  const ids = all.map(({ element }) => element.attributes.get('id') ?? '')
  const chosen = wanted === undefined ? all : all.filter((_, index) => ids[index] === wanted)
  if (chosen.length === 1) return chosen[0]!
  const { path } = definitions[0]!
  if (wanted !== undefined)
    throw documentError(path, `there is no service template ${shown(wanted)}`, `Known: ${listed(ids)}.`)
  if (all.length === 0)
    throw documentError(path, 'there is no service template', 'Export the archive with its topology template.')
  throw documentError(path, 'there are several service templates', `Choose one with \`service\`: ${listed(ids)}.`)
}

/** Replicated if the template requires more than one instance. */
function nodeEntry(template: Element, type: NodeType, path: string): NodeEntry {
  const counts = ['replicas', 'quorum'].map((name) => template.attributes.get(ours(name)))
  const least = template.attributes.get('minInstances')
  const given = counts[0] ?? (least !== undefined && Number(least) > 1 ? least : undefined)
  if (given === undefined) return type
  const [replicas, quorum] = [Number(given), Number(counts[1] ?? 1)]
  if (Number.isSafeInteger(replicas) && Number.isSafeInteger(quorum)) return { type, replicas, quorum }
  throw documentError(
    path,
    `the number of instances of the node template ${shown(template.attributes.get('id'))} is not a whole number`,
    'Give `minInstances`, or `replicas` and `quorum`, whole numbers.',
  )
}

/** Rejects duplicate node template ids. */
function unique(nodes: readonly (readonly [string, NodeEntry])[], path: string): Record<string, NodeEntry> {
  const ids = new Set<string>()
  for (const [id] of nodes) {
    if (ids.has(id)) throw documentError(path, `two node templates have the id ${shown(id)}`)
    ids.add(id)
  }
  return toRecord(nodes)
}

interface Part {
  readonly node: string
  readonly path: string
}

/** The requirements and capabilities of node templates by id, and their relationships. */
class Parts {
  readonly #path: string
  readonly #requirements: ReadonlyMap<string, Part>
  readonly #capabilities: ReadonlyMap<string, Part>
  readonly #bindings = new Map<string, string[]>()
  readonly #containers = new Map<string, string>()

  constructor(templates: readonly Element[], path: string) {
    this.#path = path
    this.#requirements = this.#collect(templates, 'Requirements', 'Requirement')
    this.#capabilities = this.#collect(templates, 'Capabilities', 'Capability')
    for (const template of templates) {
      const container = template.attributes.get(ours('container'))
      if (container !== undefined) this.#contain(attributeOf(template, 'id', path), container)
    }
  }

  get bindings(): Record<string, string[]> {
    return toRecord(this.#bindings)
  }

  get containers(): Record<string, string> {
    return toRecord(this.#containers)
  }

  bind(relationship: Element): void {
    const source = this.#end(relationship, 'SourceElement', this.#requirements)
    const target = this.#end(relationship, 'TargetElement', this.#capabilities)
    append(this.#bindings, source.path, target.path)
    if (/(?:^|:)hostedOn$/iu.test(relationship.attributes.get('type') ?? '')) this.#contain(source.node, target.node)
  }

  #contain(node: string, container: string): void {
    const known = this.#containers.get(node)
    if (known !== undefined && known !== container)
      throw documentError(this.#path, `the node ${shown(node)} is hosted on ${shown(known)} and on ${shown(container)}`)
    this.#containers.set(node, container)
  }

  #end(relationship: Element, name: string, parts: ReadonlyMap<string, Part>): Part {
    const end = childOf(relationship, name)
    const id = end && attributeOf(end, 'ref', this.#path)
    const part = parts.get(id ?? '')
    if (part !== undefined) return part
    const kind = name === 'SourceElement' ? 'requirement' : 'capability'
    throw documentError(
      this.#path,
      `the ${name} of a relationship refers to ${shown(id)}, which is no ${kind} of a node template`,
      `Known: ${listed(parts.keys())}.`,
    )
  }

  #collect(templates: readonly Element[], list: string, item: string): ReadonlyMap<string, Part> {
    const parts = new Map<string, Part>()
    for (const template of templates)
      for (const element of childrenOf(childOf(template, list), item)) {
        const id = attributeOf(element, 'id', this.#path)
        if (parts.has(id)) throw documentError(this.#path, `two ${list} have the id ${shown(id)}`)
        const node = attributeOf(template, 'id', this.#path)
        parts.set(id, { node, path: `${node}.${attributeOf(element, 'name', this.#path)}` })
      }
    return parts
  }
}
