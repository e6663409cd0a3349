/**
 * Topologies from TOSCA Simple Profile YAML. Protocols come from the metadata of node types, or from the given node types. Imports are
 * resolved in the given files: nothing is fetched.
 */
import { append } from '../append.ts'
import { isJsonObject, type JsonObject } from '@kubewright/core/json'
import { toRecord } from '../global-state.ts'
import { listed, shown } from '../name.ts'
import type { NodeType } from '../node-type.ts'
import { parseNodeType } from '../parse-topology.ts'
import type { NodeEntry, Topology } from '../topology.ts'
import { createTopology } from '../topology-instance.ts'
import { resolvePath } from './archive.ts'
import { documentError } from './document-error.ts'
import { metadataKey } from './write-service-template.ts'
import { parseYaml } from './yaml-document.ts'

/** Options of `readServiceTemplate`. */
export interface ReadServiceTemplateOptions {
  /** Node types by their names in the template. They take precedence over those of the template. */
  readonly types?: Readonly<Record<string, NodeType>>
  /** The contents of imported files by path. */
  readonly files?: ReadonlyMap<string, string>
  /**
   * Whether a contained node is forced back to its initial state when its container is not alive.
   * @default what `writeServiceTemplate` wrote, or false
   */
  readonly hardRecovery?: boolean
}

const root = 'the service template'
const mostImports = 64

/** A topology from TOSCA Simple Profile YAML. */
export function readServiceTemplate(
  text: string,
  { types = {}, files = new Map(), hardRecovery }: ReadServiceTemplateOptions = {},
): Topology {
  const documents = readDocuments(text, files)
  const declared = new Map(documents.flatMap((document) => Object.entries(objectOf(document, 'node_types'))))
  const known = new Map<string, NodeType>()
  const typeOf = (name: string): NodeType => {
    const type = Object.hasOwn(types, name) ? types[name]! : (known.get(name) ?? readType(name, declared))
    known.set(name, type)
    return type
  }
  const templates = new Map(Object.entries(objectOf(objectOf(documents[0]!, 'topology_template'), 'node_templates')))
  const extras = new Map([...templates].map(([name, template]) => [name, extraOf(template, `node_templates.${name}`)]))
  const bindings = new Map<string, string[]>()
  const containers = new Map<string, string>()
  for (const [name, template] of templates) {
    for (const { requirement, node, capability, isHost } of requirementsOf(name, template)) {
      const path = `${name}.${requirement}`
      const target = capability ?? onlyCapability(name, requirement, node, typeAt(node, templates, typeOf))
      append(bindings, path, `${node}.${target}`)
      if (isHost) containers.set(name, node)
    }
    const { container } = extras.get(name)!
    if (typeof container === 'string') containers.set(name, container)
  }
  const nodes = [...templates].map(([name, template]): [string, NodeEntry] => {
    const type = typeOf(textOf(template, 'type', `node_templates.${name}`))
    const { replicas, quorum = 1 } = extras.get(name)!
    return [name, typeof replicas === 'number' && typeof quorum === 'number' ? { type, replicas, quorum } : type]
  })
  return createTopology({
    nodes: toRecord(nodes),
    bindings: toRecord(bindings),
    containers: toRecord(containers),
    hardRecovery: hardRecovery ?? extraOf(documents[0]!, root)['hardRecovery'] === true,
  })
}

/** The template first, then its transitive imports, each once. */
function readDocuments(text: string, files: ReadonlyMap<string, string>): readonly JsonObject[] {
  const documents = new Map<string, JsonObject>()
  const visit = (path: string, content: string, importers: readonly string[]): void => {
    if (importers.length > mostImports) throw documentError(path, `imports are nested more than ${mostImports} deep`)
    const document = parseYaml(content, path)
    if (!isJsonObject(document)) throw documentError(path, 'it is not a YAML mapping')
    if (importers.length === 0 && typeof document['tosca_definitions_version'] !== 'string')
      throw documentError(
        path,
        'it has no tosca_definitions_version',
        'Add `tosca_definitions_version: tosca_simple_yaml_1_3`.',
      )
    documents.set(path, document)
    for (const location of importsOf(document, path)) {
      const target = importers.length === 0 ? location : resolvePath(path, location)
      if (target === undefined) throw documentError(path, `its import ${shown(location)} leads out of the given files`)
      if ([...importers, path].includes(target))
        throw documentError(
          target,
          `it imports itself: ${[...importers, path, target].join(' → ')}`,
          'Remove one of these imports.',
        )
      if (documents.has(target)) continue
      const imported = files.get(target)
      if (imported === undefined)
        throw documentError(
          path,
          `it imports ${shown(target)}, which is not among the given files`,
          `Given: ${listed(files.keys())}.`,
        )
      visit(target, imported, [...importers, path])
    }
  }
  visit(root, text, [])
  return [...documents.values()]
}

function importsOf(document: JsonObject, path: string): readonly string[] {
  const imports = document['imports'] ?? []
  if (!Array.isArray(imports)) throw documentError(path, 'its imports are not a list')
  return (imports as readonly unknown[]).map((one) => {
    const file = isJsonObject(one) ? one['file'] : one
    if (typeof file === 'string') return file
    throw documentError(path, 'an import names no file')
  })
}

function readType(name: string, declared: ReadonlyMap<string, unknown>): NodeType {
  const requirements: string[] = []
  const capabilities: string[] = []
  let protocol: JsonObject | undefined
  const seen = new Set<string>()
  for (let next: string | undefined = name; next !== undefined && declared.has(next); ) {
    if (seen.has(next)) throw documentError(`node_types.${name}`, 'it is derived from itself')
    seen.add(next)
    const type = declared.get(next)
    requirements.push(...entriesOf(type, 'requirements', `node_types.${next}`).map(([requirement]) => requirement))
    capabilities.push(...Object.keys(objectOf(type, 'capabilities')))
    const own = extraOf(type, `node_types.${next}`)
    if (protocol === undefined && Object.keys(own).length > 0) protocol = own
    const base: unknown = isJsonObject(type) ? type['derived_from'] : undefined
    next = typeof base === 'string' ? base : undefined
  }
  if (protocol !== undefined)
    return parseNodeType(name, {
      ...protocol,
      requirements: [...new Set(requirements)],
      capabilities: [...new Set(capabilities)],
    })
  throw documentError(
    root,
    declared.has(name)
      ? `the node type ${shown(name)} has no management protocol`
      : `there is no node type ${shown(name)}`,
    'Pass a node type of that name in `types`.',
  )
}

interface Requirement {
  readonly requirement: string
  readonly node: string
  readonly capability: string | undefined
  readonly isHost: boolean
}

function requirementsOf(name: string, template: unknown): readonly Requirement[] {
  const place = `node_templates.${name}`
  return entriesOf(template, 'requirements', place).map(([requirement, value]) => {
    const { node, capability, relationship } =
      typeof value === 'string' ? { node: value } : isJsonObject(value) ? (value as JsonObject) : {}
    if (typeof node !== 'string') throw documentError(place, `the requirement ${shown(requirement)} names no node`)
    const kind = isJsonObject(relationship) ? relationship['type'] : relationship
    return {
      requirement,
      node,
      capability: typeof capability === 'string' ? capability : undefined,
      isHost: typeof kind === 'string' && /(?:^|\.)hostedOn$/iu.test(kind),
    }
  })
}

function typeAt(
  node: string,
  templates: ReadonlyMap<string, unknown>,
  typeOf: (name: string) => NodeType,
): NodeType | undefined {
  const template = templates.get(node)
  return template === undefined ? undefined : typeOf(textOf(template, 'type', `node_templates.${node}`))
}

/** A requirement may name only a node if that offers exactly one capability. */
function onlyCapability(name: string, requirement: string, node: string, type: NodeType | undefined): string {
  const [only, ...more] = type?.capabilities ?? []
  if (only !== undefined && more.length === 0) return only
  const why =
    type === undefined
      ? `there is no node ${shown(node)}`
      : `the node ${shown(node)} has ${more.length + Number(only !== undefined)} capabilities`
  throw documentError(
    `node_templates.${name}`,
    `the requirement ${shown(requirement)} cannot be bound: ${why}`,
    'Name the node and the capability.',
  )
}

/** A list of single-entry mappings, as the profile writes requirements. */
function entriesOf(value: unknown, key: string, place: string): readonly (readonly [string, unknown])[] {
  const all = isJsonObject(value) ? (value[key] ?? []) : []
  if (!Array.isArray(all)) throw documentError(place, `its ${key} are not a list`)
  return (all as readonly unknown[]).flatMap((one) => (isJsonObject(one) ? Object.entries(one) : []))
}

/** The metadata beyond the profile. */
function extraOf(value: unknown, place: string): JsonObject {
  const metadata = objectOf(value, 'metadata')
  const text = Object.hasOwn(metadata, metadataKey) ? metadata[metadataKey] : undefined
  if (text === undefined) return {}
  const data = typeof text === 'string' ? parseYaml(text, `${place}.metadata`) : text
  if (isJsonObject(data)) return data
  throw documentError(place, `its metadata ${metadataKey} is not a YAML mapping`)
}

function objectOf(value: unknown, key: string): JsonObject {
  const member = isJsonObject(value) && Object.hasOwn(value, key) ? value[key] : undefined
  return isJsonObject(member) ? member : {}
}

function textOf(value: unknown, key: string, place: string): string {
  const member = isJsonObject(value) && Object.hasOwn(value, key) ? value[key] : undefined
  if (typeof member === 'string') return member
  throw documentError(place, `it has no ${key}`)
}
