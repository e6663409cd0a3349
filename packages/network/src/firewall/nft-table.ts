/**
 * The nftables form of a {@link Firewall}: one table of our own, whose rules are independent of the number of peers.
 *
 * A peer is an element in three maps. So adding the two-hundredth peer changes a few elements, lookups take the same time for any number of
 * peers, and nftables itself rejects overlapping networks.
 *
 * An `accept` in our own table does not exempt packets from the cluster's masquerading, because the base chains of other tables still run.
 * A translation does, even an identity; that is why pods that keep their addresses are "translated" to themselves.
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
  return firewall.role === 'gateway' ? gatewayChains(firewall.podCidr) : workerChains(firewall.podCidr)
}

const tunnels = `"${tunnelPrefix}*"`
const sourceHook = 'type nat hook postrouting priority 99; policy accept;' // just before `srcnat`
const clampHook = 'type filter hook forward priority -150; policy accept;' // `mangle`

const clamp = (devices: string) => `oifname ${devices} tcp flags syn / syn,rst tcp option maxseg size set rt mtu`

function gatewayChains(pods: string): NftChain[] {
  return [
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
        `iifname ${tunnels} ct state new ip daddr != ${pods} drop`,
      ],
    },
    {
      name: 'gateway',
      hook: 'type filter hook input priority 0; policy accept;',
      rules: [`iifname ${tunnels} ct state new meta l4proto != icmp drop`],
    },
    { name: 'clamp', hook: clampHook, rules: [clamp(tunnels), clamp(`"${overlayDevice}"`)] },
  ]
}

function workerChains(pods: string): NftChain[] {
  return [
    {
      name: 'source',
      hook: sourceHook,
      rules: [`oifname "${overlayDevice}" ip saddr ${pods} snat ip prefix to ip daddr map @pod_source`],
    },
    { name: 'clamp', hook: clampHook, rules: [clamp(`"${overlayDevice}"`)] },
  ]
}

/** The comment of a rule: its owner, its position and the number of rules, so that a missing one is detected. */
export function ruleComment(skeleton: string, position: number, count: number): string {
  return `kubewright ${skeleton} ${position}/${count}`
}

export const tableReference = `ip ${firewallTable}`

function asSet(elements: readonly string[]): Elements {
  return Object.fromEntries(elements.map((element) => [element, '']))
}
