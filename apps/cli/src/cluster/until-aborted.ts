/** Resolves once the signal is aborted. */
import { onAbort } from '@kubewright/core'

export function untilAborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve()
    else onAbort(signal, resolve)
  })
}
