/**
 * Assigns an object in the request that creates it, from the ring as known by the process that the API server calls.
 *
 * A stale answer is harmless. A new object belongs to no shard: the first one named is the only one that may act on it, alive
 * or not, and from there the sharder treats it like any other object. So this only saves time. If the shard is in doubt, or
 * the key is not known yet, the object is marked as unassigned, and the sharder assigns it.
 *
 * See decisions 0195 and 0222.
 */
import type { KubeObject } from '@kubewright/core'
import { compileLabelSelector } from '@kubewright/core/selectors'
import type { Resource } from '@kubewright/resource'
import { hashRing } from '../ring/hash-ring.ts'
import { isAmong, type ShardedKinds } from '../ring/kinds.ts'
import { readMarks } from '../ring/marks.ts'
import { assignmentAnnotation, releasedNote, shardLabel } from '../names.ts'
import { partitionKey } from '../ring/partition-key.ts'
import { isOnRing, isSettled, assess } from '../ring/shard-state.ts'
import type { ObservedShard } from '../ring/observed-shard.ts'

/** The ring, as observed by the called process. */
export interface CreationView {
  readonly ring: string
  readonly kinds: ShardedKinds
  readonly observations: readonly ObservedShard[]
  /** By the clock of the observations. */
  readonly now: number
  /** A shard whose last renewal is older than this may have left. */
  readonly freshMs: number
  /** Whether objects of the namespace are sharded; `undefined` if not known yet. */
  readonly isWanted: (namespace: string) => boolean | undefined
}

export interface CreationMarks {
  readonly metadata: {
    readonly labels: Readonly<Record<string, string>>
    readonly annotations: Readonly<Record<string, string>>
  }
}

/**
 * The marks of a new object: its shard, or "unassigned", which only the request that creates it can know for certain.
 * `undefined` if the object may not belong to the ring.
 */
export function creationMarks(
  resource: Resource,
  object: KubeObject,
  namespace: string,
  view: CreationView,
): CreationMarks | undefined {
  const { ring } = view
  if (!isShared(resource, object, namespace, view)) return undefined
  const shard = shardFor(resource, object, namespace, view)
  const labels = shard === undefined ? {} : { [shardLabel(ring)]: shard }
  return { metadata: { labels, annotations: { [assignmentAnnotation(ring)]: shard ?? releasedNote } } }
}

/** Whether objects of the kind can be assigned on creation: only the server can evaluate field selectors. */
export function isAssignable(resource: Resource, { mains, scopeOf }: ShardedKinds): boolean {
  return isAmong(resource, mains) && scopeOf(resource).fields === undefined
}

/**
 * The shard that the ring selects, if it is certainly alive. Without a name there is no key: it may still have to be
 * generated.
 */
function shardFor(
  resource: Resource,
  { metadata: { name } }: KubeObject,
  namespace: string,
  { observations, now, freshMs }: CreationView,
): string | undefined {
  if (!name) return undefined
  const members = observations.filter((observed) => isOnRing(observed, now))
  const key = partitionKey(resource, resource.scope === 'Cluster' ? { name } : { namespace, name })
  const shard = hashRing(members.map((observed) => observed.shard)).ownerOf(key)
  const observed = members.find((one) => one.shard === shard)
  if (observed === undefined || assess(observed, now).state !== 'ready' || !isSettled(observed, now)) return undefined
  return now - observed.since <= freshMs ? shard : undefined
}

function isShared(resource: Resource, object: KubeObject, namespace: string, view: CreationView): boolean {
  const { ring, kinds, isWanted } = view
  if (!isAssignable(resource, kinds)) return false
  const { label, note, isDraining } = readMarks(object, ring)
  if (label !== '' || note !== '' || isDraining) return false
  const scope = kinds.scopeOf(resource)
  if (scope.namespace !== undefined && scope.namespace !== namespace) return false
  if (scope.labels !== undefined && !compileLabelSelector(scope.labels)(object.metadata.labels)) return false
  return resource.scope === 'Cluster' || isWanted(namespace) === true
}
