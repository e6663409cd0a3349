/** The user's declared objects, derived from listed ones: to recreate or change them. */
import { isJsonObject, type JsonObject } from '@kubewright/core/json'
import type { Resource } from '@kubewright/resource'
import type { ListedObject } from '../state/listed-objects.ts'

/** A resource handle for any listed object. */
export function resourceOf({ apiVersion, kind, collection, metadata }: ListedObject): Resource {
  const [group, version] = apiVersion.includes('/') ? apiVersion.split('/') : ['', apiVersion]
  const plural = collection.split('/').at(-1)!
  const scope = metadata.namespace === undefined ? 'Cluster' : 'Namespaced'
  return { group: group!, version: version!, kind, plural, scope, apiVersion, subresources: [] } as unknown as Resource
}

type Texts = Readonly<Record<string, string>>
type Labelled = Pick<ListedObject, 'metadata'>

/** The fields that the user wrote; the rest came from the server and the operator. */
export function authored(object: ListedObject): JsonObject {
  const { metadata, status: _, path: __, collection: ___, cluster: ____, ...rest } = object
  const { name, namespace } = metadata
  const kept = {
    name,
    ...optional('namespace', namespace),
    ...optional(
      'labels',
      some(metadata.labels, (key) => isUsers(object, 'labels', key)),
    ),
    ...optional(
      'annotations',
      some(metadata.annotations, (key) => isUsers(object, 'annotations', key)),
    ),
  }
  const json = rest as unknown
  return { ...(isJsonObject(json) ? json : {}), metadata: kept as JsonObject }
}

/** Replaces the user's previous declaration with a new one, and keeps the fields of other writers. */
export function redeclared(current: ListedObject, wanted: JsonObject): JsonObject {
  const { managedFields: _, labels, annotations, ...metadata } = current.metadata
  const { labels: ours, annotations: notes } = wanted['metadata'] as {
    readonly labels?: Texts
    readonly annotations?: Texts
  }
  const merged = (all: Texts | undefined, own: Texts | undefined, part: Part) => {
    return some({ ...some(all, (key) => !isUsers(current, part, key)), ...own }, () => true)
  }
  const kept = {
    ...metadata,
    ...optional('labels', merged(labels, ours, 'labels')),
    ...optional('annotations', merged(annotations, notes, 'annotations')),
  }
  // If the status is no subresource, leaving it out would remove it.
  return { ...wanted, ...optional('status', current.status), metadata: kept as unknown as JsonObject } as JsonObject
}

type Part = 'labels' | 'annotations'

/** Without managed fields, everything is the user's. */
function isUsers({ metadata: { managedFields } }: Labelled, part: Part, key: string): boolean {
  if (!Array.isArray(managedFields)) return true
  return managedFields.some(({ manager, fieldsV1 }: ManagedFields) => {
    const fields = fieldsV1?.['f:metadata']?.[`f:${part}`]
    return manager === 'user' && fields !== undefined && `f:${key}` in fields
  })
}

interface ManagedFields {
  readonly manager?: string
  readonly fieldsV1?: Readonly<Record<string, Readonly<Record<string, object>>>>
}

/** `undefined` if nothing is left. */
function some(texts: Texts | undefined, isWanted: (key: string) => boolean): Texts | undefined {
  const entries = Object.entries(texts ?? {}).filter(([key]) => isWanted(key))
  return entries.length === 0 ? undefined : Object.fromEntries(entries)
}

function optional(key: string, value: unknown): object {
  return value === undefined ? {} : { [key]: value }
}
