/**
 * Forgets tracked connections after a change of translation.
 *
 * The kernel consults translation rules for the first packet of a connection only. A connection that began before a rule changed
 * would keep its old addresses for as long as it lasts.
 *
 * Each deletion makes the kernel walk its whole table, which takes milliseconds. Where many networks changed, the table is listed once,
 * and only networks that a connection leads to, or comes from, are deleted: mostly none.
 */
import { containsCidr, parseCidr } from '../address/cidr.ts'
import { tryParseIpv4 } from '../address/ipv4.ts'
import type { ProgramRunner } from './program-runner.ts'

/** Connections by who opened them to whom. */
export interface ForgottenNetworks {
  readonly destinations: readonly string[]
  readonly sources: readonly string[]
}

const fewNetworks = 1

/** Returns how many programs were run. */
export async function forgetConnections(runner: ProgramRunner, changed: ForgottenNetworks): Promise<number> {
  const count = changed.destinations.length + changed.sources.length
  if (count === 0) return 0
  const used = count > fewNetworks ? await inUse(runner, changed) : changed
  const deletions = [
    ...used.destinations.map((network) => ['-D', '-d', network]),
    ...used.sources.map((network) => ['-D', '-s', network]),
  ]
  for (const args of deletions) await runner.run('conntrack', args) // fails where nothing matches
  return deletions.length + (used === changed ? 0 : 1)
}

async function inUse(runner: ProgramRunner, changed: ForgottenNetworks): Promise<ForgottenNetworks> {
  const { code, stdout } = await runner.run('conntrack', ['-L', '-f', 'ipv4'])
  return code === 0 ? networksIn(stdout, changed) : { ...changed }
}

/** Which of these networks the connections of a listing lead to, and come from. */
export function networksIn(listing: string, { destinations, sources }: ForgottenNetworks): ForgottenNetworks {
  const opened = { src: new Set<number>(), dst: new Set<number>() }
  for (const line of listing.split('\n')) {
    // A line has both directions; the first addresses are those of whoever opened the connection.
    for (const [name, pattern] of firstAddress) {
      const address = tryParseIpv4(pattern.exec(line)?.[1])
      if (address !== undefined) opened[name].add(address)
    }
  }
  return { destinations: withAny(destinations, opened.dst), sources: withAny(sources, opened.src) }
}

const firstAddress = [
  ['src', / src=(\S+)/],
  ['dst', / dst=(\S+)/],
] as const

function withAny(networks: readonly string[], addresses: ReadonlySet<number>): string[] {
  return networks.filter((text) => {
    const network = parseCidr(text.includes('/') ? text : `${text}/32`)
    for (const base of addresses) if (containsCidr(network, { base, bits: 32 })) return true
    return false
  })
}
