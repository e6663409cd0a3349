/** The objects on the servers of a run, listed without clients, caches and faults. */
import type { ObjectOf, Resource } from '@kubewright/resource'
import { collectionIn } from '../../requests/cluster-place.ts'
import type { View } from '../definition/exploration.ts'
import { unknownCluster } from '../definition/scenario-user.ts'
import type { ListedObject, Listing } from '../state/listed-objects.ts'
import type { WorldServers } from '../world/world-servers.ts'

/** The objects of a kind in one cluster; without a name, at home. */
export async function listedIn(
  list: Listing,
  { group, version, plural }: Resource,
  cluster?: string,
): Promise<readonly ListedObject[]> {
  const collection = group === '' ? `/api/${version}/${plural}` : `/apis/${group}/${version}/${plural}`
  return (await list(collectionIn(cluster, collection))).items
}

/** The objects of a kind in all clusters. */
export async function listedEverywhere(
  { list, others }: Pick<WorldServers, 'list' | 'others'>,
  resource: Resource,
): Promise<readonly ListedObject[]> {
  const clusters = [undefined, ...others.keys()]
  return (await Promise.all(clusters.map((cluster) => listedIn(list, resource, cluster)))).flat()
}

/** The state of a cluster as invariants and oracles see it: copies, which they may modify. */
export function serverView(servers: Pick<WorldServers, 'fresh' | 'others'>, cluster?: string): View {
  return {
    list: async <R extends Resource>(resource: R) =>
      (await listedIn(servers.fresh, resource, cluster)) as unknown as readonly ObjectOf<R>[],
    at: (name) => {
      if (!servers.others.has(name)) throw unknownCluster(name, servers.others.keys())
      return serverView(servers, name)
    },
  }
}
