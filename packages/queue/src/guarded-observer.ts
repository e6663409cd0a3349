/** Wraps an observer so that its errors become warnings and never affect the queue. */
import type { QueueObserver } from './observer.ts'

const hooks = ['waiting', 'raised', 'delayed', 'taken', 'returned', 'dropped'] as const

export function guardedObserver<Key>(observer: QueueObserver<Key>): QueueObserver<Key> {
  const guarded: Record<string, unknown> = {}
  for (const hook of hooks) {
    const call = observer[hook] as ((...args: readonly unknown[]) => void) | undefined
    if (call !== undefined)
      guarded[hook] = (...args: readonly unknown[]) => attempt(hook, () => call.apply(observer, [...args]))
  }
  return guarded as QueueObserver<Key>
}

/** A warning instead of an exception: the queue's callers did nothing wrong. */
function attempt(hook: string, call: () => void): void {
  try {
    call()
  } catch (error) {
    const detail = error instanceof Error ? (error.stack ?? error.message) : String(error)
    process.emitWarning(`The queue's observer threw in \`${hook}\`; the queue is not affected.`, {
      code: 'KW_QUEUE_OBSERVER',
      detail,
    })
  }
}
