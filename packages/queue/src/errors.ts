/** The errors of `queue`. */
import { defineErrors } from '@kubewright/core/errors'

/** Factory and registry of the errors of this package, `KW_QUEUE_…`. */
export const queueErrors = defineErrors({
  KW_QUEUE_OPTION: {
    summary: 'An option of a queue is not valid.',
    cause:
      'A priority, rate, share, limit or duration is not a number, is out of range, or contradicts another option.',
    remedy:
      "Follow the rule in the message: a priority is any finite number, a limit is 0 or more, a rate is above 0. Example: `{ backoff: { first: '5ms', max: '5m' } }`.",
  },
  KW_QUEUE_TASK_OVER: {
    summary: 'The outcome of a task was set after the task had been returned to the queue.',
    cause: 'Work continued after the block with `using task` ended, often because a promise was not awaited.',
    remedy: 'Await all work inside the block, and call `retry` or `again` before it ends.',
  },
  KW_QUEUE_OBSERVER: {
    summary: 'An observer of the queue threw. This is a process warning; the queue is not affected.',
    cause: 'The observer has a bug, such as a metric that does not exist.',
    remedy: "Fix the observer; the warning's detail has the stack trace.",
  },
})

/** Rejects the option `name` unless `isUsable`; `rule` describes valid values. */
export function assertOption(name: string, value: unknown, isUsable: boolean, rule: string): void {
  if (isUsable) return
  throw queueErrors('KW_QUEUE_OPTION', {
    what: `use ${String(value)} as ${name}`,
    why: `it must be ${rule}`,
    next: 'Pass such a value, or leave the option out for its default.',
    details: { option: name, given: value },
  })
}
