/**
 * The overlay between the nodes of one cluster: a VXLAN star around the active gateway.
 *
 * MAC addresses are derived from node addresses, so every node can compute all of them and no frame is flooded. The device has no IP address: a
 * next hop is the node's own address with `onlink`, so no overlay network can collide with another.
 *
 * See decision 0341.
 */
import { formatIpv4 } from '../address/ipv4.ts'
import { overlayDevice } from '../names.ts'
import type { ClusterNode } from './cluster-network.ts'
import type { DeviceSetting, ForwardingEntry, Neighbour, VxlanDevice } from './node-plan.ts'
import type { NodeContext } from './plan-node.ts'

/** Outer Ethernet, IP, UDP and VXLAN headers. */
const vxlanOverhead = 50

export interface OverlayPlan {
  readonly devices: readonly VxlanDevice[]
  readonly neighbours: readonly Neighbour[]
  readonly forwarding: readonly ForwardingEntry[]
  readonly settings: readonly DeviceSetting[]
}

export function planOverlay({ node, gateway, cluster }: NodeContext): OverlayPlan {
  const { vni, port, underlayMtu } = cluster.overlay
  const others = node === gateway ? cluster.nodes.filter((other) => other !== gateway) : [gateway]
  return {
    devices: [
      {
        kind: 'vxlan',
        name: overlayDevice,
        mtu: underlayMtu - vxlanOverhead,
        mac: overlayMac(node),
        vni,
        port,
        local: formatIpv4(node.address),
      },
    ],
    neighbours: others.map((other) => ({
      device: overlayDevice,
      address: formatIpv4(other.address),
      mac: overlayMac(other),
    })),
    forwarding: others.map((other) => ({
      device: overlayDevice,
      mac: overlayMac(other),
      destination: formatIpv4(other.address),
    })),
    // Packets from pods of other nodes arrive here while their route leads elsewhere: strict reverse path filtering would drop them.
    settings: [{ device: overlayDevice, name: 'rp_filter', value: '2' }],
  }
}

/** A locally administered address, `02:00:` and the four bytes of the node's address. */
export function overlayMac({ address }: Pick<ClusterNode, 'address'>): string {
  return macOf(0, address)
}

export function macOf(second: number, address: number): string {
  const bytes = [2, second, address >>> 24, (address >>> 16) & 255, (address >>> 8) & 255, address & 255]
  return bytes.map((byte) => byte.toString(16).padStart(2, '0')).join(':')
}
