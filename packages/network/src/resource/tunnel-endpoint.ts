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
    remote: networks.describe('The peer as this cluster sees it.'),
    local: networks.describe('This cluster as the peer sees it.'),
    tunnel,
    reachable: z.array(cidr).max(64).optional(),
    order: z
      .int()
      .min(0)
      .optional()
      .describe('Order of admission: of two peers with the same key or address, the one with the lower number stays.'),
  }),
  status: z.object({
    gateway: z.string().optional().describe('Node that measured this.'),
    device: z.enum(['main', 'detour']).optional().describe('WireGuard device that carries the traffic.'),
    publicKey: z.string().max(44).optional().describe('Key of the peer with which the main device has a session.'),
    avoidedKey: z
      .string()
      .max(44)
      .optional()
      .describe('Key that the peer is about to change: nothing is sent to it any more.'),
    latencyMilliseconds: z.number().optional().describe('Round trip between the gateways when it was last measured.'),
  }),
  conditions: ['Connected'],
  columns: { Pods: '.spec.remote.pod', Driver: '.spec.tunnel.driver', Gateway: '.status.gateway' },
})

export interface TunnelEndpoint extends ObjectOf<typeof TunnelEndpoint> {}
