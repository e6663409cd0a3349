/** Replicated objects and their problems, from the labels and annotations of replication. Pure. See decision 0411. */
import type { KubeObject } from '@kubewright/core'
import type { GroupVersionKind } from '@kubewright/core/object'
import { type EntryObject, objectOf, replicationDomain } from './peer-entries.ts'
import { type ConditionEntry, conditionIn, textAt } from './plain-value.ts'

/** Topic `replicated`, by uid; if there are too many, those that are not in sync come first. */
export interface ReplicatedEntry {
  readonly object: EntryObject
  /** Whether it is an original (`out`) or a replica (`in`). */
  readonly direction: 'out' | 'in'
  /** The identities of the clusters that may hold a replica, or of the origin. */
  readonly clusters: readonly string[]
  readonly isDeleting: boolean
  /** The condition `Replicated`, or the problem annotation of a kind without status. */
  readonly state?: ConditionEntry
}

/** Topic `replicated`, key `count`: includes those that are not sent. */
export interface ReplicatedCount {
  readonly total: number
  /** By direction and reason: `out Synced`. */
  readonly counts: readonly (readonly [direction: 'out' | 'in', reason: string, count: number])[]
}

const originMark = `${replicationDomain}/origin`
const problemMark = `${replicationDomain}/problem`
const finalizerPrefix = `${replicationDomain}/`
const mostReasons = 50

/** @returns `undefined` for an object that is neither original nor replica */
export function replicatedEntry(object: KubeObject, kind: GroupVersionKind): ReplicatedEntry | undefined {
  const { annotations, labels, finalizers = [], deletionTimestamp } = object.metadata
  const origin = textAt(annotations, originMark) ?? textAt(labels, originMark)
  const held = finalizers.flatMap((one) => (one.startsWith(finalizerPrefix) ? one.slice(finalizerPrefix.length) : []))
  const problem = textAt(annotations, problemMark)
  const condition = conditionIn(object, 'Replicated')
  if (origin === undefined && held.length === 0 && problem === undefined && condition === undefined) return undefined
  const said = problem === undefined ? undefined : ({ status: 'False', reason: 'Problem', message: problem } as const)
  const state = condition ?? said
  return {
    object: objectOf(object, kind),
    direction: origin === undefined ? 'out' : 'in',
    clusters: origin === undefined ? held.slice(0, 50) : [origin],
    isDeleting: deletionTimestamp !== undefined,
    ...(state === undefined ? {} : { state }),
  }
}

/** Whether the object is in sync; objects that are not are shown first. */
export function isInStep({ state, isDeleting }: ReplicatedEntry): boolean {
  return !isDeleting && (state === undefined || state.status === 'True')
}

export function countReplicated(entries: Iterable<ReplicatedEntry>): ReplicatedCount {
  const counts = new Map<string, ['out' | 'in', string, number]>()
  let total = 0
  for (const { direction, state, isDeleting } of entries) {
    total++
    const reason = isDeleting ? 'Deleting' : direction === 'in' ? 'Replica' : (state?.reason ?? 'Pending')
    const known = counts.get(`${direction} ${reason}`)
    if (known !== undefined) known[2]++
    else if (counts.size < mostReasons) counts.set(`${direction} ${reason}`, [direction, reason, 1])
  }
  return { total, counts: [...counts.values()] }
}
