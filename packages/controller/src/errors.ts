/** Every error of controllers. */
import { defineErrors } from '@kubewright/core'

export const controllerErrors = defineErrors({
  KW_CONTROLLER_DEFINITION: {
    summary: 'The definition of a controller cannot work.',
    cause: 'A name is not one, two watches contradict each other, or a number makes no sense.',
    remedy: 'Correct what the message names.',
  },
  KW_CONTROLLER_NOT_OURS: {
    summary: 'A child of that name exists and belongs to somebody else.',
    cause: 'Another controller, another object or a person made it before.',
    remedy: 'Choose another name for the child, or delete the object that is there.',
  },
  KW_CONTROLLER_CHILDREN: {
    summary: 'The children given to `own` cannot be owned.',
    cause: 'Two of them are the same object, or one lies where its owner cannot own it.',
    remedy: 'Correct what the message names.',
  },
  KW_CONTROLLER_CHILD_LOST: {
    summary: 'A child is removed again and again, and made again later and later.',
    cause: 'Somebody else deletes it as soon as it is there: another controller, a policy or a person.',
    remedy: 'Find out who does, and let one of the two give way. Nothing else has to be done: it is tried again.',
  },
  KW_CONTROLLER_GONE: {
    summary: 'The object that is reconciled has been deleted, of which its controller has not heard yet.',
    cause: 'Watches lag behind; `own` asked the server before it made a child again.',
    remedy: 'Let the error pass: the reconcile ends there, and that is no failure.',
  },
  KW_CONTROLLER_TIMEOUT: {
    summary: 'A reconcile took longer than it may.',
    cause: 'Something it waits for does not answer, or `timeout` is too short.',
    remedy: 'Pass `ctx.signal` to whatever it waits for, or give the controller a longer `timeout`.',
  },
  KW_CONTROLLER_STATUS: {
    summary: 'The kind has no status to set.',
    cause: 'Its definition has no status subresource.',
    remedy: 'Give `defineResource` a `status` or `conditions`.',
  },
  KW_CONTROLLER_TERMINAL: {
    summary: 'A reconcile said that trying again is in vain.',
    cause: 'It threw a `TerminalError`: what the object asks for cannot be done.',
    remedy: 'Edit the object; the message says what is wrong with it.',
  },
  KW_CONTROLLER_OUTCOME: {
    summary: 'A reconcile did not say what comes next.',
    cause: 'It returned something that is neither `done()` nor `again(…)`.',
    remedy: 'Return `done()` or `again(…)` from every path.',
  },
})
