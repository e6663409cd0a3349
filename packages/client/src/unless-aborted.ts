/** Waits for shared work. */
import { onAbort } from '@kubewright/core/tasks'

/** Waits for `work` until the signal aborts. The work itself continues: other callers may wait for it too. */
export function unlessAborted<Value>(work: Promise<Value>, signal: AbortSignal | undefined): Promise<Value> {
  if (signal === undefined) return work
  return new Promise((resolve, reject) => {
    const leave = () => reject(signal.reason as Error)
    if (signal.aborted) leave()
    const waiting = onAbort(signal, leave)
    work.then(resolve, reject).finally(() => waiting[Symbol.dispose]())
  })
}
