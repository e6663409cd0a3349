/** Waits until a cluster is idle: not for a fixed time, but until nothing is in flight. */
import { type Clock, type Duration, formatDuration, systemClock, toMs } from '@kubewright/core'
import { nextTurn, type VirtualClock } from '@kubewright/core/testing'
import type { Activity } from './activity.ts'
import { testingErrors } from '../errors.ts'
import { listed } from './listed.ts'

/** Options of `cluster.settle`. */
export interface SettleOptions {
  /**
   * How long to wait, in real time, before giving up.
   *
   * @default '5s'
   */
  readonly within?: Duration
  /**
   * Under virtual time: timers that are due within this time are waited for, so that back-offs pass and long waits do not.
   *
   * @default '1s'
   */
  readonly patience?: Duration
}

/** The number of event-loop turns without activity after which the cluster is idle: some of Node's work takes more than one. */
const quietTurns = 3

/** The number of timers after which the cluster is considered never idle. */
const maxTimers = 2_000

/** Activity without progress for this long, in real time, waits for virtual time to pass. */
const stalledMs = 200

/** Failure: `KW_TESTING_UNSETTLED` lists the remaining activity. */
export async function settle(
  activity: Activity,
  clock: VirtualClock | undefined,
  { within = '5s', patience = '1s' }: SettleOptions = {},
): Promise<void> {
  const deadline = systemClock.elapsed() + toMs(within)
  const waitMs = toMs(patience)
  for (let timers = 0; ; timers++) {
    const rest = await come(activity, deadline)
    if (activity.endless.length > 0) throw endless(activity)
    const next = clock?.nextInMs
    const isSoon = clock !== undefined && next !== undefined && next <= waitMs
    if (!isSoon && rest === 'quiet') {
      activity.isReported = false // what was reported has ended
      return
    }
    if (rest === 'late' || systemClock.elapsed() > deadline) {
      activity.isReported = true
      throw unsettled(activity, within)
    }
    if (!isSoon) continue
    if (timers === maxTimers) throw restless(activity, clock, timers)
    await clock.advance(next)
  }
}

/** Waits between two timers until everything at this moment of virtual time has happened. */
export async function pauseOfTime(activity: Activity): Promise<void> {
  const within = '30s'
  const rest = await come(activity, systemClock.elapsed() + toMs(within))
  if (rest === 'late') throw unsettled(activity, within)
}

/**
 * Waits until nothing is in flight (`quiet`), or until nothing has begun for a while though something is in flight (`stalled`): it waits
 * for time, or for something outside. `late` if new activity begins until the deadline.
 */
async function come(activity: Activity, deadline: number): Promise<'quiet' | 'stalled' | 'late'> {
  let [turns, begun, since] = [0, activity.begun, systemClock.elapsed()]
  while (turns < quietTurns) {
    await pause(systemClock, turns === 0 && activity.moving.length > 0)
    if (activity.begun !== begun) [turns, begun, since] = [0, activity.begun, systemClock.elapsed()]
    else if (activity.moving.length === 0) turns++
    else if (systemClock.elapsed() - since > stalledMs) return 'stalled'
    if (systemClock.elapsed() > deadline) return 'late'
  }
  return 'quiet'
}

/** Sockets and files need a delay; promises do not. */
async function pause(clock: Clock, needsAir: boolean): Promise<void> {
  await nextTurn()
  if (needsAir) await new Promise<void>((resolve) => clock.schedule(1, resolve))
}

function unsettled(activity: Activity, within: Duration): Error {
  const { moving } = activity
  const underWay = moving.length === 1 ? 'one activity has not ended' : `${moving.length} activities have not ended`
  const check = moving.length === 0 ? 'Find out what starts it' : 'Check what each activity waits for'
  return testingErrors('KW_TESTING_UNSETTLED', {
    what: `settle within ${formatDuration(toMs(within))}`,
    why: moving.length === 0 ? 'new work starts again and again' : underWay,
    next: `${check}, or raise \`within\`.${listed('Under way', moving)}${listed('Lately', activity.lately)}`,
    details: { moving },
  })
}

function endless({ endless: loops, moving, lately }: Activity): Error {
  return testingErrors('KW_TESTING_UNSETTLED', {
    what: 'settle',
    why: loops.length === 1 ? loops[0]! : `${loops.length} objects are reconciled without end`,
    next: `Return done() and wait for a change, or again() with a longer time.${loops.length === 1 ? '' : listed('Without end', loops)}${listed('Lately', lately)}`,
    details: { moving, endless: loops },
  })
}

function restless(activity: Activity, clock: VirtualClock, timers: number): Error {
  const soon = clock.pending.slice(0, 2).map(({ inMs, origin }) => `in ${inMs} ms, scheduled\n${origin}`)
  return testingErrors('KW_TESTING_UNSETTLED', {
    what: 'settle',
    why: `${timers} timers have fired, and another one is due soon`,
    next: `Stop the code that schedules them, or pass a shorter \`patience\`.${listed('Lately', activity.lately)}${listed('Timers', soon)}`,
    details: { moving: activity.moving },
  })
}
