/**
 * Waits for the end of a run. A manager that stops aborts its reconciles, and gives them a grace period in the time of the cluster. Virtual
 * time stands still at the end of a test, so it is advanced here: a reconcile that never ends must not hang the test.
 */
import { type Clock, sleep, systemClock } from '@kubewright/core'
import { VirtualClock } from '@kubewright/core/testing'
import type { Activity } from './activity.ts'
import { pauseOfTime } from './settle.ts'

/** The grace period of a manager for aborted reconciles. */
const graceMs = 2_000

interface Ending {
  readonly activity: Activity
  readonly clock: Clock
}

/** Settles as `ending` does. Advances virtual time by at most the grace period, and ends that only after as much real time. */
export async function endOfRun(ending: PromiseLike<void>, { activity, clock }: Ending): Promise<void> {
  const [ended, over] = [Promise.resolve(ending), new AbortController()]
  const settled = ended.catch(() => undefined).then(() => over.abort())
  if (clock instanceof VirtualClock) {
    const idle = pauseOfTime(activity).catch(() => undefined) // too late: time passes anyway
    await Promise.race([settled, idle])
    await passGracePeriod(clock, over.signal)
  }
  await ended
}

async function passGracePeriod(clock: VirtualClock, over: AbortSignal): Promise<void> {
  const [lastMs, realMs] = [clock.elapsed() + graceMs, systemClock.elapsed() + graceMs]
  try {
    while (!over.aborted) {
      const next = clock.nextInMs
      if (next === undefined || clock.elapsed() + next > lastMs) return
      // Files, sockets and processes take real time.
      if (clock.elapsed() + next === lastMs) await sleep(systemClock, Math.max(0, realMs - systemClock.elapsed()), over)
      await clock.advance(next)
    }
  } catch {
    // It has ended meanwhile, or the test itself advances the clock.
  }
}
