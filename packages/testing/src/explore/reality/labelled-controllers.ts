/** Controllers whose functions are marked as the operator's code while they run. */
import type { Controller } from '@kubewright/controller'
import type { CodeOwner } from './code-owner.ts'
import { inOperatorCode } from './reality-trap.ts'

export function labelled(controllers: readonly Controller[], owner: CodeOwner): readonly Controller[] {
  return controllers.map((controller) => {
    const { finalizer, watches = [], triggers = [], '~grouping': grouping } = controller
    return {
      ...controller,
      watches: watches.map((one) => ({
        ...one,
        requests: (object, lookup) => inOperatorCode(owner, () => one.requests(object, lookup)),
      })),
      triggers: triggers.map((one) => ({
        ...one,
        run: (wake, signal, tools) => inOperatorCode(owner, () => one.run(wake, signal, tools)),
      })),
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
