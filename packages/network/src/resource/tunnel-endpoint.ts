/**
 * A connected peer, once both sides have agreed on addresses: everything nodes need. Named after the peer, created by the gateway, read by
 * every node.
 */
import { defineResource, type ObjectOf } from '@kubewright/resource'
import { z } from 'zod'
import { networkGroup, networkVersion } from '../names.ts'
import { cidr, networks, tunnel } from './schema.ts'

/** The kind TunnelEndpoint: a connected peer, with its addresses and the status of its tunnel. */
export const TunnelEndpoint = defineResource({
  group: networkGroup,
  version: networkVersion,
  kind: 'TunnelEndpoint',
  scope: 'Cluster',
  spec: z.object({
    remote: networks.describe('Networks (after translation) under which this cluster reaches the peer.'),
    local: networks.describe('Networks (after translation) under which the peer reaches this cluster.'),
    tunnel,
    reachable: z.array(cidr).max(64).optional(),
    order: z
      .int()
      .min(0)
      .optional()
      .describe('Order of admission. If two peers have the same key or address, the one with the lower number stays.'),
  }),
  status: z.object({
    gateway: z.string().optional().describe('Node that wrote this status.'),
    device: z.enum(['main', 'detour']).optional().describe('WireGuard device that carries the traffic.'),
    publicKey: z
      .string()
      .max(44)
      .optional()
      .describe('Public key of the peer with which the main device has a session.'),
    avoidedKey: z
      .string()
      .max(44)
      .optional()
      .describe('Key that the peer is about to replace, to which this cluster has stopped sending.'),
    latencyMilliseconds: z.number().optional().describe('Last measured round trip between the gateways.'),
  }),
  conditions: ['Connected'],
  columns: { Pods: '.spec.remote.pod', Driver: '.spec.tunnel.driver', Gateway: '.status.gateway' },
})

export interface TunnelEndpoint extends ObjectOf<typeof TunnelEndpoint> {}
