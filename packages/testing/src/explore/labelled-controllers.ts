/** Controllers whose functions are known for the operator's own code while they run. */
import type { Controller } from '@kubewright/controller'
import type { Actor } from './actor.ts'
import type { Finding } from './failure.ts'
import { inOperatorCode } from './reality-trap.ts'

export interface CodeOwner {
  readonly actor: Actor
  readonly report: (found: Finding) => void
}

export function labelled(controllers: readonly Controller[], owner: CodeOwner): readonly Controller[] {
  return controllers.map((controller) => {
    const { finalizer, '~grouping': grouping } = controller
    return {
      ...controller,
      reconcile: (object, ctx) => inOperatorCode(owner, () => controller.reconcile(object, ctx)),
      ...(finalizer === undefined
        ? {}
        : {
            finalizer: {
              ...finalizer,
              cleanup: (object, ctx) => inOperatorCode(owner, () => finalizer.cleanup(object, ctx)),
            },
          }),
      ...(grouping === undefined
        ? {}
        : {
            '~grouping': {
              ...grouping,
              reconcile: (key, members, ctx) => inOperatorCode(owner, () => grouping.reconcile(key, members, ctx)),
            },
          }),
    } as Controller
  })
}
