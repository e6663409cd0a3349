/** Waiting for work that others share. */
import { onAbort } from '@kubewright/core'

/** Waits for `work` no longer than the signal allows. The work itself goes on: others may wait for it too. */
export function unlessAborted<Value>(work: Promise<Value>, signal: AbortSignal | undefined): Promise<Value> {
  if (signal === undefined) return work
  return new Promise((resolve, reject) => {
    const leave = () => reject(signal.reason as Error)
    if (signal.aborted) leave()
    const waiting = onAbort(signal, leave)
    work.then(resolve, reject).finally(() => waiting[Symbol.dispose]())
  })
}
