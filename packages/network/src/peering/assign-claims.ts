/** From claims and ledger to assignments. Pure and deterministic. */
import { type AddressRanges, assignAddresses, type Assignment, type NetworkClaim } from '../address/assign-addresses.ts'
import { type Cidr, formatCidr, parseCidr } from '../address/cidr.ts'

export interface LedgerEntry {
  readonly name: string
  readonly given: string
}

export interface ClaimedNetworks {
  readonly metadata: { readonly name: string; readonly creationTimestamp?: string | undefined }
  readonly spec: { readonly wanted: { readonly pod: string; readonly external: string } }
}

/** Assignments by `<peer>/pod` and `<peer>/external`. Invalid networks have none. */
export function assignClaims(
  claims: readonly ClaimedNetworks[],
  { entries, ranges }: { readonly entries: readonly LedgerEntry[]; readonly ranges: AddressRanges },
): ReadonlyMap<string, Assignment> {
  const earlier = new Map(entries.map(({ name, given }) => [name, tryParse(given)]))
  const wanted = claims.flatMap(({ metadata: { name, creationTimestamp: since }, spec }) =>
    [
      ...claimOf(`${name}/pod`, spec.wanted.pod, earlier),
      ...claimOf(`${name}/external`, spec.wanted.external, earlier),
    ].map((claim) => ({ ...claim, since })),
  )
  return new Map(assignAddresses(wanted, ranges).map((assignment) => [assignment.name, assignment]))
}

/** The desired ledger, in the order of names. */
export function ledgerEntries(assignments: ReadonlyMap<string, Assignment>): LedgerEntry[] {
  return [...assignments.values()].flatMap(({ name, given }) => (given ? [{ name, given: formatCidr(given) }] : []))
}

/** An assignment of another size is released: addresses are translated one to one. */
function claimOf(name: string, text: string, earlier: ReadonlyMap<string, Cidr | undefined>): NetworkClaim[] {
  const wanted = tryParse(text)
  if (!wanted) return []
  const given = earlier.get(name)
  return [{ name, wanted, given: given?.bits === wanted.bits ? given : undefined }]
}

function tryParse(text: string): Cidr | undefined {
  try {
    return parseCidr(text)
  } catch {
    return undefined
  }
}
