/** The network settings of this cluster: a singleton named `cluster`, written by an administrator. Others are ignored, and say so. */
import { defineResource, type ObjectOf } from '@kubewright/resource'
import { z } from 'zod'
import { networkGroup, networkVersion } from '../names.ts'
import { cidr, clusterId, driver, port } from './schema.ts'

export const NetworkSettings = defineResource({
  group: networkGroup,
  version: networkVersion,
  kind: 'NetworkSettings',
  plural: 'networksettings',
  scope: 'Cluster',
  spec: z.object({
    clusterId,
    podCidr: cidr,
    externalCidr: cidr.describe('Addresses under which nodes of this cluster appear in others; used nowhere else.'),
    reserved: z
      .array(z.object({ cidr, usedBy: z.string().max(100) }))
      .max(64)
      .default([])
      .describe('Networks that no peer may be given: services, nodes, other sites.'),
    pools: z.array(cidr).min(1).max(16).default(['10.0.0.0/8']).describe('Where translated networks are taken from.'),
    overlay: z
      .object({
        vni: z.int().min(1).max(16_777_215).default(219),
        port: port.default(4_819),
        mtu: z.int().min(576).max(65_535).default(1_500).describe('MTU of the network between the nodes.'),
      })
      .prefault({}),
    tunnel: z
      .object({
        driver: driver.default('wireguard'),
        port: port.default(51_820),
        mtu: z.int().min(576).max(65_535).default(1_500).describe('MTU of the network between the gateways.'),
        address: z.string().max(15).optional().describe('Public address of the gateway, if not that of its node.'),
        keepaliveSeconds: z.int().min(1).max(300).default(25),
      })
      .prefault({}),
  }),
  status: z.object({
    gateway: z.string().optional().describe('Node whose gateway is active.'),
    publicKey: z.string().max(44).optional().describe('WireGuard key of the gateway.'),
    detourPublicKey: z.string().max(44).optional().describe('Key of the second device, while a key changes.'),
    rotation: z.enum(['None', 'Detour', 'Return']).optional().describe('How far a change of the key is.'),
  }),
  conditions: ['Ready'],
  columns: { Cluster: '.spec.clusterId', Gateway: '.status.gateway' },
})

export interface NetworkSettings extends ObjectOf<typeof NetworkSettings> {}

/** The name of the singleton. */
export const settingsName = 'cluster'
