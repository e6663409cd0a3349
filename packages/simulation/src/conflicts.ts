/** Another client changed or deleted the object during its reconcile: no failure, only a reason to reconcile it again. */
import { ApiError, isConflict, isNotFound } from '@kubewright/client'
import { again, type Context, type Outcome } from '@kubewright/controller'
import type { KubeObject } from '@kubewright/core'

/** By then the cache has usually received the change. */
const soonMs = 20

type Reconcile<Item, Ctx> = (object: Item, ctx: Ctx) => Promise<Outcome>

/** Wraps a reconcile so that a conflict causes a retry soon instead of a failure. */
export function bearingConflicts<Item extends KubeObject, Ctx extends Pick<Context, 'log'>>(
  reconcile: Reconcile<Item, Ctx>,
): Reconcile<Item, Ctx> {
  return async (object, ctx) => {
    try {
      return await reconcile(object, ctx)
    } catch (error) {
      if (!isConflict(error) && !isDeleted(object, error)) throw error
      ctx.log.debug('conflict, will retry', { error })
      return again(soonMs)
    }
  }
}

/** Whether a status could not be written because its object was deleted, which the cache does not show yet. */
function isDeleted({ metadata }: KubeObject, error: unknown): boolean {
  return (
    isNotFound(error) &&
    error instanceof ApiError &&
    error.subresource === 'status' &&
    error.objectName === metadata.name
  )
}
