/** An abortable pause. */
import { type Clock, sleep } from '@kubewright/core'
import { onAbort } from '@kubewright/core/tasks'

/**
 * Resolves after `ms`, or as soon as one of the signals is aborted. Never rejects.
 *
 * Does not use `AbortSignal.any`: in Node 20 long-lived signals retain every signal derived from them, and a ring pauses
 * several times a second.
 */
export async function pause(clock: Clock, ms: number, ...signals: readonly AbortSignal[]): Promise<void> {
  if (signals.some(({ aborted }) => aborted)) return
  const over = new AbortController()
  const subscriptions = signals.map((signal) => onAbort(signal, () => over.abort()))
  await sleep(clock, ms, over.signal).catch(() => undefined)
  for (const one of subscriptions) one[Symbol.dispose]()
}
