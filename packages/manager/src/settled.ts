/** Waits for the first of several events, and removes its listeners. */
import type { Clock } from '@kubewright/core'
import { onAbort } from '@kubewright/core/tasks'
import { deadline } from '@kubewright/core/time'

/** Resolves once one of the signals is aborted, or `work` settles. Rejects as `work` does. */
export async function firstOf(signals: readonly AbortSignal[], work: Promise<unknown>): Promise<void> {
  if (signals.some(({ aborted }) => aborted)) return
  const listening: Disposable[] = []
  try {
    const aborted = new Promise<void>((resolve) => {
      for (const signal of signals) listening.push(onAbort(signal, resolve))
    })
    await Promise.race([aborted, work])
  } finally {
    for (const one of listening) one[Symbol.dispose]()
  }
}

/** Waits for `work`, until the timeout or until a signal is aborted. Returns whether it ended; rejects as it does. */
export async function endedWithin(
  clock: Clock,
  ms: number,
  work: Promise<unknown>,
  ...signals: readonly AbortSignal[]
): Promise<boolean> {
  if (ms <= 0) return false // deterministic, also on a stopped clock
  let hasEnded = false
  using limit = deadline(clock, ms, () => new Error('time is up'))
  await firstOf(
    [limit.signal, ...signals],
    work.then(() => (hasEnded = true)),
  )
  return hasEnded
}
