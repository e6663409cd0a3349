/** The clusters of a reconcile, with client calls recorded in its ledger like those of `ctx.client`. */
import type { CallLedger } from './call-ledger.ts'
import type { Cluster, ClusterSet } from '../cluster.ts'
import { trackedClient } from './tracked-client.ts'

/** @param of its name in reports: `cluster`, `clusters.east` */
export function trackedCluster(cluster: Cluster, of: string, ledger: CallLedger): Cluster {
  return new Proxy(cluster, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name, target)
      return name === 'client' ? trackedClient(target.client, ledger, `${of}.client`) : member
    },
  })
}

/** Created for every reconcile, most of which use no other cluster: a cluster is wrapped on access. */
export function trackedClusters(clusters: ClusterSet, ledger: CallLedger): ClusterSet {
  const tracked = (cluster: Cluster) => trackedCluster(cluster, `clusters.${cluster.name}`, ledger)
  return {
    get home() {
      return tracked(clusters.home)
    },
    find(name) {
      const found = clusters.find(name)
      return found === undefined ? undefined : tracked(found)
    },
    list: () => clusters.list().map(tracked),
    // The listener may outlive the reconcile.
    onChange: (listener) => clusters.onChange(listener),
  }
}
