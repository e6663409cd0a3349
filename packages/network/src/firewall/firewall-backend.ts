/** The program for translation and filtering: nftables, or iptables if nftables is missing. */
import type { Firewall } from '../plan/node-plan.ts'

/** A program that enforces address translation and filtering on a node. */
export interface FirewallBackend {
  readonly name: 'nftables' | 'iptables'
  /** The required change; `undefined` if the kernel is up to date. Reads the kernel, unless its state is known. */
  plan(wanted: Firewall, known?: Firewall): Promise<FirewallChange | undefined>
  /** Applied in one transaction. */
  apply(change: FirewallChange): Promise<void>
  /** Whether the kernel has any of our rules. */
  isPresent(): Promise<boolean>
}

/** A change of the firewall's rules, as one transaction of its program. */
export interface FirewallChange {
  /** The input of the program. */
  readonly text: string
  /** All our rules go: only after the devices that they guard. */
  readonly isRemoval: boolean
  /** Destinations with a changed translation: connections to them are dropped from conntrack. */
  readonly destinations: readonly string[]
  /** Networks of peers that are gone or see us under other addresses: connections from them are dropped from conntrack. */
  readonly sources: readonly string[]
}

/** The part of a firewall that determines the addresses of a connection. */
export type Translations = Pick<Firewall, 'podSource' | 'nodeSource'>

/** Connections that were opened with other translations. A new peer has none. */
export function outdatedConnections(
  next: Translations,
  before: Translations,
): Pick<FirewallChange, 'destinations' | 'sources'> {
  const [texts, earlier] = [textsOf(next), textsOf(before)]
  const networks = new Set([...Object.keys(texts), ...Object.keys(earlier)])
  const destinations = [...networks].filter((network) => texts[network] !== earlier[network]).sort(compareTexts)
  return { destinations, sources: destinations.filter((network) => Object.hasOwn(earlier, network)) }
}

/** Destination → translation of packets to it. */
function textsOf({ podSource, nodeSource }: Translations): Readonly<Record<string, string>> {
  const networks = new Set([...Object.keys(podSource), ...Object.keys(nodeSource)])
  return Object.fromEntries(
    [...networks].map((network) => [network, `${podSource[network] ?? ''} ${nodeSource[network] ?? ''}`]),
  )
}

function compareTexts(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0
}
