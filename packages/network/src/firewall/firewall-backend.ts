/** Who translates and filters: nftables, or iptables where nftables is missing. */
import type { Firewall } from '../plan/node-plan.ts'

export interface FirewallBackend {
  readonly name: 'nftables' | 'iptables'
  /** What has to change now; `undefined` if the kernel holds what is wanted. It is read, unless it is known what it holds. */
  plan(wanted: Firewall, known?: Firewall): Promise<FirewallChange | undefined>
  /** One transaction. */
  apply(change: FirewallChange): Promise<void>
  /** Whether anything of ours is in the kernel. */
  isPresent(): Promise<boolean>
}

export interface FirewallChange {
  /** The input of the program. */
  readonly text: string
  /** Destinations whose translation differs: connections to them are forgotten. */
  readonly destinations: readonly string[]
  /** Networks of peers that have gone or see us under other addresses: connections from them are forgotten. */
  readonly sources: readonly string[]
}

/** The part of a firewall that decides about the addresses of a connection. */
export type Translations = Pick<Firewall, 'podSource' | 'nodeSource'>

/** Connections that began with other translations. A peer that is new has opened none. */
export function outdatedConnections(
  next: Translations,
  before: Translations,
): Pick<FirewallChange, 'destinations' | 'sources'> {
  const [texts, earlier] = [textsOf(next), textsOf(before)]
  const networks = new Set([...Object.keys(texts), ...Object.keys(earlier)])
  const destinations = [...networks].filter((network) => texts[network] !== earlier[network]).sort(compareTexts)
  return { destinations, sources: destinations.filter((network) => Object.hasOwn(earlier, network)) }
}

/** Destination → how packets to it are translated. */
function textsOf({ podSource, nodeSource }: Translations): Readonly<Record<string, string>> {
  const networks = new Set([...Object.keys(podSource), ...Object.keys(nodeSource)])
  return Object.fromEntries(
    [...networks].map((network) => [network, `${podSource[network] ?? ''} ${nodeSource[network] ?? ''}`]),
  )
}

function compareTexts(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0
}
