/**
 * Plans the network state of one node: a pure function of the cluster, its peers and the node's role.
 *
 * Addresses are translated as in the thesis behind Liqo: each cluster translates only its own addresses, the source on the way out and the
 * destination on the way in. So addresses on the wire are unique for the receiver, one WireGuard device serves all peers, and its source
 * address check is effective.
 *
 * A peer that is rejected is left out and listed in `refused`; the others stay connected.
 */
import { formatCidr } from '../address/cidr.ts'
import { networkErrors } from '../errors.ts'
import type { ClusterNetwork, ClusterNode, PeerNetwork } from './cluster-network.ts'
import { admitPeers, type RefusedPeer } from './admit-peers.ts'
import { emptyFirewall, type NodePlan } from './node-plan.ts'
import { planFirewall } from './plan-firewall.ts'
import { planOverlay } from './plan-overlay.ts'
import { planRoutes } from './plan-routes.ts'
import { planTunnels } from './plan-tunnels.ts'

/** The planned network state of a node, and the peers that were left out of it. */
export interface PlannedNode {
  readonly plan: NodePlan
  readonly refused: readonly RefusedPeer[]
}

/** The desired state of the node `name`. */
export function planNode(name: string, cluster: ClusterNetwork, peers: readonly PeerNetwork[]): PlannedNode {
  const node = cluster.nodes.find((other) => other.name === name)
  if (!node) throw unknownNode(name)
  const { admitted, refused } = admitPeers(cluster, peers)
  const gateway = cluster.nodes.find((other) => other.name === cluster.gateway)
  if (!gateway || admitted.length === 0) return { plan: idlePlan(cluster), refused }
  return { plan: connectedPlan({ node, gateway, cluster, peers: admitted }), refused }
}

/** One node's view of a connected cluster. */
export interface NodeContext {
  readonly node: ClusterNode
  readonly gateway: ClusterNode
  readonly cluster: ClusterNetwork
  readonly peers: readonly PeerNetwork[]
}

function connectedPlan(context: NodeContext): NodePlan {
  const overlay = planOverlay(context)
  const tunnels = planTunnels(context)
  const { routes, rules } = planRoutes(context, tunnels.devices)
  return {
    devices: [...overlay.devices, ...tunnels.devices],
    addresses: tunnels.addresses,
    neighbours: [...overlay.neighbours, ...tunnels.neighbours],
    forwarding: [...overlay.forwarding, ...tunnels.forwarding],
    settings: [...overlay.settings, ...tunnels.settings],
    wireguard: tunnels.wireguard,
    routes,
    rules,
    firewall: planFirewall(context),
  }
}

/** A node without peers has no devices, routes or rules of ours. */
export function idlePlan({ podCidr }: Pick<ClusterNetwork, 'podCidr'>): NodePlan {
  return {
    devices: [],
    addresses: [],
    neighbours: [],
    forwarding: [],
    settings: [],
    routes: [],
    rules: [],
    wireguard: [],
    firewall: emptyFirewall('worker', formatCidr(podCidr)),
  }
}

function unknownNode(name: string): Error {
  return networkErrors('KW_NETWORK_PLAN', {
    what: `plan the network of node ${JSON.stringify(name)}`,
    why: `Node ${name} does not exist or has no IPv4 InternalIP`,
    next: 'Start the agent with the name of its own node (NODE_NAME from spec.nodeName), and see status.addresses of that Node.',
  })
}
