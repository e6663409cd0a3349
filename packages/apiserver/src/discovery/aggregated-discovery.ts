/** Aggregated discovery: everything that is served, as an `APIGroupDiscoveryList`. */
import type { KindRegistry } from '../kinds/kind-registry.ts'
import { discoveredVerbs, type ServedKind, type ServedSubresource } from '../kinds/served-kind.ts'
import { groupsOf } from './served-groups.ts'

/** @param isCore only the core group, which has its own path */
export function aggregatedDiscovery(registry: KindRegistry, isCore: boolean): object {
  const groups = groupsOf(registry).filter(({ group }) => (group === '') === isCore)
  return {
    kind: 'APIGroupDiscoveryList',
    apiVersion: 'apidiscovery.k8s.io/v2',
    metadata: {},
    items: groups.map(({ group, versions, kinds }) => ({
      metadata: group === '' ? {} : { name: group },
      versions: versions.map((version) => ({
        version,
        resources: kinds.get(version)!.map(resourceEntry),
        freshness: 'Current',
      })),
    })),
  }
}

function resourceEntry(kind: ServedKind): object {
  return {
    resource: kind.plural,
    responseKind: responseKind(kind, kind),
    scope: kind.isNamespaced ? 'Namespaced' : 'Cluster',
    singularResource: kind.singular,
    verbs: discoveredVerbs(kind),
    ...(kind.shortNames.length > 0 ? { shortNames: kind.shortNames } : {}),
    ...(kind.categories.length > 0 ? { categories: kind.categories } : {}),
    ...(kind.subresources.size > 0
      ? { subresources: [...kind.subresources.values()].map((one) => subresourceEntry(kind, one)) }
      : {}),
  }
}

function subresourceEntry(parent: ServedKind, subresource: ServedSubresource): object {
  const { name, verbs } = subresource
  return { subresource: name, responseKind: responseKind(parent, subresource), verbs }
}

/** Built-in kinds omit group and version if they are those of the surrounding resource; custom resources never do. */
function responseKind(
  { group: home, version: homeVersion, isCustom }: ServedKind,
  { group, version, kind }: Pick<ServedSubresource, 'group' | 'version' | 'kind'>,
): object {
  const isAtHome = group === home && version === homeVersion
  return isAtHome && !isCustom ? { group: '', version: '', kind } : { group, version, kind }
}
