/** The user's declared objects, derived from listed ones: to recreate or change them. */
import { isJsonObject, type JsonObject, type JsonValue } from '@kubewright/core/json'
import type { Resource } from '@kubewright/resource'
import { declarableFields } from '../state/declaration.ts'
import type { DeclaredListedObject, ListedObject } from '../state/listed-objects.ts'
import { withChangedFields } from '../state/three-way.ts'

/** A resource handle for any listed object. */
export function resourceOf({ apiVersion, kind, collection, metadata }: ListedObject): Resource {
  const [group, version] = apiVersion.includes('/') ? apiVersion.split('/') : ['', apiVersion]
  const plural = collection.split('/').at(-1)!
  const scope = metadata.namespace === undefined ? 'Cluster' : 'Namespaced'
  return { group: group!, version: version!, kind, plural, scope, apiVersion, subresources: [] } as unknown as Resource
}

/** The user's declaration of an object; the whole object if it was not recorded. */
export function authored(object: DeclaredListedObject): JsonObject {
  const { path: _, collection: __, cluster: ___, declaration, ...listed } = object
  const { apiVersion, kind } = listed
  const { name, namespace } = listed.metadata
  const { metadata, ...rest } = declaration ?? declarableFields(listed as unknown as JsonObject)
  const { labels, annotations } = metadata as Notes
  return {
    apiVersion,
    kind,
    ...rest,
    metadata: { name, ...optional('namespace', namespace), ...some({ labels, annotations }) },
  }
}

/** The object after the user has changed the declaration of it: fields that are equal in both keep the values of other writers. */
export function redeclared(current: ListedObject, previous: JsonObject, wanted: JsonObject): JsonObject {
  const { metadata, status, ...fields } = current as unknown as JsonObject
  const { metadata: before, ...earlier } = previous
  const { metadata: after, ...later } = wanted
  const { managedFields: _, labels, annotations, ...bookkeeping } = metadata as JsonObject
  const notes = withChangedFields(
    { ...some({ labels, annotations }) },
    { ...some(before as Notes) },
    { ...some(after as Notes) },
  )
  // If the status is no subresource, leaving it out would remove it.
  return {
    ...withChangedFields(fields, earlier, later),
    ...optional('status', status),
    metadata: { ...bookkeeping, ...some(notes) },
  }
}

interface Notes {
  readonly labels?: JsonValue | undefined
  readonly annotations?: JsonValue | undefined
}

/** The labels and annotations, if there are any. */
function some({ labels, annotations }: Notes): JsonObject {
  const entries = Object.entries({ labels, annotations })
  return Object.fromEntries(entries.filter(([, texts]) => isJsonObject(texts) && Object.keys(texts).length > 0))
}

function optional(key: string, value: JsonValue | undefined): JsonObject {
  return value === undefined ? {} : { [key]: value }
}
