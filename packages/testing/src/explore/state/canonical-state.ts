/**
 * The state of a cluster, without values that differ between equivalent runs: resource versions, times, uids, generated names. Pure.
 * See decision 0202.
 */
import { type JsonObject, type JsonValue as Json, setOwn } from '@kubewright/core/json'
import { kindIn } from '../../requests/cluster-place.ts'
import type { ListedObject } from './listed-objects.ts'

/** By key, such as `Deployment default/blog`. */
export type CanonicalState = ReadonlyMap<string, JsonObject>

const uid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g
const time = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g
/** Most strings are shorter than a timestamp or a uid. */
const shortestTime = '2026-01-01T00:00:00Z'.length

/** @param addresses the addresses that the server allocated at random */
export function canonicalState(
  objects: readonly ListedObject[],
  addresses: ReadonlySet<string> = new Set(),
): CanonicalState {
  const keys = new Map(objects.map((object) => [object.metadata.uid, keyOf(object)]))
  const names = generatedNames(objects)
  const nameOf = (id: string) => `<uid of ${keys.get(id) ?? 'something gone'}>`
  const text = (value: string) => {
    if (addresses.has(value)) return '<address>'
    const known = value.length < shortestTime ? value : value.replace(uid, nameOf).replace(time, '<time>')
    return names === undefined ? known : known.replace(names.pattern, (name) => names.called.get(name)!)
  }
  const entries = objects.map((object) => [keyOf(object), canonical(bare(object), text) as JsonObject] as const)
  return numbered(entries)
}

/** Objects with generated names are distinguished by their contents. */
function numbered(entries: readonly (readonly [string, JsonObject])[]): CanonicalState {
  const sorted = [...entries].sort(([one, a], [two, b]) =>
    one < two || (one === two && JSON.stringify(a) < JSON.stringify(b)) ? -1 : 1,
  )
  const state = new Map<string, JsonObject>()
  for (const [key, value] of sorted) {
    let name = key
    for (let at = 2; state.has(name); at++) name = `${key} (${at})`
    state.set(name, value)
  }
  return state
}

function keyOf({ kind, cluster, metadata: { namespace, name, generateName } }: ListedObject): string {
  const called = isMadeUp(name, generateName) ? `${generateName}*` : name
  return `${kindIn(cluster, kind)} ${namespace === undefined ? called : `${namespace}/${called}`}`
}

function isMadeUp(name: string, generateName: string | undefined): boolean {
  return generateName !== undefined && generateName !== '' && name.startsWith(generateName)
}

function generatedNames(objects: readonly ListedObject[]) {
  const called = new Map<string, string>()
  for (const { metadata } of objects)
    if (isMadeUp(metadata.name, metadata.generateName)) called.set(metadata.name, `${metadata.generateName}*`)
  if (called.size === 0) return undefined
  const longestFirst = [...called.keys()].sort((one, two) => two.length - one.length)
  return { called, pattern: new RegExp(longestFirst.map(escaped).join('|'), 'g') }
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}

/** Managed by the cluster's own controllers. */
const clusterAnnotations = ['deployment.kubernetes.io/revision', 'deprecated.daemonset.template.generation']

function bare({ path: _, collection: __, cluster: ___, metadata, ...rest }: ListedObject): JsonObject {
  const { name, namespace, generateName, generation, finalizers, ownerReferences, labels, deletionTimestamp } = metadata
  const annotations = Object.entries(metadata.annotations ?? {}).filter(([key]) => !clusterAnnotations.includes(key))
  const kept = {
    ...(isMadeUp(name, generateName) ? { generateName } : { name }),
    namespace,
    labels,
    finalizers,
    ownerReferences,
    annotations: annotations.length === 0 ? undefined : Object.fromEntries(annotations),
    isGoing: deletionTimestamp === undefined ? undefined : true,
  }
  return { ...withCurrency(rest as JsonObject, generation), metadata: present(kept) }
}

/** The generation number is irrelevant; whether the status has observed the latest one is not. */
function withCurrency(object: JsonObject, generation: number | undefined): JsonObject {
  const replace = (value: Json): Json => {
    if (Array.isArray(value)) return value.map((item) => replace(item as Json))
    if (typeof value !== 'object' || value === null) return value
    const entries = Object.entries(value).map(([key, inner]) => [
      key,
      key === 'observedGeneration' ? seen(inner) : replace(inner as Json),
    ])
    return Object.fromEntries(entries) as JsonObject
  }
  const seen = (value: unknown) => (value === generation ? 'current' : 'behind')
  const { status, ...rest } = object
  return status === undefined ? rest : { ...rest, status: replace(status as Json) }
}

function present(fields: Readonly<Record<string, unknown>>): JsonObject {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as JsonObject
}

/** Ports that the server allocates in sequence. */
function isPort(key: string): boolean {
  return key === 'nodePort' || key === 'healthCheckNodePort'
}

/** Sorts fields by name, and maps strings with `text`. */
function canonical(value: Json, text: (value: string) => string): Json {
  if (typeof value === 'string') return text(value)
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map((item) => canonical(item as Json, text))
  const result: Record<string, Json> = {}
  for (const key of Object.keys(value).sort())
    setOwn(result, text(key), isPort(key) ? '<port>' : canonical((value as JsonObject)[key]!, text))
  return result
}
