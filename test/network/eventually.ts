/** Polls for asynchronous changes: programs, kernels and tunnels run in real time. */
import { sleep, systemClock } from '@kubewright/core'

export interface Patience {
  readonly withinMs?: number
  readonly everyMs?: number
}

/** Calls `look` until it does not throw, and returns its result. Fails with its last error. */
export async function eventually<Result>(
  look: () => Promise<Result>,
  { withinMs = 30_000, everyMs = 100 }: Patience = {},
): Promise<Result> {
  const end = systemClock.elapsed() + withinMs
  for (;;) {
    try {
      return await look()
    } catch (error) {
      if (systemClock.elapsed() >= end) throw error
    }
    await sleep(systemClock, everyMs)
  }
}
