/** Somebody else wrote in between: no failure, only a reason to look again. */
import { isConflict } from '@kubewright/client'
import { again, type Context, type Outcome } from '@kubewright/controller'

/** By then the cache has heard of it, as a rule. */
const soonMs = 20

type Reconcile<Object, Ctx> = (object: Object, ctx: Ctx) => Promise<Outcome>

/** The same reconcile, which comes again soon instead of failing when somebody was faster. */
export function bearingConflicts<Object, Ctx extends Pick<Context, 'log'>>(
  reconcile: Reconcile<Object, Ctx>,
): Reconcile<Object, Ctx> {
  return async (object, ctx) => {
    try {
      return await reconcile(object, ctx)
    } catch (error) {
      if (!isConflict(error)) throw error
      ctx.log.debug('somebody was faster', { error })
      return again(soonMs)
    }
  }
}
