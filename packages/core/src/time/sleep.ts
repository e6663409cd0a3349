/** Clock-based waiting: for a duration, or until a signal aborts. */
import { onAbort } from '../tasks/abort-listener.ts'
import type { Clock } from './clock.ts'
import { type Duration, toMs } from './duration.ts'

/** Resolves after `duration`; rejects with the signal's reason as soon as the signal is aborted. */
export function sleep(clock: Clock, duration: Duration, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason as Error)
    const timer = clock.schedule(toMs(duration), () => {
      listening?.[Symbol.dispose]()
      resolve()
    })
    const listening =
      signal &&
      onAbort(signal, () => {
        timer[Symbol.dispose]()
        reject(signal.reason as Error)
      })
  })
}

/** A signal that aborts with `reason` after `duration`, or with the parent's reason. Dispose it when the work is done. */
export interface Deadline extends Disposable {
  readonly signal: AbortSignal
}

/** Limits the duration of work without leaving a timer behind. */
export function deadline(clock: Clock, duration: Duration, reason: () => Error, parent?: AbortSignal): Deadline {
  const controller = new AbortController()
  const timer = clock.schedule(toMs(duration), () => controller.abort(reason()))
  const follow = () => controller.abort(parent!.reason)
  if (parent?.aborted) follow()
  const following = parent && !controller.signal.aborted ? onAbort(parent, follow) : undefined
  return {
    signal: controller.signal,
    [Symbol.dispose]() {
      timer[Symbol.dispose]()
      following?.[Symbol.dispose]()
    },
  }
}
