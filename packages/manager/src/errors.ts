/** Every error of the manager. */
import { defineErrors } from '@kubewright/core'

export const managerErrors = defineErrors({
  KW_MANAGER_OPTION: {
    summary: 'An option of the manager cannot be used.',
    cause: 'A value in the code, an environment variable or a flag is not what the option takes.',
    remedy: 'Correct what the message names.',
  },
  KW_MANAGER_NAME_TAKEN: {
    summary: 'Two controllers of one process have the same name.',
    cause: 'The name stands in metrics, logs, events and field managers: two of them could not be told apart.',
    remedy: 'Rename one of them, or run them in two processes.',
  },
  KW_MANAGER_UNKNOWN_CONTROLLER: {
    summary: 'The manager has no controller of that name.',
    cause: 'It was never added, was removed, or its name is misspelled.',
    remedy: 'Use one of the names the message lists.',
  },
  KW_MANAGER_STATE: {
    summary: 'The manager cannot do that now.',
    cause: 'A manager runs once: it was asked to run again, or to do something after its end.',
    remedy: 'Create another manager.',
  },
  KW_MANAGER_PORT: {
    summary: 'A port could not be opened.',
    cause: 'Something else listens there, or the process may not.',
    remedy: 'Choose another port, or 0 for any that is free.',
  },
  KW_MANAGER_STUCK: {
    summary: 'Reconciles went on after they had been told to stop.',
    cause: 'They do not listen to `ctx.signal`.',
    remedy: 'Pass `ctx.signal` to whatever a reconcile waits for. End the process: its work may collide with others.',
  },
  KW_MANAGER_MAY_NOT_ACT: {
    summary: 'A write was refused because this process may not act.',
    cause: 'It lost its lease, or another replica leads; a reconcile went on nevertheless.',
    remedy: 'Nothing has to be done: whoever leads now does the work. Pass `ctx.signal` on, so that work ends in time.',
  },
  KW_MANAGER_METRIC: {
    summary: 'Two metrics have one name and mean different things.',
    cause: 'They differ in type or labels.',
    remedy: 'Give one of them another name.',
  },
})
