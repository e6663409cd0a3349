/** Controllers whose functions are marked as the operator's code while they run. */
import type { Controller } from '@kubewright/controller'
import type { Actor } from '../world/actor.ts'
import type { Finding } from '../verdict/failure.ts'
import { inOperatorCode } from '../reality/reality-trap.ts'

export interface CodeOwner {
  readonly actor: Actor
  /** Receives non-deterministic accesses. Absent for a scenario, an invariant or a fake, which may make them. */
  readonly report?: (found: Finding) => void
  /** Called when a virtual replacement was provided for a real one. */
  readonly onGiven?: () => void
}

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
