/**
 * The names and numbers of Kubewright's network state in the kernel of a node. They are public: leftovers of an earlier process, and
 * everything to remove on uninstall, are identified only by them.
 */

/** The prefix of every network device. */
export const devicePrefix = 'kw-'

/** The VXLAN device that connects the nodes of one cluster. */
export const overlayDevice = 'kw-overlay'

/** Tunnels to other clusters. The firewall selects them by this prefix, so a new peer changes no rule. */
export const tunnelPrefix = 'kw-tun-'

/** The single WireGuard device for all peers. */
export const wireguardDevice = 'kw-tun-wg'

/** The WireGuard device that carries the traffic during a key rotation of the first one. */
export const detourDevice = 'kw-tun-detour'

/**
 * The IPv4 address of both WireGuard devices. During a key rotation packets arrive through one and replies leave by the other. The loose
 * reverse path filter allows that only on devices with an address. No packet carries it, and a loopback address collides with no network.
 */
export const tunnelAddress = '127.219.0.1'

/** The device that tells whether the kernel supports WireGuard. It exists for a moment when an agent starts. */
export const probeDevice = 'kw-probe'

/** The nftables table (family `ip`). */
export const firewallTable = 'kubewright-network'

/** The routing protocol number of every route and rule; `ip route show proto 219` lists them. */
export const routeProtocol = 219

/** The routing table of gateways for packets that arrive through a tunnel, and the priority of the rules that select it. */
export const tunnelRoutingTable = 21_900
export const tunnelRulePriority = 21_900

/** The API group and version of the resources. */
export const networkGroup = 'network.kubewright.dev'
export const networkVersion = 'v1alpha1'

/** The Secret with the WireGuard keys of this cluster's gateway. */
export const keysSecret = 'kubewright-network-keys'

/** The Lease whose holder's node is the active gateway. */
export const gatewayLease = 'kubewright-network-gateway'

/** The namespace of the programs, their Lease and their Secret. */
export const networkNamespace = 'kubewright-network'
