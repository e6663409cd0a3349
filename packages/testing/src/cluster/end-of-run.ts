/**
 * Waits for the end of a run. A manager that stops aborts its reconciles, and gives them a grace period in the time of the cluster. Virtual
 * time stands still at the end of a test, so it is advanced here: a reconcile that never ends must not hang the test.
 */
import { type Clock, isKubewrightError, sleep, systemClock } from '@kubewright/core'
import { nextTurn, VirtualClock } from '@kubewright/core/testing'
import { abortGraceMs } from '@kubewright/manager/settings'
import type { Activity } from './activity.ts'
import { pauseOfTime } from './settle.ts'

interface Ending {
  readonly activity: Activity
  readonly clock: Clock
  /** @default the clock of the system */
  readonly realClock?: Clock | undefined
}

/**
 * Settles as `ending` does. Advances virtual time by at most the grace period, and ends that only after as much real time. Rejects with
 * the error of a timer that throws.
 */
export async function endOfRun(
  ending: PromiseLike<void>,
  { activity, clock, realClock = systemClock }: Ending,
): Promise<void> {
  const [ended, over] = [Promise.resolve(ending), new AbortController()]
  const settled = ended.catch(() => undefined).then(() => over.abort())
  if (clock instanceof VirtualClock) {
    const idle = pauseOfTime(activity).catch(() => undefined) // too late: time passes anyway
    await Promise.race([settled, idle])
    await passGracePeriod(clock, realClock, over.signal)
  }
  await ended
}

async function passGracePeriod(clock: VirtualClock, realClock: Clock, over: AbortSignal): Promise<void> {
  const [lastMs, realMs] = [clock.elapsed() + abortGraceMs, realClock.elapsed() + abortGraceMs]
  while (!over.aborted) {
    const next = clock.nextInMs
    if (next === undefined || clock.elapsed() + next > lastMs) return
    const leftMs = realMs - realClock.elapsed()
    if (clock.elapsed() + next < lastMs || leftMs <= 0) await advanceUnlessMoving(clock, next)
    // Files, sockets and processes take real time. The sleep rejects once the run has ended.
    else await sleep(realClock, leftMs, over).catch(() => undefined)
  }
}

async function advanceUnlessMoving(clock: VirtualClock, ms: number): Promise<void> {
  try {
    await clock.advance(ms)
  } catch (error) {
    if (!isKubewrightError(error, 'KW_CORE_CLOCK_MOVING')) throw error
    await nextTurn() // the test itself advances the clock
  }
}
