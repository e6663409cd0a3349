/** Aggregated discovery: all resources in two responses. Pure. */
import type { JsonObject } from '@kubewright/core/json'
import { formatApiVersion } from '@kubewright/core/object'
import { type DynamicResource, toDynamicResource } from './dynamic-resource.ts'
import { objectOf, objectsIn, type Served, textOf, textsIn } from './served.ts'

export const aggregatedKind = 'APIGroupDiscoveryList'

/** The resources in an `APIGroupDiscoveryList`. */
export function readAggregated(list: JsonObject): Served {
  const groups = objectsIn(list.items)
  return {
    resources: groups.flatMap(resourcesOf),
    stale: groups.flatMap(staleIn),
    failures: [],
  }
}

function resourcesOf(item: JsonObject): readonly DynamicResource[] {
  const group = groupOf(item)
  return objectsIn(item.versions).flatMap((version) =>
    objectsIn(version.resources).map((resource) => toResource(group, textOf(version.version), resource)),
  )
}

function staleIn(item: JsonObject): readonly string[] {
  const group = groupOf(item)
  return objectsIn(item.versions)
    .filter(({ freshness }) => freshness === 'Stale')
    .map(({ version }) => formatApiVersion({ group, version: textOf(version) }))
}

/** The core group has no name. */
function groupOf(item: JsonObject): string {
  return textOf(objectOf(item.metadata).name)
}

function toResource(group: string, version: string, resource: JsonObject): DynamicResource {
  const plural = textOf(resource.resource)
  return toDynamicResource({
    group,
    version,
    kind: textOf(objectOf(resource.responseKind).kind),
    plural,
    singular: textOf(resource.singularResource) || plural,
    shortNames: textsIn(resource.shortNames),
    categories: textsIn(resource.categories),
    scope: resource.scope === 'Namespaced' ? 'Namespaced' : 'Cluster',
    subresources: objectsIn(resource.subresources).map(({ subresource }) => textOf(subresource)),
    verbs: textsIn(resource.verbs),
  })
}
