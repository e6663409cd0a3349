/** Replicated objects as sorted, searchable rows. Pure. */
import type { ReplicatedCount, ReplicatedEntry } from '@kubewright/dashboard/topics'
import type { KnownCluster } from './cluster-map.ts'

export interface ListedReplicated {
  readonly uid: string
  readonly entry: ReplicatedEntry
  /** `→ berlin`, `← 0f2c1111…` */
  readonly where: string
  /** The reason of its state. */
  readonly why: string
  /** Lower case, for the search. */
  readonly text: string
}

/** Problems first, then by name. */
export function listReplicated(
  entries: ReadonlyMap<string, ReplicatedEntry | ReplicatedCount>,
  clusters: readonly KnownCluster[],
): readonly ListedReplicated[] {
  const names = new Map(clusters.flatMap(({ identity, name }) => (identity === undefined ? [] : [[identity, name]])))
  const listed: ListedReplicated[] = []
  for (const [uid, entry] of entries) {
    if (!('direction' in entry)) continue
    const where = whereOf(entry, names)
    const why = whyOf(entry, names)
    const { namespace = '', name, kind } = entry.object
    const words = [namespace, name, kind, where, why, entry.state?.reason ?? 'pending', entry.direction]
    listed.push({ uid, entry, where, why, text: words.join(' ').toLowerCase() })
  }
  const rank = ({ entry: { state, isDeleting } }: ListedReplicated) =>
    state?.status === 'False' ? 0 : isDeleting ? 1 : 2
  return listed.sort((one, two) => rank(one) - rank(two) || (keyOf(one) < keyOf(two) ? -1 : 1))
}

function keyOf({ entry: { object } }: ListedReplicated): string {
  return `${object.kind} ${object.namespace ?? ''}/${object.name}`
}

function namesOf(clusters: readonly string[], names: ReadonlyMap<string, string>): string {
  return clusters.map((one) => names.get(one) ?? (one.length > 13 ? `${one.slice(0, 8)}…` : one)).join(', ')
}

function whereOf({ direction, clusters }: ReplicatedEntry, names: ReadonlyMap<string, string>): string {
  if (clusters.length === 0) return ''
  return `${direction === 'out' ? '→' : '←'} ${namesOf(clusters, names)}`
}

function whyOf(
  { direction, clusters, state, isDeleting }: ReplicatedEntry,
  names: ReadonlyMap<string, string>,
): string {
  if (isDeleting && direction === 'out' && clusters.length > 0) {
    const said = state?.status === 'False' ? ` ${state.message}` : ''
    return `It is being deleted, and stays until its replica at ${namesOf(clusters, names)} is gone.${said}`
  }
  if (direction === 'in') return 'A replica: its content comes from there, its status goes back.'
  return state?.message || (state === undefined ? 'The state of its replica is not known yet.' : state.reason)
}

export function matchingReplicated(rows: readonly ListedReplicated[], text: string): readonly ListedReplicated[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  return words.length === 0 ? rows : rows.filter((row) => words.every((word) => row.text.includes(word)))
}
