/**
 * Which shard an object gets in the very request that creates it, as a process knows the ring that is asked by the API server.
 *
 * What is answered may be out of date by the time it is stored, and that is harmless. An object that comes into being is
 * nobody's: whoever is named first is the only one who may act on it, living or not, and the sharder takes it from there as it
 * does with any other. So the answer is about speed alone. Where the shard is in doubt, or its key is not known yet, it is that
 * the object is nobody's, and the sharder assigns it.
 */
import { compileLabelSelector, type KubeObject } from '@kubewright/core'
import type { Resource } from '@kubewright/resource'
import { hashRing } from './hash-ring.ts'
import { isAmong, type ShardedKinds } from './kinds.ts'
import { readMarks } from './marks.ts'
import { assignmentAnnotation, releasedNote, shardLabel } from './names.ts'
import { partitionKey } from './partition-key.ts'
import { isOnRing, isSettled, judge } from './shard-state.ts'
import type { ShardSight } from './shard-sight.ts'

/** The ring, as the process sees it that is asked. */
export interface CreationView {
  readonly ring: string
  readonly kinds: ShardedKinds
  readonly sights: readonly ShardSight[]
  /** On the clock of the sights. */
  readonly now: number
  /** A shard nothing was heard of for longer may have left by now. */
  readonly freshMs: number
  /** Whether objects of the namespace are shared out; `undefined` if that is not known yet. */
  readonly isWanted: (namespace: string) => boolean | undefined
}

export interface CreationMarks {
  readonly metadata: {
    readonly labels: Readonly<Record<string, string>>
    readonly annotations: Readonly<Record<string, string>>
  }
}

/**
 * The marks of a new object: its shard, or that it is nobody's yet, which only a request that creates it can know. Nothing if
 * it may be none of the ring's.
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

/** Whether objects of the kind can be assigned as they are created: fields are the server's to compare. */
export function isAssignable(resource: Resource, { mains, scopeOf }: ShardedKinds): boolean {
  return isAmong(resource, mains) && scopeOf(resource).fields === undefined
}

/** The shard that the ring names, if it certainly lives. Without a name there is no key: one may be yet to be generated. */
function shardFor(
  resource: Resource,
  { metadata: { name } }: KubeObject,
  namespace: string,
  { sights, now, freshMs }: CreationView,
): string | undefined {
  if (!name) return undefined
  const members = sights.filter((sight) => isOnRing(sight, now))
  const key = partitionKey(resource, resource.scope === 'Cluster' ? { name } : { namespace, name })
  const shard = hashRing(members.map((sight) => sight.shard)).ownerOf(key)
  const sight = members.find((one) => one.shard === shard)
  if (sight === undefined || judge(sight, now).state !== 'ready' || !isSettled(sight, now)) return undefined
  return now - sight.since <= freshMs ? shard : undefined
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
