/**
 * Drops tracked connections after a change of translation.
 *
 * The kernel applies translation rules only to the first packet of a connection. A connection that was opened before a rule changed would
 * keep its old addresses for its lifetime.
 *
 * Each deletion makes the kernel walk its whole table, which takes milliseconds. If many networks changed, the table is listed once, and
 * only networks with connections are deleted: usually none.
 */
import { containsCidr, parseCidr } from '../address/cidr.ts'
import { tryParseIpv4 } from '../address/ipv4.ts'
import { networkErrors } from '../errors.ts'
import { endingOf, type ProgramResult, type ProgramRunner } from './program-runner.ts'

/** Networks by their role in a connection: destination, or source that opened it. */
export interface ForgottenNetworks {
  readonly destinations: readonly string[]
  readonly sources: readonly string[]
}

const fewNetworks = 1

/** Returns the number of programs run. */
export async function forgetConnections(runner: ProgramRunner, changed: ForgottenNetworks): Promise<number> {
  const count = changed.destinations.length + changed.sources.length
  if (count === 0) return 0
  const used = count > fewNetworks ? await inUse(runner, changed) : changed
  const deletions = [
    ...used.destinations.map((network) => ['-D', '-d', network]),
    ...used.sources.map((network) => ['-D', '-s', network]),
  ]
  for (const args of deletions) await deleteConnections(runner, args)
  return deletions.length + (used === changed ? 0 : 1)
}

/** Deleting nothing, or an entry that has just expired, is no failure, although the program says so. */
async function deleteConnections(runner: ProgramRunner, args: readonly string[]): Promise<void> {
  const { code, stderr } = await runConntrack(runner, args)
  if (code === 0 || /flow entries have been deleted|doesn't exist/.test(stderr)) return
  throw networkErrors('KW_NETWORK_KERNEL', {
    what: `run conntrack ${args.join(' ')}`,
    why: `${endingOf(code)}: ${stderr.trim().slice(0, 500)}`,
    details: { program: 'conntrack', code },
  })
}

/** The program is not on this node. Nothing else fails because of that. */
class ConntrackMissing extends Error {}

async function runConntrack(runner: ProgramRunner, args: readonly string[]): Promise<ProgramResult> {
  const result = await runner.run('conntrack', args).catch((error: unknown) => {
    if (isNoSuchFile(error)) throw new ConntrackMissing('conntrack is not installed')
    throw error
  })
  // `ip netns exec` starts, and reports what it could not start.
  if (result.code !== 0 && /exec of "conntrack" failed: No such file/.test(result.stderr))
    throw new ConntrackMissing('conntrack is not installed')
  return result
}

function isNoSuchFile(error: unknown): boolean {
  const { cause } = error instanceof Error ? error : {}
  return cause instanceof Error && (cause as NodeJS.ErrnoException).code === 'ENOENT'
}

/** The connections to drop. They are remembered until that succeeded: a later change of the firewall does not name them again. */
export class OutdatedConnections {
  #networks: ForgottenNetworks = { destinations: [], sources: [] }
  /** Connections could not be dropped, because the program is not on this node. */
  isProgramMissing = false

  get isEmpty(): boolean {
    return this.#networks.destinations.length + this.#networks.sources.length === 0
  }

  add({ destinations, sources }: ForgottenNetworks): void {
    this.#networks = {
      destinations: [...new Set([...this.#networks.destinations, ...destinations])],
      sources: [...new Set([...this.#networks.sources, ...sources])],
    }
  }

  /** Returns the number of programs run. */
  async drop(runner: ProgramRunner): Promise<number> {
    const networks = this.#networks
    this.#networks = { destinations: [], sources: [] }
    try {
      const programs = await forgetConnections(runner, networks)
      if (programs > 0) this.isProgramMissing = false
      return programs
    } catch (error) {
      if (error instanceof ConntrackMissing) {
        this.isProgramMissing = true
        return 0
      }
      this.add(networks)
      throw error
    }
  }
}

async function inUse(runner: ProgramRunner, changed: ForgottenNetworks): Promise<ForgottenNetworks> {
  const { code, stdout } = await runConntrack(runner, ['-L', '-f', 'ipv4'])
  return code === 0 ? networksIn(stdout, changed) : { ...changed }
}

/** The subset of these networks that have connections in a listing. */
export function networksIn(listing: string, { destinations, sources }: ForgottenNetworks): ForgottenNetworks {
  const opened = { src: new Set<number>(), dst: new Set<number>() }
  for (const line of listing.split('\n')) {
    // A line has both directions; the first addresses are those of the opener.
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
