/**
 * Address translation, access control of peers, and the sources of the overlay.
 *
 * On the gateway, each peer sees our pods under the network it assigned, one to one; nodes share the first address of the external network.
 * On other nodes pods keep their addresses: without our rule the cluster's own masquerading would hide them behind their node.
 *
 * See decision 0340.
 */
import { type Cidr, firstHost, formatDestination, withoutContained } from '../address/cidr.ts'
import { formatIpv4 } from '../address/ipv4.ts'
import type { PeerNetwork } from './cluster-network.ts'
import { emptyFirewall, type Firewall } from './node-plan.ts'
import type { NodeContext } from './plan-node.ts'

export function planFirewall({ node, gateway, cluster, peers }: NodeContext): Firewall {
  const pods = formatDestination(cluster.podCidr)
  const overlay = { overlayPort: cluster.overlay.port, overlaySources: overlaySources({ node, cluster }) }
  if (node !== gateway)
    return { ...emptyFirewall('worker', pods), ...overlay, podSource: mapRemotes(peers, () => pods) }
  const limited = peers.filter(({ reachable }) => reachable !== undefined)
  return {
    role: 'gateway',
    podCidr: pods,
    podSource: mapRemotes(peers, ({ local }) => formatDestination(local.pod)),
    podDestination: translatedDestinations(peers, cluster.podCidr),
    nodeSource: mapRemotes(peers, ({ local }) => formatIpv4(firstHost(local.external))),
    nodeDestination: Object.fromEntries(
      peers.map(({ local }) => [formatIpv4(firstHost(local.external)), formatIpv4(gateway.address)]),
    ),
    restricted: limited.flatMap(remotesOf),
    reachable: limited.flatMap(reachablePairs),
    ...overlay,
  }
}

/** All other nodes, not only the gateway: after a fail-over, packets of the new gateway may arrive before the new plan. */
function overlaySources({ node, cluster }: Pick<NodeContext, 'node' | 'cluster'>): string[] {
  return cluster.nodes.filter((other) => other !== node).map(({ address }) => formatIpv4(address))
}

/** An nftables set refuses overlapping networks, and with them the whole transaction. */
function reachablePairs(peer: PeerNetwork): (readonly [string, string])[] {
  const networks = withoutContained(peer.reachable ?? []).map(formatDestination)
  return remotesOf(peer).flatMap((from) => networks.map((to) => [from, to] as const))
}

function mapRemotes(peers: readonly PeerNetwork[], value: (peer: PeerNetwork) => string): Record<string, string> {
  return Object.fromEntries(peers.flatMap((peer) => remotesOf(peer).map((remote) => [remote, value(peer)])))
}

/** Peers may have chosen the same network for us: it is one entry. */
function translatedDestinations(peers: readonly PeerNetwork[], podCidr: Cidr): Record<string, string> {
  const pods = formatDestination(podCidr)
  const seen = peers.map(({ local }) => formatDestination(local.pod)).filter((cidr) => cidr !== pods)
  return Object.fromEntries(seen.map((cidr) => [cidr, pods]))
}

function remotesOf({ remote }: PeerNetwork): string[] {
  return [formatDestination(remote.pod), formatDestination(remote.external)]
}
