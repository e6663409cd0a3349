import { onAbort } from '@kubewright/core'

/** Waits for work that others share, but no longer than the signal allows. The work itself goes on. */
export function unlessAborted<Value>(work: Promise<Value>, signal: AbortSignal | undefined): Promise<Value> {
  if (signal === undefined) return work
  return new Promise((resolve, reject) => {
    if (signal.aborted) reject(signal.reason as Error)
    const listening = onAbort(signal, () => reject(signal.reason as Error))
    work.then(resolve, reject).finally(() => listening[Symbol.dispose]())
  })
}
