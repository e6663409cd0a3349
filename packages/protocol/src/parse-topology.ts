/**
 * Topologies from plain data, such as YAML and JSON files.
 *
 * The shape is that of `defineNodeType` and `defineTopology`, with the node types by name under `types`. Everything is validated: an
 * unknown
 * key is an error, because it is usually misspelt.
 */
import { isJsonObject, type JsonObject } from '@kubewright/core/json'
import { definitionError } from './definition-error.ts'
import { toRecord } from './global-state.ts'
import { listed, shown } from './name.ts'
import { defineNodeType, type NodeType, type NodeTypeDefinition } from './node-type.ts'
import type { NodeEntry, Topology } from './topology.ts'
import { createTopology } from './topology-instance.ts'

/**
 * A topology from plain data, as a YAML parser returns it.
 *
 * @example
 * ```ts
 * const room = parseTopology({
 *   types: { Lamp: { initial: 'off', states: { off: {}, on: {} }, operations: { press: { from: 'off', to: 'on' } } } },
 *   nodes: { left: 'Lamp', others: { type: 'Lamp', replicas: 3 } },
 * })
 * room.initial // => { left: 'off', others: { off: 3 } }
 * ```
 */
export function parseTopology(data: unknown): Topology {
  const root = objectAt(data, 'topology', ['types', 'nodes', 'bindings', 'containers', 'hardRecovery'])
  const types = new Map(
    Object.entries(objectAt(root['types'] ?? {}, 'types')).map(
      ([name, type]) => [name, parseNodeType(name, type)] as const,
    ),
  )
  const nodes = toRecord(
    Object.entries(objectAt(root['nodes'], 'nodes')).map(
      ([name, node]) => [name, parseNode(name, node, types)] as const,
    ),
  )
  const hardRecovery = root['hardRecovery'] ?? false
  if (typeof hardRecovery !== 'boolean') throw wrong('hardRecovery', hardRecovery, 'true or false')
  return createTopology({
    nodes,
    bindings: recordOf(root['bindings'] ?? {}, 'bindings', namesAt),
    containers: recordOf(root['containers'] ?? {}, 'containers', nameAt),
    hardRecovery,
  })
}

export function parseNodeType(name: string, data: unknown): NodeType {
  const at = `types.${segment(name)}`
  const type = objectAt(data, at, ['requirements', 'capabilities', 'initial', 'states', 'operations', 'faults'])
  return defineNodeType({
    name,
    requirements: namesAt(type['requirements'] ?? [], `${at}.requirements`),
    capabilities: namesAt(type['capabilities'] ?? [], `${at}.capabilities`),
    initial: nameAt(type['initial'], `${at}.initial`),
    states: recordOf(type['states'], `${at}.states`, (state, place) => {
      const { needs, offers } = objectAt(state ?? {}, place, ['needs', 'offers'])
      return { needs: namesAt(needs ?? [], `${place}.needs`), offers: namesAt(offers ?? [], `${place}.offers`) }
    }),
    operations: recordOf(type['operations'] ?? {}, `${at}.operations`, (transitions, place) =>
      (Array.isArray(transitions) ? transitions : [transitions]).map((transition: unknown) =>
        parseTransition(transition, place),
      ),
    ),
    faults: recordOf(type['faults'] ?? {}, `${at}.faults`, namesAt),
  })
}

type AnyDefinition = NodeTypeDefinition<string, string, string, string>
type AnyTransition = Extract<NonNullable<AnyDefinition['operations']>[string], { readonly to: string }>

function parseTransition(data: unknown, place: string): AnyTransition {
  const transition = objectAt(data, place, ['from', 'to', 'needs', 'controllable', 'cost'])
  const { controllable = true, cost = 1 } = transition
  if (typeof controllable !== 'boolean') throw wrong(`${place}.controllable`, controllable, 'true or false')
  if (typeof cost !== 'number') throw wrong(`${place}.cost`, cost, 'a number')
  return {
    from: namesAt(transition['from'], `${place}.from`),
    to: nameAt(transition['to'], `${place}.to`),
    needs: namesAt(transition['needs'] ?? [], `${place}.needs`),
    controllable,
    cost,
  }
}

function parseNode(name: string, data: unknown, types: ReadonlyMap<string, NodeType>): NodeEntry {
  const at = `nodes.${segment(name)}`
  const node = typeof data === 'string' ? { type: data } : objectAt(data, at, ['type', 'replicas', 'quorum'])
  const typeName = nameAt(node['type'], `${at}.type`)
  const type = types.get(typeName)
  if (type === undefined)
    throw definitionError(`read ${at}`, `there is no node type ${shown(typeName)}`, `Known: ${listed(types.keys())}.`)
  const { replicas, quorum } = node as JsonObject
  if (replicas === undefined && quorum === undefined) return type
  if (typeof replicas !== 'number') throw wrong(`${at}.replicas`, replicas, 'a number')
  if (quorum !== undefined && typeof quorum !== 'number') throw wrong(`${at}.quorum`, quorum, 'a number')
  return { type, replicas, ...(quorum === undefined ? {} : { quorum }) }
}

function objectAt(value: unknown, place: string, keys?: readonly string[]): JsonObject {
  if (!isJsonObject(value)) throw wrong(place, value, 'an object')
  const unknown = keys && Object.keys(value).find((key) => !keys.includes(key))
  if (unknown === undefined) return value
  throw definitionError(`read ${place}`, `there is no key ${shown(unknown)}`, `Known: ${listed(keys!)}.`)
}

function recordOf<Value>(
  value: unknown,
  place: string,
  read: (value: unknown, place: string) => Value,
): Record<string, Value> {
  return toRecord(
    Object.entries(objectAt(value, place)).map(([key, one]) => [key, read(one, `${place}.${segment(key)}`)] as const),
  )
}

function nameAt(value: unknown, place: string): string {
  if (typeof value === 'string') return value
  throw wrong(place, value, 'a string')
}

/** One name or a list of names. */
function namesAt(value: unknown, place: string): readonly string[] {
  const all = Array.isArray(value) ? (value as readonly unknown[]) : [value]
  return all.map((name) => nameAt(name, place))
}

/** A key as a path segment in a message. */
function segment(key: string): string {
  return /^[\w-]{1,80}$/u.test(key) ? key : shown(key)
}

function wrong(place: string, value: unknown, expected: string) {
  const given =
    value === undefined ? 'missing' : isJsonObject(value) ? 'an object' : Array.isArray(value) ? 'a list' : shown(value)
  return definitionError(
    `read ${place.length > 200 ? `${place.slice(0, 199)}…` : place}`,
    `it is ${given}`,
    `It must be ${expected}.`,
  )
}
