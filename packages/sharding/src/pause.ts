/** Waiting for whatever comes first. */
import { type Clock, onAbort, sleep } from '@kubewright/core'

/**
 * Resolves after a while, or as soon as one of the signals is aborted. Never rejects.
 *
 * Not by `AbortSignal.any`: in Node 20 whatever that makes is remembered by signals that live as long as the process, and a ring
 * waits like this some times a second.
 */
export async function pause(clock: Clock, ms: number, ...signals: readonly AbortSignal[]): Promise<void> {
  if (signals.some(({ aborted }) => aborted)) return
  const over = new AbortController()
  const heard = signals.map((signal) => onAbort(signal, () => over.abort()))
  await sleep(clock, ms, over.signal).catch(() => undefined)
  for (const one of heard) one[Symbol.dispose]()
}
