/** Where one object is, and where it belongs. Pure. */
import type { KubeObject } from '@kubewright/core'
import type { Resource } from '@kubewright/resource'
import type { HashRing } from '../ring/hash-ring.ts'
import { kindName } from '../ring/kinds.ts'
import { readPlaced, readSince } from '../ring/marks.ts'
import { releasedNote } from '../names.ts'
import { nextStep, type Liveness, type Step } from '../ring/placement.ts'

/** The current and the intended shard of an object, and the next step of its move. */
export interface Place {
  /** `Deployment.apps` */
  readonly kind: string
  readonly namespace?: string
  readonly name: string
  /** The key of the object on the ring. */
  readonly key: string
  /** The shard that may act on it; empty if there is none. */
  readonly actor: string
  /** The shard it should belong to; empty if there is none. */
  readonly target: string
  readonly isDraining: boolean
  /** Since when its shard has been asked to release it, as `Date.now()`. */
  readonly drainingSince?: number
  /** The next step. */
  readonly next: Step['do']
  /** The event that the next step waits for, such as `drain` or `takeover`. */
  readonly waitsFor?: string
}

export interface RingSnapshot {
  readonly ring: string
  readonly hashRing: HashRing
  readonly livenessOf: (shard: string) => Liveness
  /** Whether objects of the namespace are sharded. */
  readonly isWanted: (namespace: string | undefined) => boolean
}

/** @param key the key of the object, or of the owner it follows */
export function placeOf(resource: Resource, object: KubeObject, key: string, snapshot: RingSnapshot): Place {
  const { ring, hashRing, livenessOf, isWanted } = snapshot
  const { namespace, name } = object.metadata
  const placed = readPlaced(object, ring)
  const target = isWanted(namespace) ? hashRing.ownerOf(key) : null
  // Only the sharder knows whether it has seen an object before: here an object without marks counts as new.
  const step = nextStep({ ...placed, isConfirmedFree: true }, { target, livenessOf })
  const since = readSince(object, ring)
  return {
    kind: kindName(resource),
    ...(namespace === undefined ? {} : { namespace }),
    name,
    key,
    actor: placed.note === releasedNote ? '' : placed.note,
    target: target ?? '',
    isDraining: placed.isDraining,
    ...(since === undefined ? {} : { drainingSince: since }),
    next: step.do,
    ...(step.do === 'wait' ? { waitsFor: step.for } : {}),
  }
}
