/**
 * The announcement of one cluster's network to another. Its spec is replicated from `from` to `to`, its status back: the receiver answers
 * with the networks under which it sees the sender.
 *
 * The original is `<from>.<to>` in the namespace `kubewright-network` of the sender. The replica is in the receiver's tenant namespace for
 * the sender, which no other cluster can write to: an object there is from that sender, whatever its spec claims.
 */
import { tenantNamespace } from '@kubewright/replication'
import { defineResource, type ObjectOf } from '@kubewright/resource'
import { z } from 'zod'
import { networkGroup, networkVersion } from '../names.ts'
import { cidr, clusterId, identity, networks, tunnel } from './schema.ts'

/** The kind NetworkConfig: the announcement of one cluster's network to another, and the answer to it. */
export const NetworkConfig = defineResource({
  group: networkGroup,
  version: networkVersion,
  kind: 'NetworkConfig',
  scope: 'Namespaced',
  spec: z.object({
    from: clusterId.describe('Id of the cluster that announces its network (the sender).'),
    to: clusterId.describe('Id of the cluster that it is announced to (the receiver).'),
    reachable: z
      .array(cidr)
      .max(64)
      .optional()
      .describe('Pods of the sender that the receiver may reach. Default: all.'),
    identity: identity
      .optional()
      .describe(
        'UID of the namespace kube-system of the sender, set by its gateway. It distinguishes clusters with the same id.',
      ),
    networks: networks.optional().describe('Networks of the sender, set by its gateway.'),
    tunnel: tunnel.optional().describe('Tunnel of the sender, set by its gateway.'),
  }),
  status: z.object({
    networks: networks.optional().describe('Networks of the sender, as used in the cluster of the receiver.'),
    device: z.enum(['main', 'detour']).optional().describe('WireGuard device through which the receiver sends.'),
    publicKey: z
      .string()
      .max(44)
      .optional()
      .describe("Public key of the sender with which the receiver's main WireGuard device has a session."),
    avoidedKey: z
      .string()
      .max(44)
      .optional()
      .describe('Key that the sender is about to replace, to which the receiver has stopped sending.'),
  }),
  conditions: ['Accepted', 'Replicated'],
  columns: { From: '.spec.from', To: '.spec.to', Pods: '.status.networks.pod' },
})

export interface NetworkConfig extends ObjectOf<typeof NetworkConfig> {}

const tenantPrefix = tenantNamespace('')

/**
 * The peer of a NetworkConfig: the sender if it is in a tenant namespace, the receiver if it is in `home`, the namespace of this cluster's
 * own. `undefined` elsewhere.
 */
export function peerOf(
  { namespace, name }: { readonly namespace?: string | undefined; readonly name: string },
  home: string,
): string | undefined {
  if (namespace?.startsWith(tenantPrefix)) return namespace.slice(tenantPrefix.length)
  return namespace === home ? name.slice(name.indexOf('.') + 1) : undefined
}

/** The name of a NetworkConfig. The id of a cluster contains no dot, so names do not collide. */
export function configName(from: string, to: string): string {
  return `${from}.${to}`
}
