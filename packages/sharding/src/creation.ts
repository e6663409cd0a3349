/**
 * Which shard an object gets in the very request that creates it, as a process knows the ring that is asked by the API server.
 *
 * What is answered may be out of date by the time it is stored, and that is harmless. An object that comes into being is
 * nobody's: whoever is named first is the only one who may act on it, living or not, and the sharder takes it from there as it
 * does with any other. So the answer is about speed alone; whenever there is doubt, there is none, and the sharder assigns.
 */
import { compileLabelSelector, type KubeObject } from '@kubewright/core'
import type { Resource } from '@kubewright/resource'
import { hashRing } from './hash-ring.ts'
import { isAmong, type ShardedKinds } from './kinds.ts'
import { readMarks } from './marks.ts'
import { assignmentAnnotation, shardLabel } from './names.ts'
import { partitionKey } from './partition-key.ts'
import { isOnRing, judge } from './shard-state.ts'
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

/** The marks of a new object; nothing if there is any doubt. */
export function creationMarks(
  resource: Resource,
  object: KubeObject,
  namespace: string,
  view: CreationView,
): CreationMarks | undefined {
  const { ring, sights, now, freshMs } = view
  if (!isShared(resource, object, namespace, view)) return undefined
  const members = sights.filter((sight) => isOnRing(sight, now))
  const { name } = object.metadata
  const key = partitionKey(resource, resource.scope === 'Cluster' ? { name } : { namespace, name })
  const shard = hashRing(members.map((sight) => sight.shard)).ownerOf(key)
  const sight = members.find((one) => one.shard === shard)
  if (sight === undefined || judge(sight, now).state !== 'ready' || now - sight.since > freshMs) return undefined
  const metadata = {
    labels: { [shardLabel(ring)]: sight.shard },
    annotations: { [assignmentAnnotation(ring)]: sight.shard },
  }
  return { metadata }
}

/** Without a name there is no key: one that is yet to be generated is assigned once it is known. */
function isShared(resource: Resource, object: KubeObject, namespace: string, view: CreationView): boolean {
  const { ring, kinds, isWanted } = view
  if (!isAmong(resource, kinds.mains) || !object.metadata.name) return false
  const { label, note, isDraining } = readMarks(object, ring)
  if (label !== '' || note !== '' || isDraining) return false
  const scope = kinds.scopeOf(resource)
  const isOutside = scope.namespace !== undefined && scope.namespace !== namespace
  if (isOutside || scope.fields !== undefined) return false // fields are the server's to compare
  if (scope.labels !== undefined && !compileLabelSelector(scope.labels)(object.metadata.labels)) return false
  return resource.scope === 'Cluster' || isWanted(namespace) === true
}
