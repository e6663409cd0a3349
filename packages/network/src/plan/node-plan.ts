/**
 * The network state of one node as data: the desired state, and in the same shape the actual state of the kernel.
 *
 * Every entry has a key. Two states are compared key by key, so the order of entries is irrelevant.
 */

/** The desired network state of one node: devices, routes and rules. */
export interface NodePlan {
  readonly devices: readonly Device[]
  readonly addresses: readonly DeviceAddress[]
  readonly neighbours: readonly Neighbour[]
  readonly forwarding: readonly ForwardingEntry[]
  readonly settings: readonly DeviceSetting[]
  readonly routes: readonly Route[]
  readonly rules: readonly RoutingRule[]
  readonly wireguard: readonly WireguardPeer[]
  readonly firewall: Firewall
}

/** A network device of a node, for the overlay or for tunnels. */
export type Device = VxlanDevice | GreDevice | WireguardDevice

/** A VXLAN device: the overlay of the cluster, or the tunnel to one peer. */
export interface VxlanDevice {
  readonly kind: 'vxlan'
  readonly name: string
  readonly mtu: number
  /** Only of a device in the kernel: it exists and passes no packets. Plans have none. */
  readonly isDown?: true | undefined
  readonly mac: string
  readonly vni: number
  readonly port: number
  readonly local: string
}

/** A GRE device: the tunnel to one peer. */
export interface GreDevice {
  readonly kind: 'gre'
  readonly name: string
  readonly mtu: number
  /** Only of a device in the kernel: it exists and passes no packets. Plans have none. */
  readonly isDown?: true | undefined
  readonly local: string
  readonly remote: string
}

/** A WireGuard device of the gateway, shared by its peers. */
export interface WireguardDevice {
  readonly kind: 'wireguard'
  readonly name: string
  readonly mtu: number
  /** Only of a device in the kernel: it exists and passes no packets. Plans have none. */
  readonly isDown?: true | undefined
  readonly listenPort: number
  /** The public key of the device's own key. If omitted, the key is not compared. */
  readonly publicKey?: string | undefined
}

/** An IPv4 address that is valid only on its node (`/32 scope host`). */
export interface DeviceAddress {
  readonly device: string
  readonly address: string
}

/** A static neighbour entry, so that the overlay needs no ARP. */
export interface Neighbour {
  readonly device: string
  readonly address: string
  readonly mac: string
}

/** The underlay address of a MAC address. */
export interface ForwardingEntry {
  readonly device: string
  readonly mac: string
  readonly destination: string
}

/** `net.ipv4.conf.<device>.<name>`. */
export interface DeviceSetting {
  readonly device: string
  readonly name: 'rp_filter'
  readonly value: string
}

/** An IPv4 route of a node. */
export interface Route {
  readonly to: string
  readonly device: string
  /** The next hop. It need not be on a network of the device. */
  readonly via?: string | undefined
  /** The source address of packets from this node itself. */
  readonly source?: string | undefined
  readonly table: number
}

/** Packets that arrive through `device` are routed by `table`. */
export interface RoutingRule {
  readonly device: string
  readonly table: number
  readonly priority: number
}

/** A peer of a WireGuard device, with its allowed networks. */
export interface WireguardPeer {
  readonly device: string
  readonly publicKey: string
  readonly endpoint?: string | undefined
  readonly allowed: readonly string[]
  readonly keepaliveSeconds: number
}

/** Address translation and filtering, independent of the program that enforces it. */
export interface Firewall {
  readonly role: 'gateway' | 'worker'
  readonly podCidr: string
  /** Destination network → the network of our pods as seen there. */
  readonly podSource: Readonly<Record<string, string>>
  /** The network by which a peer addresses our pods → our pods. */
  readonly podDestination: Readonly<Record<string, string>>
  /** Destination network → the address of our nodes as seen there. */
  readonly nodeSource: Readonly<Record<string, string>>
  /** The address by which a peer probes our gateway → the gateway. */
  readonly nodeDestination: Readonly<Record<string, string>>
  /** Networks of peers with restricted access. */
  readonly restricted: readonly string[]
  /** Network of a peer → our networks that it may reach. */
  readonly reachable: readonly (readonly [string, string])[]
  /** The UDP port of the overlay. */
  readonly overlayPort: number
  /** The addresses that may send to the overlay port. VXLAN itself accepts packets from anyone. */
  readonly overlaySources: readonly string[]
}

export const emptyFirewall = (role: Firewall['role'], podCidr: string): Firewall => ({
  role,
  podCidr,
  podSource: {},
  podDestination: {},
  nodeSource: {},
  nodeDestination: {},
  restricted: [],
  reachable: [],
  overlayPort: 0,
  overlaySources: [],
})
