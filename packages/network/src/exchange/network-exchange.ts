/** The replication between connected clusters: NetworkConfigs. See decision 0346. */
import { defineReplication, type Replication } from '@kubewright/replication'
import { networkNamespace } from '../names.ts'
import { NetworkConfig } from '../resource/network-config.ts'

/** NetworkConfigs of this cluster are replicated to the cluster they name, and its answer comes back. */
export function networkExchange(namespace: string = networkNamespace): Replication {
  return defineReplication({
    name: 'network-exchange',
    resource: NetworkConfig,
    namespaces: [namespace],
    destination: ({ spec }) => spec.to,
  })
}
