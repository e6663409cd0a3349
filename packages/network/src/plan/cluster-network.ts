/** The input of {@link planNode}: everything a node needs to take part in the network between clusters. */
import type { Cidr } from '../address/cidr.ts'

/** This cluster. */
export interface ClusterNetwork {
  /** The pod network of this cluster. */
  readonly podCidr: Cidr
  /** The network of this cluster's nodes, as seen by other clusters. */
  readonly externalCidr: Cidr
  /** Networks that this cluster uses otherwise, such as those of services: no peer may have them. @default none */
  readonly reserved?: readonly Cidr[] | undefined
  /** Every node of this cluster, gateways included. */
  readonly nodes: readonly ClusterNode[]
  /** The node of the active gateway. Without one there are no routes to peers. */
  readonly gateway?: string | undefined
  readonly overlay: OverlaySettings
  readonly tunnel: TunnelSettings
}

/** A node of this cluster, with its address and pod networks. */
export interface ClusterNode {
  readonly name: string
  /** The node's internal IPv4 address. */
  readonly address: number
  /** The pod networks of this node (`spec.podCIDRs`). */
  readonly podCidrs: readonly Cidr[]
}

/** Settings of the VXLAN overlay between the nodes of this cluster. */
export interface OverlaySettings {
  /** The VXLAN network identifier. */
  readonly vni: number
  /** The UDP port of VXLAN. */
  readonly port: number
  /** The MTU of the network between the nodes. */
  readonly underlayMtu: number
}

/** Settings of the tunnels from this cluster's gateway to its peers. */
export interface TunnelSettings {
  /** The UDP port on which WireGuard listens. */
  readonly port: number
  /** The MTU of the network between the gateways. */
  readonly underlayMtu: number
  /** The public key of this cluster's gateway; the private key is in no plan. */
  readonly publicKey?: string | undefined
  /** The second WireGuard device, during a key rotation. */
  readonly detour?: { readonly publicKey: string; readonly port: number } | undefined
}

/** Another cluster, once both sides have agreed on addresses. */
export interface PeerNetwork {
  /** The identity of the cluster. */
  readonly id: string
  /**
   * The order of admission: of two peers with the same key or address, the one with the lower number is admitted. A peer that announces
   * another key gets a new number, so it cannot displace the one that has this key already. @default 0
   */
  readonly order?: number | undefined
  /** When the peer was connected first (RFC 3339). Decides between equal numbers; a peer without this is later than all others. */
  readonly since?: string | undefined
  /** The addresses that this cluster assigned to the pods and nodes of the peer. */
  readonly remote: SeenNetworks
  /** The pods and nodes of this cluster as the peer sees them: assigned there. */
  readonly local: SeenNetworks
  readonly tunnel: PeerTunnel
  /** The pods of this cluster that the peer may reach; all if omitted. */
  readonly reachable?: readonly Cidr[] | undefined
}

/** The pod and node networks of one cluster, in the addresses by which another cluster sees them. */
export interface SeenNetworks {
  readonly pod: Cidr
  readonly external: Cidr
}

/** The tunnel to a peer's gateway: its driver, and how the peer is reached. */
export type PeerTunnel =
  | {
      readonly driver: 'wireguard'
      /** 32 bytes in base64. */
      readonly publicKey: string
      /** The destination address. A peer behind NAT has none and connects itself. */
      readonly endpoint?: Endpoint | undefined
      readonly keepaliveSeconds?: number | undefined
      /** The peer's second device, during a rotation of its key or ours. */
      readonly detour?:
        | { readonly publicKey: string; readonly port: number; readonly isUsed?: boolean | undefined }
        | undefined
      /** The device for packets to the peer. Defaults to the main one. */
      readonly device?: 'main' | 'detour' | undefined
    }
  | { readonly driver: 'vxlan'; readonly vni: number; readonly endpoint: Endpoint }
  | { readonly driver: 'gre'; readonly endpoint: Endpoint }

/** The IPv4 address and UDP port of a tunnel's remote end. */
export interface Endpoint {
  readonly address: number
  readonly port: number
}
