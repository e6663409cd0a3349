/**
 * The iptables form of a {@link Firewall}: our own chains, and one jump to each from a built-in chain, before all others.
 *
 * Rules are written as `iptables-save` prints them, so that a dump can be compared line by line.
 */
import { overlayDevice, tunnelPrefix } from '../names.ts'
import type { Firewall } from '../plan/node-plan.ts'
import { ownPods, peerNetworks } from './nft-table.ts'

export interface ChainRules {
  readonly table: 'nat' | 'filter' | 'mangle'
  readonly chain: string
  /** The built-in chain that jumps here. */
  readonly from: string
  /** Rules without `-A <chain>`. */
  readonly rules: readonly string[]
}

export const chainPrefix = 'KUBEWRIGHT-'

const tunnels = `${tunnelPrefix}+`
/** Packets that belong to no connection are not translated, so no rule about connections may let them pass. */
const untracked = '-m conntrack --ctstate INVALID,UNTRACKED'
const opening = '-m conntrack --ctstate INVALID,NEW,UNTRACKED'
const answered = '-m conntrack --ctstate RELATED,ESTABLISHED'
const fresh = '-m conntrack --ctstate NEW'
const local = '-m addrtype --dst-type LOCAL'
const clamp = (device: string) => `-o ${device} -p tcp -m tcp --tcp-flags SYN,RST SYN -j TCPMSS --clamp-mss-to-pmtu`

/** All chains; empty ones are omitted. */
export function iptablesChains(firewall: Firewall): ChainRules[] {
  if (Object.keys(firewall.podSource).length === 0) return []
  const chains = firewall.role === 'gateway' ? gatewayChains(firewall) : workerChains(firewall)
  return chains.filter(({ rules }) => rules.length > 0)
}

function workerChains(firewall: Firewall): ChainRules[] {
  const { podCidr, podSource } = firewall
  return [
    arrival([
      `-i ${tunnels} -j DROP`, // a former gateway has its tunnels a little longer than its rules
      `-i ${overlayDevice} ${untracked} -j DROP`,
      `! -d ${prefixed(podCidr)} -i ${overlayDevice} ${fresh} -j DROP`,
      `-i ${overlayDevice} ${fresh} ${local} -j DROP`,
    ]),
    input(underlayRules(firewall)),
    nat(
      'POSTROUTING',
      Object.keys(podSource).map((to) => `-s ${prefixed(podCidr)} -d ${prefixed(to)} -o ${overlayDevice} -j ACCEPT`),
    ),
    { table: 'mangle', chain: `${chainPrefix}CLAMP`, from: 'FORWARD', rules: [clamp(overlayDevice)] },
  ]
}

function gatewayChains(firewall: Firewall): ChainRules[] {
  const { podCidr, podSource, podDestination, nodeSource, nodeDestination } = firewall
  const pods = prefixed(podCidr)
  const destinations = Object.entries(podDestination).map(
    ([seen, to]) => `-d ${prefixed(seen)} -i ${tunnels} -j NETMAP --to ${prefixed(to)}`,
  )
  const probes = Object.entries(nodeDestination).map(
    ([seen, to]) => `-d ${seen}/32 -i ${tunnels} -p icmp -j DNAT --to-destination ${to}`,
  )
  const podRules = Object.entries(podSource).map(([to, seen]) =>
    seen === podCidr
      ? `-s ${pods} -d ${prefixed(to)} -o ${tunnels} -j ACCEPT`
      : `-s ${pods} -d ${prefixed(to)} -o ${tunnels} -j NETMAP --to ${prefixed(seen)}`,
  )
  const nodeRules = Object.entries(nodeSource).map(
    ([to, seen]) => `! -s ${pods} -d ${prefixed(to)} -o ${tunnels} -j SNAT --to-source ${seen}`,
  )
  return [
    arrival(gatewayArrivals(firewall)),
    nat('PREROUTING', [...destinations, ...probes]),
    nat('POSTROUTING', [...podRules, ...nodeRules]),
    { table: 'filter', chain: `${chainPrefix}FORWARD`, from: 'FORWARD', rules: accessRules(firewall) },
    input([`-i ${tunnels} ! -p icmp ${opening} -j DROP`, ...underlayRules(firewall)]),
    { table: 'mangle', chain: `${chainPrefix}CLAMP`, from: 'FORWARD', rules: [clamp(tunnels), clamp(overlayDevice)] },
  ]
}

/**
 * Connections opened by a peer may go only to the pods it may reach. Every packet is checked, so that revoked access also ends open
 * connections. The last rules are for peers that were removed: their rules go before their tunnels.
 */
function accessRules(firewall: Firewall): string[] {
  const { podCidr, restricted, reachable } = firewall
  const opened = `-i ${tunnels} -m conntrack --ctdir ORIGINAL`
  return [
    ...reachable.map(([from, to]) => `-s ${prefixed(from)} -d ${prefixed(to)} ${opened} -j RETURN`),
    ...restricted.map((from) => `-s ${prefixed(from)} ${opened} -j DROP`),
    `! -d ${prefixed(podCidr)} -i ${tunnels} ${opening} -j DROP`,
    `${answered} -j RETURN`,
    ...peerNetworks(firewall).map((from) => `-s ${prefixed(from)} -i ${tunnels} -j RETURN`),
    `-i ${tunnels} ${opening} -j DROP`,
  ]
}

/** Before any translation: that of services by kube-proxy would hide the destination. The last rules are only for other destinations. */
function gatewayArrivals(firewall: Firewall): string[] {
  const known = [...ownPods(firewall).map(prefixed), ...Object.keys(firewall.nodeDestination).map(prefixed)]
  return [
    `-i ${overlayDevice} ${untracked} -j DROP`,
    `-i ${overlayDevice} ${fresh} ${local} -j DROP`,
    `-i ${tunnels} ${untracked} -j DROP`,
    `-i ${tunnels} ! -p icmp ${fresh} ${local} -j DROP`,
    ...known.map((to) => `-d ${to} -i ${tunnels} ${fresh} -j RETURN`),
    `-i ${tunnels} ${fresh} -j DROP`,
  ]
}

/** Packets to other ports return first: a cluster may have many nodes. */
function underlayRules({ overlayPort, overlaySources }: Firewall): string[] {
  return [
    '! -p udp -j RETURN',
    `-p udp -m udp ! --dport ${overlayPort} -j RETURN`,
    ...overlaySources.map((address) => `-s ${prefixed(address)} -j RETURN`),
    `-p udp -m udp --dport ${overlayPort} -j DROP`,
  ]
}

function arrival(rules: readonly string[]): ChainRules {
  return { table: 'mangle', chain: `${chainPrefix}ARRIVAL`, from: 'PREROUTING', rules }
}

function input(rules: readonly string[]): ChainRules {
  return { table: 'filter', chain: `${chainPrefix}INPUT`, from: 'INPUT', rules }
}

function nat(from: 'PREROUTING' | 'POSTROUTING', rules: readonly string[]): ChainRules {
  return { table: 'nat', chain: chainPrefix + from, from, rules }
}

/** `iptables-save` always prints the prefix length. */
export function prefixed(text: string): string {
  return text.includes('/') ? text : `${text}/32`
}
