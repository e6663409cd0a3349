/**
 * The iptables form of a {@link Firewall}: our own chains, and one jump to each from a built-in chain, before all others.
 *
 * Rules are written as `iptables-save` prints them, so that a dump can be compared line by line.
 */
import { overlayDevice, tunnelPrefix } from '../names.ts'
import type { Firewall } from '../plan/node-plan.ts'

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
const clamp = (device: string) => `-o ${device} -p tcp -m tcp --tcp-flags SYN,RST SYN -j TCPMSS --clamp-mss-to-pmtu`

/** All chains; empty ones are omitted. */
export function iptablesChains(firewall: Firewall): ChainRules[] {
  if (Object.keys(firewall.podSource).length === 0) return []
  const chains = firewall.role === 'gateway' ? gatewayChains(firewall) : workerChains(firewall)
  return chains.filter(({ rules }) => rules.length > 0)
}

function workerChains({ podCidr, podSource }: Firewall): ChainRules[] {
  return [
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
    nat('PREROUTING', [...destinations, ...probes]),
    nat('POSTROUTING', [...podRules, ...nodeRules]),
    { table: 'filter', chain: `${chainPrefix}FORWARD`, from: 'FORWARD', rules: accessRules(firewall) },
    {
      table: 'filter',
      chain: `${chainPrefix}INPUT`,
      from: 'INPUT',
      rules: [`-i ${tunnels} ! -p icmp -m conntrack --ctstate NEW -j DROP`],
    },
    { table: 'mangle', chain: `${chainPrefix}CLAMP`, from: 'FORWARD', rules: [clamp(tunnels), clamp(overlayDevice)] },
  ]
}

/**
 * Connections opened by a peer may go only to the pods it may reach. Every packet is checked, so that revoked access also ends open
 * connections.
 */
function accessRules({ podCidr, restricted, reachable }: Firewall): string[] {
  const opened = `-i ${tunnels} -m conntrack --ctdir ORIGINAL`
  return [
    ...reachable.map(([from, to]) => `-s ${prefixed(from)} -d ${prefixed(to)} ${opened} -j RETURN`),
    ...restricted.map((from) => `-s ${prefixed(from)} ${opened} -j DROP`),
    `! -d ${prefixed(podCidr)} -i ${tunnels} -m conntrack --ctstate NEW -j DROP`,
  ]
}

function nat(from: 'PREROUTING' | 'POSTROUTING', rules: readonly string[]): ChainRules {
  return { table: 'nat', chain: chainPrefix + from, from, rules }
}

/** `iptables-save` always prints the prefix length. */
export function prefixed(text: string): string {
  return text.includes('/') ? text : `${text}/32`
}
