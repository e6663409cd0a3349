/** The clusters of a reconcile, whose clients record calls and name the field manager of writes as `ctx.client` does. */
import type { CallLedger } from './call-ledger.ts'
import type { Cluster, ClusterSet } from '../cluster.ts'
import { writingAs } from './field-manager.ts'
import { trackedClient } from './tracked-client.ts'

interface Caller {
  readonly controller: string
  readonly calls: CallLedger
}

/** @param of its name in reports: `cluster`, `clusters.east` */
export function trackedCluster(cluster: Cluster, of: string, { controller, calls }: Caller): Cluster {
  return new Proxy(cluster, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name, target)
      return name === 'client' ? trackedClient(writingAs(controller, target.client), calls, `${of}.client`) : member
    },
  })
}

/** Created for every reconcile, most of which use no other cluster: a cluster is wrapped on access. */
export function trackedClusters(clusters: ClusterSet, caller: Caller): ClusterSet {
  const tracked = (cluster: Cluster) => trackedCluster(cluster, `clusters.${cluster.name}`, caller)
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
