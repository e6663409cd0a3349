/** Small networks for tests of the planner. */
import { parseCidr } from '../address/cidr.ts'
import { parseIpv4 } from '../address/ipv4.ts'
import type { ClusterNetwork, PeerNetwork } from '../plan/cluster-network.ts'

export const sampleKey = (byte: number) => Buffer.alloc(32, byte).toString('base64')

export function sampleCluster(overrides: Partial<ClusterNetwork> = {}): ClusterNetwork {
  return {
    podCidr: parseCidr('10.244.0.0/16'),
    externalCidr: parseCidr('10.70.0.0/16'),
    nodes: ['gateway', 'worker', 'other'].map((name, index) => ({
      name,
      address: parseIpv4(`192.0.2.${11 + index}`),
      podCidrs: [parseCidr(`10.244.${index + 1}.0/24`)],
    })),
    gateway: 'gateway',
    overlay: { vni: 200, port: 4789, underlayMtu: 1500 },
    tunnel: { port: 51_820, underlayMtu: 1500 },
    ...overrides,
  }
}

/** A peer seen as `10.<number>.0.0/16` that sees us as `10.1.0.0/16`. */
export function samplePeer(number: number, overrides: Partial<PeerNetwork> = {}): PeerNetwork {
  return {
    id: `peer-${number}`,
    remote: { pod: parseCidr(`10.${number}.0.0/16`), external: parseCidr(`172.16.${number}.0/24`) },
    local: { pod: parseCidr('10.1.0.0/16'), external: parseCidr('10.71.0.0/16') },
    tunnel: {
      driver: 'wireguard',
      publicKey: sampleKey(number),
      endpoint: { address: parseIpv4(`198.51.100.${number}`), port: 51_820 },
    },
    ...overrides,
  }
}
