/** The tunnels from the active gateway to the gateways of peers. Other nodes have none. */
import { createHash } from 'node:crypto'
import { formatCidr } from '../address/cidr.ts'
import { formatIpv4 } from '../address/ipv4.ts'
import { detourDevice, tunnelAddress, tunnelPrefix, wireguardDevice } from '../names.ts'
import type { PeerNetwork, PeerTunnel, TunnelSettings } from './cluster-network.ts'
import type { Device, DeviceAddress, DeviceSetting, ForwardingEntry, Neighbour, WireguardPeer } from './node-plan.ts'
import type { NodeContext } from './plan-node.ts'
import { macOf } from './plan-overlay.ts'

export interface TunnelsPlan {
  readonly devices: readonly Device[]
  readonly addresses: readonly DeviceAddress[]
  readonly neighbours: readonly Neighbour[]
  readonly forwarding: readonly ForwardingEntry[]
  readonly settings: readonly DeviceSetting[]
  readonly wireguard: readonly WireguardPeer[]
}

/** The header overhead of each tunnel type. WireGuard's is that of IPv6, so that a gateway may switch to it. */
const overhead = { wireguard: 80, vxlan: 50, gre: 24 } as const

const defaultKeepaliveSeconds = 25

export function planTunnels({ node, gateway, cluster, peers }: NodeContext): TunnelsPlan {
  if (node !== gateway)
    return { devices: [], addresses: [], neighbours: [], forwarding: [], settings: [], wireguard: [] }
  const local = formatIpv4(node.address)
  const { underlayMtu } = cluster.tunnel
  const devices = new Map<string, Device>()
  for (const peer of peers) {
    const name = tunnelDeviceOf({ id: peer.id, tunnel: onMainDevice(peer.tunnel) })
    const mtu = underlayMtu - overhead[peer.tunnel.driver]
    devices.set(name, deviceOf(peer.tunnel, { name, mtu, local, own: cluster.tunnel, mac: macOf(1, node.address) }))
    const detour = detourOf(peer.tunnel, cluster.tunnel)
    if (detour) devices.set(detourDevice, { kind: 'wireguard', name: detourDevice, mtu, ...detour.own })
  }
  return {
    devices: [...devices.values()],
    addresses: [...devices.values()].flatMap(addressOf),
    neighbours: peers.flatMap((peer) => vxlanNeighbour(peer)),
    forwarding: peers.flatMap((peer) => vxlanForwarding(peer)),
    settings: [...devices.keys()].map((device) => ({ device, name: 'rp_filter', value: '2' })),
    wireguard: peers.flatMap((peer) => wireguardPeers(peer, cluster.tunnel)),
  }
}

/** The device through which a peer is reached. Its name contains no text from the peer, which may be long or hostile. */
export function tunnelDeviceOf({ id, tunnel }: Pick<PeerNetwork, 'id' | 'tunnel'>): string {
  if (tunnel.driver === 'wireguard') return tunnel.device === 'detour' ? detourDevice : wireguardDevice
  return tunnelPrefix + createHash('sha256').update(id).digest('hex').slice(0, 8)
}

/** The next hop on a tunnel device; point-to-point devices need none. */
export function tunnelNextHop(tunnel: PeerTunnel): string | undefined {
  return tunnel.driver === 'vxlan' ? formatIpv4(tunnel.endpoint.address) : undefined
}

interface TunnelPlace {
  readonly name: string
  readonly mtu: number
  readonly local: string
  readonly own: TunnelSettings
  readonly mac: string
}

function deviceOf(tunnel: PeerTunnel, { name, mtu, local, own, mac }: TunnelPlace): Device {
  switch (tunnel.driver) {
    case 'wireguard':
      return { kind: 'wireguard', name, mtu, listenPort: own.port, publicKey: own.publicKey }
    case 'vxlan':
      return { kind: 'vxlan', name, mtu, mac, vni: tunnel.vni, port: tunnel.endpoint.port, local }
    case 'gre':
      return { kind: 'gre', name, mtu, local, remote: formatIpv4(tunnel.endpoint.address) }
  }
}

function vxlanNeighbour(peer: PeerNetwork): Neighbour[] {
  if (peer.tunnel.driver !== 'vxlan') return []
  const { address } = peer.tunnel.endpoint
  return [{ device: tunnelDeviceOf(peer), address: formatIpv4(address), mac: macOf(1, address) }]
}

function vxlanForwarding(peer: PeerNetwork): ForwardingEntry[] {
  if (peer.tunnel.driver !== 'vxlan') return []
  const { address } = peer.tunnel.endpoint
  return [{ device: tunnelDeviceOf(peer), mac: macOf(1, address), destination: formatIpv4(address) }]
}

function wireguardPeers({ tunnel, remote }: PeerNetwork, own: TunnelSettings): WireguardPeer[] {
  if (tunnel.driver !== 'wireguard') return []
  const { publicKey, endpoint, keepaliveSeconds = defaultKeepaliveSeconds } = tunnel
  const allowed = [formatCidr(remote.pod), formatCidr(remote.external)]
  const at = (port: number) => endpoint && `${formatIpv4(endpoint.address)}:${port}`
  const main = {
    device: wireguardDevice,
    publicKey,
    endpoint: endpoint && at(endpoint.port),
    allowed,
    keepaliveSeconds,
  }
  const detour = detourOf(tunnel, own)?.peer
  if (!detour) return [main]
  const { publicKey: key, port } = detour
  return [main, { ...main, device: detourDevice, publicKey: key, endpoint: at(port) }]
}

/** During a key rotation packets may arrive through one WireGuard device and their replies leave by the other. */
function addressOf({ kind, name }: Device): DeviceAddress[] {
  return kind === 'wireguard' ? [{ device: name, address: tunnelAddress }] : []
}

/** There is a detour if both sides have announced one. */
function detourOf(tunnel: PeerTunnel, own: TunnelSettings) {
  if (tunnel.driver !== 'wireguard' || !tunnel.detour || !own.detour) return undefined
  const { publicKey, port } = own.detour
  return { own: { publicKey, listenPort: port }, peer: tunnel.detour }
}

function onMainDevice(tunnel: PeerTunnel): PeerTunnel {
  return tunnel.driver === 'wireguard' ? { ...tunnel, device: 'main' } : tunnel
}
