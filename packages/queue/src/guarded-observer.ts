/** An observer that cannot hurt the queue: whoever counts wrongly is told, and the keys go on. */
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

/** A warning, because there is nobody to throw at: the queue's callers did nothing wrong. */
function attempt(hook: string, call: () => void): void {
  try {
    call()
  } catch (error) {
    const detail = error instanceof Error ? (error.stack ?? error.message) : String(error)
    process.emitWarning(`The queue's observer threw in \`${hook}\`; the queue goes on without it.`, {
      code: 'KW_QUEUE_OBSERVER',
      detail,
    })
  }
}
