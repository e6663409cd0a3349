/**
 * The part of an object that one field manager owns, according to `managedFields`. If it equals the manager's desired state,
 * applying changes nothing: a value cannot change without its manager losing ownership.
 *
 * Needs no schema: `managedFields` identifies list items by their keys.
 *
 * See decision 0110.
 */
import type { KubeObject } from '@kubewright/core'
import { deepEqual, getOwn, isJsonObject, setOwn } from '@kubewright/core/json'

/** `{ 'f:spec': { 'f:replicas': {} } }`; list items are identified by key (`k:`), by value (`v:`) or by index (`i:`). */
type Fields = Readonly<Record<string, unknown>>

interface ManagedFieldsEntry {
  readonly manager?: string
  readonly operation?: string
  readonly apiVersion?: string
  readonly subresource?: string
  readonly fieldsV1?: Fields
}

/** The fields `manager` has applied to the object or a subresource; `undefined` if none, or if applied in another API version. */
export function appliedFields(
  { apiVersion, metadata }: KubeObject,
  manager: string,
  subresource?: string,
): Fields | undefined {
  const entries = ((metadata.managedFields ?? []) as readonly ManagedFieldsEntry[]).filter(
    (entry) => entry.manager === manager && entry.operation === 'Apply' && entry.subresource === subresource,
  )
  const [entry] = entries
  return entries.length === 1 && entry!.apiVersion === apiVersion ? entry!.fieldsV1 : undefined
}

/** The part of `value` selected by `fields`. */
export function partOf(value: unknown, fields: Fields): unknown {
  const names = Object.keys(fields)
  if (names.length === 0 || (names.length === 1 && names[0] === '.')) return value // the manager owns it as a whole
  if (Array.isArray(value)) return itemsOf(value, fields, names)
  if (!isJsonObject(value)) return value
  const part: Record<string, unknown> = {}
  for (const name of names) {
    if (name === '.') continue
    const field = name.slice(2)
    const member = getOwn(value, field)
    if (member !== undefined) setOwn(part, field, partOf(member, fields[name] as Fields))
  }
  return part
}

/** In list order. */
function itemsOf(items: readonly unknown[], fields: Fields, names: readonly string[]): readonly unknown[] {
  const wanted = names.flatMap((name) => (name === '.' ? [] : [[selectorOf(name), fields[name] as Fields] as const]))
  return items.flatMap((item, at) => {
    const found = wanted.find(([isMeant]) => isMeant(item, at))
    return found === undefined ? [] : [partOf(item, found[1])]
  })
}

type ItemSelector = (item: unknown, at: number) => boolean

function selectorOf(name: string): ItemSelector {
  const named = JSON.parse(name.slice(2)) as unknown
  if (name.startsWith('v:')) return (item) => deepEqual(item, named)
  if (name.startsWith('i:')) return (_, at) => at === named
  const keys = Object.entries(named as Fields)
  return (item) => isJsonObject(item) && keys.every(([key, value]) => deepEqual(getOwn(item, key), value))
}
