/** Waits for the end of a command. */
import { onAbort } from '@kubewright/core/tasks'

/** Resolves once the signal is aborted. */
export function untilAborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolved) => {
    if (signal.aborted) resolved()
    else onAbort(signal, resolved)
  })
}
