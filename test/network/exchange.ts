/** Introduces two clusters to each other, as their administrators would: each accepts the other, and stores its credential. */
import { Secret } from '@kubewright/kubernetes'
import { acceptCluster } from 'network-gateway-operator'
import type { OperatedCluster } from './operated-cluster.ts'

/** From then on, each replicates its NetworkConfigs to the other. */
export async function introduce(one: OperatedCluster, other: OperatedCluster): Promise<void> {
  await Promise.all([accept(one, other), accept(other, one)])
}

/** `to` allows `from` to write NetworkConfigs into its tenant namespace, and nothing else. */
async function accept(to: OperatedCluster, from: OperatedCluster): Promise<void> {
  const { url: server, authority } = to.api.endpoint!
  const secret = await acceptCluster(to.client, { origin: from.id, self: to.id, server, authority })
  await from.client.create(Secret, secret)
}
