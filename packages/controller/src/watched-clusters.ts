/** The clusters of a reconcile: calls of their clients are in its ledger, as those of `ctx.client` are. */
import type { CallLedger } from './call-ledger.ts'
import type { Cluster, ClusterSet } from './cluster.ts'
import { watchedClient } from './watched-client.ts'

/** @param of how reports name it: `cluster`, `clusters.east` */
export function watchedCluster(cluster: Cluster, of: string, ledger: CallLedger): Cluster {
  return new Proxy(cluster, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name, target)
      return name === 'client' ? watchedClient(target.client, ledger, `${of}.client`) : member
    },
  })
}

/** Made for every reconcile, of which most ask for none: a cluster is wrapped when it is asked for. */
export function watchedClusters(clusters: ClusterSet, ledger: CallLedger): ClusterSet {
  const watched = (cluster: Cluster) => watchedCluster(cluster, `clusters.${cluster.name}`, ledger)
  return {
    get home() {
      return watched(clusters.home)
    },
    find(name) {
      const found = clusters.find(name)
      return found === undefined ? undefined : watched(found)
    },
    list: () => clusters.list().map(watched),
    // It may listen for longer than the reconcile lasts.
    onChange: (listener) => clusters.onChange(listener),
  }
}
