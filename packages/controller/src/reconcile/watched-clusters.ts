/** The clusters of a reconcile, with client calls recorded in its ledger like those of `ctx.client`. */
import type { CallLedger } from './call-ledger.ts'
import type { Cluster, ClusterSet } from '../cluster.ts'
import { watchedClient } from './watched-client.ts'

/** @param of its name in reports: `cluster`, `clusters.east` */
export function watchedCluster(cluster: Cluster, of: string, ledger: CallLedger): Cluster {
  return new Proxy(cluster, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name, target)
      return name === 'client' ? watchedClient(target.client, ledger, `${of}.client`) : member
    },
  })
}

/** Created for every reconcile, most of which use no other cluster: a cluster is wrapped on access. */
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
    // The listener may outlive the reconcile.
    onChange: (listener) => clusters.onChange(listener),
  }
}
