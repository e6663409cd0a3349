/** What a node has to know to take part in the network between clusters: the input of {@link planNode}. */
import type { Cidr } from '../address/cidr.ts'

/** This cluster. */
export interface ClusterNetwork {
  /** The addresses of pods in this cluster. */
  readonly podCidr: Cidr
  /** The addresses under which nodes of this cluster appear in others. */
  readonly externalCidr: Cidr
  /** Every node of this cluster, gateways included. */
  readonly nodes: readonly ClusterNode[]
  /** The name of the node whose gateway is active. Without one there are no routes to peers. */
  readonly gateway?: string | undefined
  readonly overlay: OverlaySettings
  readonly tunnel: TunnelSettings
}

export interface ClusterNode {
  readonly name: string
  /** The node's internal IPv4 address. */
  readonly address: number
  /** The addresses of the pods on this node (`spec.podCIDRs`). */
  readonly podCidrs: readonly Cidr[]
}

export interface OverlaySettings {
  /** The VXLAN network identifier. */
  readonly vni: number
  /** The UDP port of VXLAN. */
  readonly port: number
  /** The MTU of the network between the nodes. */
  readonly underlayMtu: number
}

export interface TunnelSettings {
  /** The UDP port on which WireGuard listens. */
  readonly port: number
  /** The MTU of the network between the gateways. */
  readonly underlayMtu: number
  /** The public key of this cluster's gateway; it stands for the private one, which is in no plan. */
  readonly publicKey?: string | undefined
  /** The second WireGuard device, while a key changes. */
  readonly detour?: { readonly publicKey: string; readonly port: number } | undefined
}

/** Another cluster, once addresses are agreed on by both sides. */
export interface PeerNetwork {
  /** The identity of the cluster. */
  readonly id: string
  /** Its pods and nodes as this cluster sees them: assigned here. */
  readonly remote: SeenNetworks
  /** The pods and nodes of this cluster as the peer sees them: assigned there. */
  readonly local: SeenNetworks
  readonly tunnel: PeerTunnel
  /** Which pods of this cluster the peer may reach; all of them if it is left out. */
  readonly reachable?: readonly Cidr[] | undefined
}

export interface SeenNetworks {
  readonly pod: Cidr
  readonly external: Cidr
}

export type PeerTunnel =
  | {
      readonly driver: 'wireguard'
      /** 32 bytes in base64. */
      readonly publicKey: string
      /** Where to send to. A peer behind NAT has none and connects by itself. */
      readonly endpoint?: Endpoint | undefined
      readonly keepaliveSeconds?: number | undefined
      /** The peer's second device, while its key or ours changes. */
      readonly detour?:
        | { readonly publicKey: string; readonly port: number; readonly isUsed?: boolean | undefined }
        | undefined
      /** The device for packets to the peer; the main one unless it says otherwise. */
      readonly device?: 'main' | 'detour' | undefined
    }
  | { readonly driver: 'vxlan'; readonly vni: number; readonly endpoint: Endpoint }
  | { readonly driver: 'gre'; readonly endpoint: Endpoint }

export interface Endpoint {
  readonly address: number
  readonly port: number
}
