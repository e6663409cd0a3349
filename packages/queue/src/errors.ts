/** Every error `queue` can raise. */
import { defineErrors } from '@kubewright/core'

export const queueErrors = defineErrors({
  KW_QUEUE_OPTION: {
    summary: 'A queue was given an option it cannot work with.',
    cause:
      'A priority, a rate, a share, a limit or a duration is none, is out of its range, or contradicts another one.',
    remedy: 'Correct the option the message names.',
  },
  KW_QUEUE_TASK_OVER: {
    summary: 'A task was told its outcome after it had been handed back.',
    cause: 'Work went on after the block with `using task` had ended, often because a promise was not awaited.',
    remedy: 'Await the work inside the block, and say `retry` or `again` before it ends.',
  },
  KW_QUEUE_OBSERVER: {
    summary: 'An observer of the queue threw. This is a process warning; the queue goes on.',
    cause: 'A fault in what counts, such as a metric that does not exist.',
    remedy: 'Look at the detail of the warning, which has the stack, and mend the observer.',
  },
})

/** Refuses the option `name` unless `isUsable`; `rule` says what would be. */
export function assertOption(name: string, value: unknown, isUsable: boolean, rule: string): void {
  if (isUsable) return
  throw queueErrors('KW_QUEUE_OPTION', {
    what: `use ${String(value)} as ${name}`,
    why: `it must be ${rule}`,
    next: 'Pass another value, or leave it out.',
    details: { option: name, given: value },
  })
}
