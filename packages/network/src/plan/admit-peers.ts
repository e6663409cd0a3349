/**
 * Admission of peers: validates values from other clusters before they reach the kernel.
 *
 * Peers are admitted in the order in which they announced their keys, then of their age and ids: no peer, old or new, can displace another by
 * announcing its key or address, and all nodes of a cluster reject the same ones.
 */
import { AddressSpace } from '../address/address-space.ts'
import { type Cidr, containsCidr, formatCidr } from '../address/cidr.ts'
import { formatIpv4 } from '../address/ipv4.ts'
import { isWireguardKey } from '../tunnel/wireguard-keys.ts'
import type { ClusterNetwork, PeerNetwork } from './cluster-network.ts'

/** A peer that is not connected because its values are invalid or conflict with others. */
export interface RefusedPeer {
  readonly id: string
  /** A sentence with the reason. */
  readonly why: string
}

export interface AdmittedPeers {
  readonly admitted: readonly PeerNetwork[]
  readonly refused: readonly RefusedPeer[]
}

export function admitPeers(cluster: ClusterNetwork, peers: readonly PeerNetwork[]): AdmittedPeers {
  const space = new AddressSpace()
  for (const cidr of [cluster.podCidr, cluster.externalCidr, ...(cluster.reserved ?? [])]) space.take(cidr)
  for (const { address } of cluster.nodes) space.take({ base: address, bits: 32 })
  const admitted: PeerNetwork[] = []
  const refused: RefusedPeer[] = []
  const ids = new Set<string>()
  const tunnels = ownTunnels(cluster)
  const routed = [
    cluster.podCidr,
    cluster.externalCidr,
    ...peers.flatMap(({ remote }) => [remote.pod, remote.external]),
  ]
  for (const peer of [...peers].sort(byAdmission)) {
    const why = ids.has(peer.id)
      ? 'another peer has the same identity'
      : problemOf(peer, { cluster, space, tunnels, routed })
    ids.add(peer.id)
    if (why !== undefined) refused.push({ id: peer.id, why })
    else {
      for (const text of tunnelTexts(peer)) tunnels.set(text, peer.id)
      space.take(peer.remote.pod)
      space.take(peer.remote.external)
      admitted.push(peer)
    }
  }
  return { admitted, refused }
}

interface Surroundings {
  readonly cluster: ClusterNetwork
  readonly space: AddressSpace
  /** Tunnel identities already in use, with their holder. */
  readonly tunnels: ReadonlyMap<string, string>
  /** The networks of pods, here and of all peers. */
  readonly routed: readonly Cidr[]
}

function problemOf(peer: PeerNetwork, { cluster, space, tunnels, routed }: Surroundings): string | undefined {
  return (
    sizeProblem('pods', peer.local.pod, cluster.podCidr) ??
    sizeProblem('nodes', peer.local.external, cluster.externalCidr) ??
    usedProblem(peer.remote.pod, space) ??
    usedProblem(peer.remote.external, space) ??
    (overlapOf(peer.remote.pod, peer.remote.external)
      ? 'its pods and nodes are mapped to the same addresses'
      : undefined) ??
    reachableProblem(peer, cluster) ??
    endpointProblem(peer, routed) ??
    portProblem(peer, cluster) ??
    keyProblem(peer) ??
    tunnelProblem(peer, tunnels)
  )
}

function sizeProblem(whose: string, seen: Cidr, own: Cidr): string | undefined {
  if (seen.bits === own.bits) return undefined
  return `it maps the ${whose} of this cluster to ${formatCidr(seen)}, whose prefix length differs from that of ${formatCidr(own)}`
}

function usedProblem(seen: Cidr, space: AddressSpace): string | undefined {
  return space.isFree(seen) ? undefined : `${formatCidr(seen)} is in use in this cluster or for another peer`
}

function overlapOf(one: Cidr, other: Cidr): boolean {
  return containsCidr(one, other) || containsCidr(other, one)
}

function reachableProblem({ reachable = [] }: PeerNetwork, { podCidr }: ClusterNetwork): string | undefined {
  const outside = reachable.find((cidr) => !containsCidr(podCidr, cidr))
  return (
    outside && `\`reachable\` lists ${formatCidr(outside)}, which is outside the pod network ${formatCidr(podCidr)}`
  )
}

/** The peer with such a gateway is rejected, not the one with the network: otherwise a peer could cut off another. */
function endpointProblem({ tunnel: { endpoint } }: PeerNetwork, routed: readonly Cidr[]): string | undefined {
  if (endpoint === undefined) return undefined
  const network = routed.find((cidr) => containsCidr(cidr, { base: endpoint.address, bits: 32 }))
  if (network === undefined) return undefined
  return `its gateway ${formatIpv4(endpoint.address)} is in ${formatCidr(network)}, which is routed to pods: packets of the tunnel would be routed into the tunnel`
}

/**
 * The firewall filters the overlay's UDP port by source address, not by VXLAN identifier: a peer admitted on that port could send into the
 * overlay of every node.
 */
function portProblem({ tunnel }: PeerNetwork, { overlay }: ClusterNetwork): string | undefined {
  if (tunnel.driver !== 'vxlan' || tunnel.endpoint.port !== overlay.port) return undefined
  return `its VXLAN tunnel has port ${overlay.port}, which only the overlay of this cluster may use. Both ends use the lower spec.tunnel.port of their NetworkSettings: change that one`
}

function keyProblem({ tunnel }: PeerNetwork): string | undefined {
  if (tunnel.driver !== 'wireguard') return undefined
  if (keysOf(tunnel).every(isWireguardKey)) return undefined
  return 'its WireGuard public key is not 32 bytes in base64'
}

function tunnelProblem(peer: PeerNetwork, tunnels: Surroundings['tunnels']): string | undefined {
  const taken = tunnelTexts(peer).find((text) => tunnels.has(text))
  return taken && `its tunnel has the ${taken}, which ${tunnels.get(taken)} has already`
}

/** The identities of a tunnel in the kernel: duplicates cannot be created, or would receive each other's packets. */
function tunnelTexts({ tunnel }: PeerNetwork): string[] {
  switch (tunnel.driver) {
    case 'wireguard':
      return keysOf(tunnel).map(keyText)
    case 'vxlan':
      return [vxlanText(tunnel.vni, tunnel.endpoint.port)]
    case 'gre':
      return [`GRE address ${formatIpv4(tunnel.endpoint.address)}`]
  }
}

function ownTunnels({ tunnel }: ClusterNetwork): Map<string, string> {
  return new Map(keysOf(tunnel).map((key) => [keyText(key), 'this cluster']))
}

/** The keys of both devices. */
function keysOf({ publicKey, detour }: Pick<ClusterNetwork['tunnel'], 'publicKey' | 'detour'>): string[] {
  return [publicKey, detour?.publicKey].filter((key) => key !== undefined)
}

function keyText(key: string): string {
  return `WireGuard key ${key}`
}

function vxlanText(vni: number, port: number): string {
  return `VXLAN identifier ${vni} on port ${port}`
}

function byAdmission(one: PeerNetwork, other: PeerNetwork): number {
  return (
    (one.order ?? 0) - (other.order ?? 0) ||
    compareTexts(one.since ?? unknownAge, other.since ?? unknownAge) ||
    compareTexts(one.id, other.id)
  )
}

/** Later than every time. */
const unknownAge = '9999'

function compareTexts(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0
}
