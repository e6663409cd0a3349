/** Makes two clusters known to each other, as their administrators would: each accepts the other, and keeps its credential. */
import { Secret } from '@kubewright/kubernetes'
import { acceptCluster } from 'network-gateway-operator'
import type { OperatedCluster } from './operated-cluster.ts'

/** From now on each replicates its NetworkConfigs to the other. */
export async function introduce(one: OperatedCluster, other: OperatedCluster): Promise<void> {
  await Promise.all([accept(one, other), accept(other, one)])
}

/** `to` lets `from` write NetworkConfigs into its tenant namespace, and nothing else anywhere. */
async function accept(to: OperatedCluster, from: OperatedCluster): Promise<void> {
  const { url: server, authority } = to.api.endpoint!
  const secret = await acceptCluster(to.client, { origin: from.id, self: to.id, server, authority })
  await from.client.create(Secret, secret)
}
