/**
 * Stands before the making of a child that was there before. While a controller has not heard that the owner is gone, the
 * garbage collector removes what it makes, which wakes it to make it again: so the server is asked for the owner first. And
 * while the owner is there and somebody removes the child all the time, it is made again later and later.
 *
 * A child that nobody removed costs nothing here.
 */
import { type Client, ignoreNotFound, isForbidden } from '@kubewright/client'
import { formatDuration, formatRef, isKubewrightError, type KubeObject, refOf } from '@kubewright/core'
import type { Resource } from '@kubewright/resource'
import { type Child, childKey, describeChild } from './child.ts'
import { controllerErrors } from './errors.ts'
import type { Loss, LostChildren } from './lost-children.ts'

export interface RemakeGuardOptions {
  /** The owner's kind. */
  readonly resource: Resource
  readonly client: Client
  readonly signal: AbortSignal
  readonly lost: LostChildren
  /** The owner will never be there again. */
  readonly gone: () => void
  /** Ends the reconcile. */
  readonly leave: (reason: Error) => void
}

/**
 * Failure: the result rejects with `KW_CONTROLLER_CHILD_LOST` if it is too soon, and with `KW_CONTROLLER_GONE`, which ends the
 * reconcile, if the owner is gone.
 */
export function remakeGuard(owner: KubeObject, options: RemakeGuardOptions): (child: Child) => Promise<void> {
  /** Once for all children that are applied together. */
  let asked: Promise<void> | undefined
  return async (child) => {
    const loss = options.lost.find(owner.metadata.uid, childKey(child.resource, child.ref))
    if (loss === undefined) return
    await (asked ??= askForOwner(owner, options))
    if (loss.waitMs > 0) throw tooSoon(owner, child, loss)
  }
}

async function askForOwner(owner: KubeObject, options: RemakeGuardOptions): Promise<void> {
  const { client, resource, signal, gone, leave } = options
  const live = await client
    .get(resource, refOf(owner), { signal })
    .catch(ignoreNotFound)
    .catch((error: unknown) => {
      // Whoever may follow objects and not get them cannot know better. What is made in vain is made later and later.
      if (isForbidden(error)) return owner
      throw error
    })
  const isSame = live?.metadata.uid === owner.metadata.uid
  // That it is being deleted will be heard of; whoever knows and makes children all the same has a reason.
  const isGoing = live?.metadata.deletionTimestamp !== undefined && owner.metadata.deletionTimestamp === undefined
  if (isSame && !isGoing) return
  if (!isSame) gone()
  const reason = ownerGone(owner, isSame ? 'it is being deleted' : 'it has been deleted')
  leave(reason)
  throw reason
}

/** How long a reconcile that failed wants to wait; `undefined` if it does not say. */
export function waitAfter(error: unknown): number | undefined {
  if (!isKubewrightError(error, 'KW_CONTROLLER_CHILD_LOST')) return undefined
  const waitMs = (error.details as { readonly waitMs?: unknown } | undefined)?.waitMs
  return typeof waitMs === 'number' && waitMs >= 0 ? waitMs : undefined
}

export function isGone(reason: unknown): boolean {
  return isKubewrightError(reason, 'KW_CONTROLLER_GONE')
}

function ownerGone(owner: KubeObject, why: string): Error {
  return controllerErrors('KW_CONTROLLER_GONE', {
    what: `go on with ${owner.kind} ${formatRef(owner.metadata)}`,
    why: `${why}, of which its controller has not heard yet`,
    next: 'Let the error pass: the reconcile ends here, and that is no failure.',
    details: { owner: formatRef(owner.metadata) },
  })
}

function tooSoon(owner: KubeObject, child: Child, { times, sinceMs, waitMs }: Loss): Error {
  const name = describeChild(child)
  return controllerErrors('KW_CONTROLLER_CHILD_LOST', {
    what: `make ${name} of ${owner.kind} ${owner.metadata.name} again at once`,
    why: `somebody else removed it ${times} times within ${formatDuration(Math.max(1_000, roundUp(sinceMs)))}`,
    next: `Find out who does; it is made again in ${formatDuration(roundUp(waitMs))}.`,
    details: { child: name, times, waitMs },
  })
}

/** Whole seconds are enough for people. */
function roundUp(ms: number): number {
  return Math.ceil(ms / 1_000) * 1_000
}
