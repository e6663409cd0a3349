/** What must and must not compile. */
import type { Queue, Task } from './index.ts'
import { WorkQueue } from './index.ts'

interface Change {
  readonly kind: string
  readonly name: string
}

const strings = new WorkQueue<string>()
const changes = new WorkQueue<{ name: string }, Change>({ idOf: ({ name }) => name, fairBy: ({ name }) => name })

/** A `WorkQueue` is a `Queue`, of the same keys and reasons. */
export const asQueue: Queue<{ name: string }, Change> = changes

strings.add('a', { after: '5s', priority: -100, reason: 'changed' })
changes.add({ name: 'a' }, { reason: { kind: 'Deployment', name: 'blog' } })

// @ts-expect-error a key of another type
strings.add(5)
// @ts-expect-error a duration without a unit: seconds or minutes?
strings.add('a', { after: '5' })
// @ts-expect-error a reason of another type
changes.add({ name: 'a' }, { reason: 'changed' })
// @ts-expect-error waiting keys are either handed out or dropped
strings.close('finish')
// @ts-expect-error a rate needs a burst
export const unbounded = new WorkQueue<string>({ rate: { perSecond: 5 } })

export async function work(): Promise<readonly Change[]> {
  using task = await changes.take()
  // @ts-expect-error the queue may be closed
  task.done()
  task?.again('1m', { reason: { kind: 'timer', name: 'poll' } })
  // @ts-expect-error the key is the queue's, not the worker's
  if (task) task.key = { name: 'b' }
  // @ts-expect-error so are the reasons
  task?.reasons.push({ kind: 'x', name: 'y' })
  return task?.reasons ?? []
}

export const tasks: Task<string>[] = []
