/** The errors of controllers. */
import { defineErrors } from '@kubewright/core/errors'

/** The factory and registry of the errors of controllers, by code. */
export const controllerErrors = defineErrors({
  KW_CONTROLLER_DEFINITION: {
    summary: 'The definition of a controller is not valid.',
    cause:
      'An option is missing, misspelt or of the wrong type, a name is not valid, or a number or duration is not above zero.',
    remedy: "Follow the rule in the message, for example `name: 'websites'`, `concurrency: 4`, `timeout: '1m'`.",
  },
  KW_CONTROLLER_OPTION: {
    summary: 'An option of a function of the context is not valid.',
    cause: 'Its name is misspelt, or its value has another type. The compiler reports the same.',
    remedy: 'Correct the options that the message names, for example `ctx.own(children, { prune: false })`.',
  },
  KW_CONTROLLER_NOT_OURS: {
    summary: 'A child of that name exists and belongs to another owner.',
    cause:
      'Another controller or a person created it, it has another owner, or it belongs to a deleted object of the same name as the owner.',
    remedy:
      'Choose another name, or delete the object if nothing needs it. The garbage collector deletes it if its owner was deleted.',
  },
  KW_CONTROLLER_CHILDREN: {
    summary: 'The objects passed to `own` cannot be owned.',
    cause:
      'One of them is no manifest, has no name or namespace, is passed twice, is the owner itself, or is cluster-scoped or in another namespace although its owner is namespaced.',
    remedy:
      'Make each child with `manifest(Kind, …)` and give it a name of its own, in the namespace of its owner; a cluster-scoped owner may own objects anywhere.',
  },
  KW_CONTROLLER_CHILD_LOST: {
    summary: 'A child is deleted again and again. It is recreated with growing back-off.',
    cause: 'Another controller, a policy or a person deletes it soon after its creation.',
    remedy:
      'Find the client that deletes the child in the audit log of the API server, and stop it or stop declaring the child. Recreation continues automatically.',
  },
  KW_CONTROLLER_GONE: {
    summary: 'The reconciled object was deleted or is being deleted, and the cache does not show it yet.',
    cause: 'Watches lag behind the server; `own` read the object from the server before it recreated a child.',
    remedy: 'Do not catch this error: the reconcile ends, and that is not counted as a failure.',
  },
  KW_CONTROLLER_TIMEOUT: {
    summary: 'A reconcile exceeded its timeout.',
    cause: 'A call that it awaits does not finish, or `timeout` is too short.',
    remedy: 'Pass `ctx.signal` to every call that can block, or give the controller a longer `timeout`.',
  },
  KW_CONTROLLER_STATUS: {
    summary: 'The kind has no status to set.',
    cause: 'Its definition has no status subresource.',
    remedy: 'Give `defineResource` a `status` or `conditions`.',
  },
  KW_CONTROLLER_TERMINAL: {
    summary: 'A reconcile failed permanently and is not retried.',
    cause: 'It threw a `TerminalError`: the spec of the object cannot be satisfied.',
    remedy: 'Edit the object; the message has the reason. The edit triggers the next reconcile.',
  },
  KW_CONTROLLER_OUTCOME: {
    summary: 'A reconcile returned no outcome.',
    cause: 'It returned a value that is neither `done()` nor `again(…)`.',
    remedy: 'Return `done()` or `again(…)` from every path.',
  },
})
