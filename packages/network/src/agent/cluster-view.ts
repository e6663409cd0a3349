/** Converts resources to the planner's input. Objects with invalid values are left out, with a reason. */
import type { Node } from '@kubewright/kubernetes'
import { type Cidr, parseCidr } from '../address/cidr.ts'
import { parseIpv4, tryParseIpv4 } from '../address/ipv4.ts'
import type { RefusedPeer } from '../plan/admit-peers.ts'
import type { ClusterNetwork, ClusterNode, PeerNetwork, PeerTunnel } from '../plan/cluster-network.ts'
import { pairVni } from '../plan/pair-vni.ts'
import type { NetworkSettings } from '../resource/network-settings.ts'
import type { TunnelEndpoint } from '../resource/tunnel-endpoint.ts'

export interface ClusterView {
  readonly cluster: ClusterNetwork
  readonly peers: readonly PeerNetwork[]
  readonly refused: readonly RefusedPeer[]
}

/** The relevant fields of a Node. */
export type ViewedNode = Pick<Node, 'metadata' | 'spec' | 'status'>

export interface ViewedObjects {
  readonly settings: NetworkSettings
  readonly nodes: readonly ViewedNode[]
  readonly endpoints: readonly TunnelEndpoint[]
}

/** Failure: `KW_NETWORK_ADDRESS` if the settings of this cluster are invalid. */
export function viewCluster({ settings, nodes, endpoints }: ViewedObjects): ClusterView {
  const refused: RefusedPeer[] = []
  const peers = endpoints.flatMap((endpoint) => {
    try {
      return [knownPeer(endpoint, settings)]
    } catch (error) {
      refused.push({ id: endpoint.metadata.name, why: error instanceof Error ? error.message : String(error) })
      return []
    }
  })
  return { cluster: readCluster(settings, nodes), peers, refused }
}

/** The UDP port of the second WireGuard device. */
export function detourPort({ spec }: Pick<NetworkSettings, 'spec'>): number {
  return spec.tunnel.port < 65_535 ? spec.tunnel.port + 1 : spec.tunnel.port - 1
}

function readCluster(settings: NetworkSettings, nodes: readonly ViewedNode[]): ClusterNetwork {
  const { spec, status } = settings
  const detour = status?.detourPublicKey
  return {
    podCidr: parseCidr(spec.podCidr),
    externalCidr: parseCidr(spec.externalCidr),
    reserved: spec.reserved.flatMap(readReserved),
    nodes: nodes.flatMap(readNode).sort((one, other) => (one.name < other.name ? -1 : 1)),
    gateway: status?.gateway,
    overlay: { vni: spec.overlay.vni, port: spec.overlay.port, underlayMtu: spec.overlay.mtu },
    tunnel: {
      port: spec.tunnel.port,
      underlayMtu: spec.tunnel.mtu,
      publicKey: status?.publicKey,
      detour: detour === undefined ? undefined : { publicKey: detour, port: detourPort(settings) },
    },
  }
}

/** Nodes without an internal IPv4 address, such as virtual ones, are skipped. */
function readNode({ metadata, spec, status }: ViewedNode): ClusterNode[] {
  const internal = (status?.addresses ?? []).filter(({ type }) => type === 'InternalIP')
  const address = internal.map((item) => tryParseIpv4(item.address)).find((found) => found !== undefined)
  if (address === undefined) return []
  const podCidrs = (spec?.podCIDRs ?? []).flatMap(readPodCidr)
  return [{ name: metadata.name, address, podCidrs }]
}

/** An unreadable one is reported by the gateway. It must not stop the agents of all nodes. */
function readReserved({ cidr }: { readonly cidr: string }): Cidr[] {
  try {
    return [parseCidr(cidr)]
  } catch {
    return []
  }
}

/** Dual-stack nodes have an IPv6 network too: it is ignored. */
function readPodCidr(text: string): Cidr[] {
  return text.includes(':') ? [] : [parseCidr(text)]
}

interface ReadEndpoint {
  readonly spec: NetworkSettings['spec']
  readonly peer: PeerNetwork
}

/**
 * Memoized by object identity: caches return the same object until it changes, so of two hundred endpoints only the changed one is parsed.
 */
const readEndpoints = new WeakMap<TunnelEndpoint, ReadEndpoint>()

function knownPeer(endpoint: TunnelEndpoint, settings: NetworkSettings): PeerNetwork {
  const { spec } = settings
  const known = readEndpoints.get(endpoint)
  if (known?.spec === spec) return known.peer
  const peer = readPeer(endpoint, settings)
  readEndpoints.set(endpoint, { spec, peer })
  return peer
}

function readPeer({ metadata, spec }: TunnelEndpoint, settings: NetworkSettings): PeerNetwork {
  const networks = ({ pod, external }: { pod: string; external: string }) => ({
    pod: parseCidr(pod),
    external: parseCidr(external),
  })
  return {
    id: metadata.name,
    order: spec.order,
    since: metadata.creationTimestamp,
    remote: networks(spec.remote),
    local: networks(spec.local),
    tunnel: readTunnel(spec.tunnel, settings, metadata.name),
    reachable: spec.reachable?.map(parseCidr),
  }
}

function readTunnel(tunnel: TunnelEndpoint['spec']['tunnel'], settings: NetworkSettings, peer: string): PeerTunnel {
  const { clusterId } = settings.spec
  const { driver, publicKey = '', address, port = settings.spec.tunnel.port, vni = pairVni(clusterId, peer) } = tunnel
  const endpoint = address === undefined ? undefined : { address: parseIpv4(address), port }
  if (driver === 'wireguard') {
    const { keepaliveSeconds } = settings.spec.tunnel
    return { driver, publicKey, endpoint, keepaliveSeconds, detour: tunnel.detour }
  }
  const fixed = endpoint ?? { address: parseIpv4(''), port }
  if (driver === 'gre') return { driver, endpoint: fixed }
  // Both ends of a VXLAN send to the port they listen on, so both use the lower one.
  return { driver, vni, endpoint: { ...fixed, port: Math.min(port, settings.spec.tunnel.port) } }
}
