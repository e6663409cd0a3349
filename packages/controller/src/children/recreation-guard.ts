/**
 * Guards the recreation of a child that existed before. If the cache does not show yet that the owner is gone, the garbage
 * collector deletes the recreated child, which triggers its creation again. So the owner is read from the server first. If the owner
 * exists and another client keeps deleting the child, it is recreated with back-off.
 *
 * Costs nothing for a child that was never lost.
 *
 * See decision 0147.
 */
import { type Client, ignoreNotFound, isForbidden } from '@kubewright/client'
import { formatDuration, formatRef, isKubewrightError, type KubeObject, refOf } from '@kubewright/core'
import type { Resource } from '@kubewright/resource'
import { type Child, childKey, describeChild } from './child.ts'
import { controllerErrors } from '../errors.ts'
import type { Loss, LostChildren } from './lost-children.ts'

export interface RecreationGuardOptions {
  /** The owner's kind. */
  readonly resource: Resource
  readonly client: Client
  readonly signal: AbortSignal
  readonly lost: LostChildren
  /** Called when the owner is gone for good. */
  readonly gone: () => void
  /** Ends the reconcile. */
  readonly leave: (reason: Error) => void
}

/**
 * Failure: the result rejects with `KW_CONTROLLER_CHILD_LOST` if it is too soon, and with `KW_CONTROLLER_GONE`, which ends the
 * reconcile, if the owner is gone.
 */
export function recreationGuard(owner: KubeObject, options: RecreationGuardOptions): (child: Child) => Promise<void> {
  /** One read for all children applied together. */
  let asked: Promise<void> | undefined
  return async (child) => {
    const loss = options.lost.find(owner.metadata.uid, childKey(child.resource, child.ref))
    if (loss === undefined) return
    await (asked ??= askForOwner(owner, options))
    if (loss.waitMs > 0) throw tooSoon(owner, child, loss)
  }
}

async function askForOwner(owner: KubeObject, options: RecreationGuardOptions): Promise<void> {
  const { client, resource, signal, gone, leave } = options
  const live = await client
    .get(resource, refOf(owner), { signal })
    .catch(ignoreNotFound)
    .catch((error: unknown) => {
      // With permission to watch but not to get, assume that the owner exists. Back-off limits recreation in vain.
      if (isForbidden(error)) return owner
      throw error
    })
  const isSame = live?.metadata.uid === owner.metadata.uid
  // The deletion will arrive by watch. A caller that has seen it and still creates children does so on purpose.
  const isGoing = live?.metadata.deletionTimestamp !== undefined && owner.metadata.deletionTimestamp === undefined
  if (isSame && !isGoing) return
  if (!isSame) gone()
  const reason = ownerGone(owner, isSame ? 'it is being deleted' : 'it has been deleted')
  leave(reason)
  throw reason
}

/** The requested delay of a failed reconcile; `undefined` if the error has none. */
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
    what: `continue reconciling ${owner.kind} ${formatRef(owner.metadata)}`,
    why: `${why}, and the cache does not show it yet`,
    next: 'Do not catch this error: it ends the reconcile and is not counted as a failure.',
    details: { owner: formatRef(owner.metadata) },
  })
}

function tooSoon(owner: KubeObject, child: Child, { times, sinceMs, waitMs }: Loss): Error {
  const name = describeChild(child)
  return controllerErrors('KW_CONTROLLER_CHILD_LOST', {
    what: `recreate ${name} of ${owner.kind} ${owner.metadata.name} now`,
    why: `another client deleted it ${times} times within ${formatDuration(Math.max(1_000, roundUp(sinceMs)))}`,
    next: `Find that client in the audit log. The child is recreated in ${formatDuration(roundUp(waitMs))}.`,
    details: { child: name, times, waitMs },
  })
}

/** Whole seconds, for messages. */
function roundUp(ms: number): number {
  return Math.ceil(ms / 1_000) * 1_000
}
