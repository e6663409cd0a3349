/**
 * The nftables form of a {@link Firewall}: one table of our own, whose rules are independent of the number of peers.
 *
 * A peer is an element in three maps. So adding the two-hundredth peer changes a few elements, lookups take the same time for any number of
 * peers, and nftables itself rejects overlapping networks.
 *
 * An `accept` in our own table does not exempt packets from the cluster's masquerading, because the base chains of other tables still run.
 * A translation does, even an identity; that is why pods that keep their addresses are "translated" to themselves.
 *
 * See decisions 0345, 0351 and 0353.
 */
import { createHash } from 'node:crypto'
import { firewallTable, overlayDevice, tunnelPrefix } from '../names.ts'
import type { Firewall } from '../plan/node-plan.ts'

export type Elements = Readonly<Record<string, string>>

/** The changing part of the table: the elements of maps and sets, by name. A set maps each element to an empty string. */
export type NftElements = Readonly<Record<NftCollection, Elements>>

export type NftCollection = keyof typeof collections

/** The maps and sets, with their types. `typeof` would need a newer nftables. */
export const collections = {
  pod_source: 'map pod_source { type ipv4_addr : interval ipv4_addr; flags interval; }',
  pod_destination: 'map pod_destination { type ipv4_addr : interval ipv4_addr; flags interval; }',
  node_source: 'map node_source { type ipv4_addr : ipv4_addr; flags interval; }',
  node_destination: 'map node_destination { type ipv4_addr : ipv4_addr; }',
  restricted: 'set restricted { type ipv4_addr; flags interval; }',
  reachable: 'set reachable { type ipv4_addr . ipv4_addr; flags interval; }',
  peer_networks: 'set peer_networks { type ipv4_addr; flags interval; }',
  own_pods: 'set own_pods { type ipv4_addr; flags interval; }',
  own_nodes: 'set own_nodes { type ipv4_addr; }',
  overlay_sources: 'set overlay_sources { type ipv4_addr; }',
} as const

export interface NftChain {
  readonly name: string
  readonly hook: string
  readonly rules: readonly string[]
}

/** The desired or actual state of the kernel. */
export interface NftState {
  /** Identifies all chains and rules; `undefined` if any is missing or foreign. */
  readonly skeleton: string | undefined
  readonly elements: NftElements
}

/** The state for a firewall, or `undefined` if no table is needed. */
export function nftStateOf(firewall: Firewall): NftState | undefined {
  if (Object.keys(firewall.podSource).length === 0) return undefined
  return {
    skeleton: skeletonOf(firewall),
    elements: {
      pod_source: firewall.podSource,
      pod_destination: firewall.podDestination,
      node_source: firewall.nodeSource,
      node_destination: firewall.nodeDestination,
      restricted: asSet(firewall.restricted),
      reachable: asSet(firewall.reachable.map(([from, to]) => `${from} . ${to}`)),
      peer_networks: asSet(peerNetworks(firewall)),
      own_pods: asSet(ownPods(firewall)),
      own_nodes: asSet(Object.keys(firewall.nodeDestination)),
      overlay_sources: asSet(firewall.overlaySources),
    },
  }
}

/** A digest of the chains and rules of a firewall. Each rule carries it, so that a damaged table is detected. */
export function skeletonOf(firewall: Firewall): string {
  return createHash('sha256')
    .update(JSON.stringify(chainsOf(firewall)))
    .digest('hex')
    .slice(0, 12)
}

export function chainsOf(firewall: Firewall): NftChain[] {
  const own = firewall.role === 'gateway' ? gatewayChains(firewall.podCidr) : workerChains(firewall.podCidr)
  return [...own, underlayChain(firewall.overlayPort)]
}

/** The networks under which peers see our pods. */
export function ownPods({ podSource }: Pick<Firewall, 'podSource'>): string[] {
  return [...new Set(Object.values(podSource))]
}

/** The networks of admitted peers. Only gateways have tunnels to check. */
export function peerNetworks({ role, podSource }: Pick<Firewall, 'role' | 'podSource'>): string[] {
  return role === 'gateway' ? Object.keys(podSource) : []
}

const tunnels = `"${tunnelPrefix}*"`
const overlay = `"${overlayDevice}"`
/** After conntrack, and before any translation: that of services by kube-proxy would hide the destination. */
const arrivalHook = 'type filter hook prerouting priority -150; policy accept;'
/** Packets that belong to no connection are not translated, so no rule about connections may let them pass. */
const untracked = 'ct state invalid,untracked'
const opening = 'ct state invalid,new,untracked'
const sourceHook = 'type nat hook postrouting priority 99; policy accept;' // just before `srcnat`
const clampHook = 'type filter hook forward priority -150; policy accept;' // `mangle`

const clamp = (devices: string) => `oifname ${devices} tcp flags syn / syn,rst tcp option maxseg size set rt mtu`

function gatewayChains(pods: string): NftChain[] {
  return [
    {
      name: 'arrival',
      hook: arrivalHook,
      rules: [
        `iifname ${tunnels} ${untracked} drop`,
        `iifname ${tunnels} ct state new ip daddr != @own_pods ip daddr != @own_nodes drop`,
        // Node ports are translated before the input hook, also on the address of the bridge, which is in the pod network.
        `iifname ${tunnels} ct state new meta l4proto != icmp fib daddr type local drop`,
        `iifname ${overlay} ${untracked} drop`,
        `iifname ${overlay} ct state new fib daddr type local drop`,
      ],
    },
    {
      name: 'destination',
      hook: 'type nat hook prerouting priority -101; policy accept;', // just before `dstnat`
      rules: [
        `iifname ${tunnels} dnat ip prefix to ip daddr map @pod_destination`,
        `iifname ${tunnels} meta l4proto icmp dnat to ip daddr map @node_destination`,
      ],
    },
    {
      name: 'source',
      hook: sourceHook,
      rules: [
        `oifname ${tunnels} ip saddr ${pods} snat ip prefix to ip daddr map @pod_source`,
        `oifname ${tunnels} ip saddr != ${pods} snat to ip daddr map @node_source`,
      ],
    },
    {
      name: 'access',
      hook: 'type filter hook forward priority 0; policy accept;',
      rules: [
        // Every packet of a connection opened by the peer, so that revoked access also ends open connections.
        `iifname ${tunnels} ct direction original ip saddr @restricted ip saddr . ip daddr != @reachable drop`,
        // Peers can reach pods, and nothing else that this node can route to.
        `iifname ${tunnels} ${opening} ip daddr != ${pods} drop`,
        // The rules of a removed peer go before its tunnel.
        `iifname ${tunnels} ${opening} ip saddr != @peer_networks drop`,
      ],
    },
    {
      name: 'gateway',
      hook: 'type filter hook input priority 0; policy accept;',
      rules: [`iifname ${tunnels} ${opening} meta l4proto != icmp drop`],
    },
    { name: 'clamp', hook: clampHook, rules: [clamp(tunnels), clamp(overlay)] },
  ]
}

function workerChains(pods: string): NftChain[] {
  return [
    {
      name: 'arrival',
      hook: arrivalHook,
      rules: [
        `iifname ${tunnels} drop`, // a former gateway has its tunnels a little longer than its rules
        `iifname ${overlay} ${untracked} drop`,
        `iifname ${overlay} ct state new ip daddr != ${pods} drop`,
        `iifname ${overlay} ct state new fib daddr type local drop`,
      ],
    },
    {
      name: 'source',
      hook: sourceHook,
      rules: [`oifname ${overlay} ip saddr ${pods} snat ip prefix to ip daddr map @pod_source`],
    },
    { name: 'clamp', hook: clampHook, rules: [clamp(overlay)] },
  ]
}

/** VXLAN accepts packets from any address. */
function underlayChain(port: number): NftChain {
  return {
    name: 'underlay',
    hook: 'type filter hook input priority 0; policy accept;',
    rules: [`udp dport ${port} ip saddr != @overlay_sources drop`],
  }
}

/** The comment of a rule: its owner, its position and the number of rules, so that a missing one is detected. */
export function ruleComment(skeleton: string, position: number, count: number): string {
  return `kubewright ${skeleton} ${position}/${count}`
}

export const tableReference = `ip ${firewallTable}`

function asSet(elements: readonly string[]): Elements {
  return Object.fromEntries(elements.map((element) => [element, '']))
}
