/**
 * Which objects belong to a controller: those that say so, and those that nobody else has and that its selector means. What
 * no longer fits is let go.
 */
import type { Client } from '@kubewright/client'
import { isConflict, isInvalid, isNotFound } from '@kubewright/client'
import {
  controllerOf,
  type KubeObject,
  type LabelMatcher,
  type OwnerReference,
  ownerReferenceTo,
  refOf,
} from '@kubewright/core'
import type { ObjectOf, Resource } from '@kubewright/resource'
import { isGoing } from './pod-state.ts'

export interface Claim<Object> {
  readonly held: readonly Object[]
  readonly adopt: readonly Object[]
  readonly release: readonly Object[]
}

/** Pure. A controller that is about to go takes nothing and lets nothing go. */
export function planClaim<Object extends KubeObject>(
  owner: KubeObject,
  isMeant: LabelMatcher,
  candidates: readonly Object[],
): Claim<Object> {
  const near = candidates.filter(({ metadata }) => metadata.namespace === owner.metadata.namespace)
  const own = near.filter((object) => controllerOf(object)?.uid === owner.metadata.uid)
  const free = near.filter((object) => controllerOf(object) === undefined && !isGoing(object))
  const fits = ({ metadata }: Object) => isMeant(metadata.labels)
  return {
    held: own.filter(fits),
    adopt: isGoing(owner) ? [] : free.filter(fits),
    release: isGoing(owner) ? [] : own.filter((object) => !fits(object)),
  }
}

export interface Claiming<R extends Resource> {
  readonly client: Client
  readonly signal: AbortSignal
  readonly owner: KubeObject
  readonly ownerKind: Resource
  readonly kind: R
}

/** Carries a claim out, and returns what is held then. */
export async function claim<R extends Resource>(
  claiming: Claiming<R>,
  isMeant: LabelMatcher,
  candidates: readonly ObjectOf<R>[],
): Promise<readonly ObjectOf<R>[]> {
  const { held, adopt, release } = planClaim(claiming.owner, isMeant, candidates)
  for (const object of release) await setOwners(claiming, object, without(object, claiming.owner))
  if (adopt.length === 0 || !(await isStillThere(claiming))) return held
  const adopted: ObjectOf<R>[] = []
  for (const object of adopt) {
    const owners = [...(object.metadata.ownerReferences ?? []), ownerReferenceTo(claiming.owner)]
    const taken = await setOwners(claiming, object, owners)
    if (taken !== undefined) adopted.push(taken)
  }
  return [...held, ...adopted]
}

function without({ metadata }: KubeObject, { metadata: { uid } }: KubeObject): readonly OwnerReference[] {
  return (metadata.ownerReferences ?? []).filter((reference) => reference.uid !== uid)
}

/** What the cache has may be gone since: whoever would adopt asks the server first. */
async function isStillThere<R extends Resource>({ client, signal, owner, ownerKind }: Claiming<R>): Promise<boolean> {
  try {
    const live = await client.get(ownerKind, refOf(owner), { signal })
    return live.metadata.uid === owner.metadata.uid && !isGoing(live)
  } catch (error) {
    if (isNotFound(error)) return false
    throw error
  }
}

/** With its version: somebody else may want it too. Resolves to `undefined` if somebody was faster, or it is gone. */
async function setOwners<R extends Resource>(
  { client, signal, kind }: Claiming<R>,
  object: KubeObject,
  ownerReferences: readonly OwnerReference[],
): Promise<ObjectOf<R> | undefined> {
  const { uid, resourceVersion } = object.metadata
  const patch = { metadata: { uid, resourceVersion, ownerReferences } }
  try {
    return await client.patch(kind, refOf(object), patch as never, { signal })
  } catch (error) {
    if (isNotFound(error) || isConflict(error) || isInvalid(error)) return undefined
    throw error
  }
}
