/**
 * The objects of a controller: those it owns, and those without a controller that match its selector. Objects that do not match any more
 * are released.
 */
import type { Client } from '@kubewright/client'
import { isConflict, isInvalid, isNotFound } from '@kubewright/client'
import { controllerOf, type KubeObject, type OwnerReference, ownerReferenceTo, refOf } from '@kubewright/core'
import type { LabelMatcher } from '@kubewright/core/selectors'
import type { ObjectOf, Resource } from '@kubewright/resource'
import { isGoing } from './pod-state.ts'

export interface Claim<Item> {
  readonly held: readonly Item[]
  readonly adopt: readonly Item[]
  readonly release: readonly Item[]
}

/** Pure. A controller that is being deleted adopts and releases nothing. */
export function planClaim<Item extends KubeObject>(
  owner: KubeObject,
  isMeant: LabelMatcher,
  candidates: readonly Item[],
): Claim<Item> {
  const near = candidates.filter(({ metadata }) => metadata.namespace === owner.metadata.namespace)
  const own = near.filter((object) => controllerOf(object)?.uid === owner.metadata.uid)
  const free = near.filter((object) => controllerOf(object) === undefined && !isGoing(object))
  const fits = ({ metadata }: Item) => isMeant(metadata.labels)
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

/** Carries out a claim, and returns the objects held afterwards. */
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

/** The cache may be stale: a live read confirms that the owner exists before it adopts objects. */
async function isStillThere<R extends Resource>({ client, signal, owner, ownerKind }: Claiming<R>): Promise<boolean> {
  try {
    const live = await client.get(ownerKind, refOf(owner), { signal })
    return live.metadata.uid === owner.metadata.uid && !isGoing(live)
  } catch (error) {
    if (isNotFound(error)) return false
    throw error
  }
}

/** Patches with the resource version (optimistic concurrency). Resolves to `undefined` on a conflict, or if the object is gone. */
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
