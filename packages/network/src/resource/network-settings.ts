/** The network settings of this cluster: a singleton named `cluster`, written by an administrator. Others are ignored, and say so. */
import { defineResource, type ObjectOf } from '@kubewright/resource'
import { z } from 'zod'
import { networkGroup, networkVersion } from '../names.ts'
import { cidr, clusterId, driver, port } from './schema.ts'

const defaultRotationSeconds = 600
const defaultProbeSeconds = 10

/** The kind NetworkSettings: the singleton with the network settings of this cluster. */
export const NetworkSettings = defineResource({
  group: networkGroup,
  version: networkVersion,
  kind: 'NetworkSettings',
  plural: 'networksettings',
  scope: 'Cluster',
  spec: z.object({
    clusterId,
    podCidr: cidr,
    externalCidr: cidr.describe(
      'Addresses of the nodes of this cluster as seen from other clusters. Must be unused otherwise.',
    ),
    reserved: z
      .array(z.object({ cidr, usedBy: z.string().max(100) }))
      .max(64)
      .default([])
      .describe('Networks that are never assigned to a peer: services, nodes, other sites.'),
    pools: z.array(cidr).min(1).max(16).default(['10.0.0.0/8']).describe('Pools for translated networks.'),
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
        address: z
          .string()
          .max(15)
          .optional()
          .describe('Public address of the gateway. Default: the address of its node.'),
        keepaliveSeconds: z.int().min(1).max(300).default(25),
        rotationTimeoutSeconds: z
          .int()
          .min(10)
          .max(86_400)
          .default(defaultRotationSeconds)
          .describe('How long each phase of a key rotation waits for peers that have not confirmed it.'),
      })
      .prefault({}),
    probes: z
      .object({
        intervalSeconds: z
          .int()
          .min(1)
          .max(300)
          .default(defaultProbeSeconds)
          .describe(
            'Interval between two probe rounds. A round probes at least four peers, and enough that each peer is probed once a minute, or once a round if the interval is longer.',
          ),
      })
      .prefault({}),
  }),
  status: z.object({
    gateway: z.string().optional().describe('Node of the active gateway.'),
    publicKey: z.string().max(44).optional().describe('WireGuard key of the gateway.'),
    detourPublicKey: z.string().max(44).optional().describe('Key of the second device during a key rotation.'),
    rotation: z.enum(['None', 'Detour', 'Return']).optional().describe('Phase of the key rotation.'),
  }),
  conditions: ['Ready', 'KeyConfirmed'],
  columns: { Cluster: '.spec.clusterId', Gateway: '.status.gateway' },
})

export interface NetworkSettings extends ObjectOf<typeof NetworkSettings> {}

/** Durations of the settings. A server that has the definitions of an earlier version fills in no defaults for them. */
export function timingOf({ spec }: Pick<NetworkSettings, 'spec'>): {
  readonly probeEveryMs: number
  readonly rotationLimitMs: number
} {
  const { probes, tunnel }: { probes?: Partial<typeof spec.probes>; tunnel: Partial<typeof spec.tunnel> } = spec
  return {
    probeEveryMs: (probes?.intervalSeconds ?? defaultProbeSeconds) * 1_000,
    rotationLimitMs: (tunnel.rotationTimeoutSeconds ?? defaultRotationSeconds) * 1_000,
  }
}

/** The name of the singleton. */
export const settingsName = 'cluster'
