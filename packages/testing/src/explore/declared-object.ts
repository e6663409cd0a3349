/** What a user declared, as it was listed: to be made again, or changed. */
import { isJsonObject, type JsonObject } from '@kubewright/core'
import type { Resource } from '@kubewright/resource'
import type { ListedObject } from './listed-objects.ts'

/** A handle for whatever was listed. */
export function resourceOf({ apiVersion, kind, collection, metadata }: ListedObject): Resource {
  const [group, version] = apiVersion.includes('/') ? apiVersion.split('/') : ['', apiVersion]
  const plural = collection.split('/').at(-1)!
  const scope = metadata.namespace === undefined ? 'Cluster' : 'Namespaced'
  return { group: group!, version: version!, kind, plural, scope, apiVersion, subresources: [] } as unknown as Resource
}

/** What the user wrote of it; the rest came from the server and the operator. */
export function authored(object: ListedObject): JsonObject {
  const { metadata, status: _, path: __, collection: ___, ...rest } = object
  const { name, namespace, labels, annotations } = metadata
  const kept = {
    name,
    ...optional('namespace', namespace),
    ...optional('labels', labels),
    ...optional('annotations', annotations),
  }
  const json = rest as unknown
  return { ...(isJsonObject(json) ? json : {}), metadata: kept as JsonObject }
}

function optional(key: string, value: unknown): object {
  return value === undefined ? {} : { [key]: value }
}
