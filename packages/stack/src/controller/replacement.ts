/** When a component that broke is replaced. Pure. */
import { formatTime, toMs } from '@kubewright/core'
import type { Component } from '../component.ts'
import type { Phase } from '../phase.ts'
import type { ComponentSettings } from '../settings.ts'
import type { ComponentStatus } from '../status.ts'

const longestPatienceMs = 3_600_000

/** How long a broken component may repair itself: twice as long after each replacement. `Infinity` for never. */
export function patienceMs(component: Component, settings: ComponentSettings | undefined, replacements = 0): number {
  const patience = component.type === 'cascade' ? component.replaceAfter : (settings?.replaceAfter ?? '5m')
  // Deleting a claim deletes data: that is for people to do.
  if (patience === 'never' || component.type === 'volume') return Number.POSITIVE_INFINITY
  return Math.min(toMs(patience) * 2 ** Math.min(replacements, 20), Math.max(longestPatienceMs, toMs(patience)))
}

/** How long it is until something is due that began at `since`. */
export function leftMs(since: string | undefined, lastsMs: number, now: number): number {
  const began = since === undefined ? now : Date.parse(since)
  return Number.isNaN(began) ? lastsMs : Math.max(0, began + lastsMs - now)
}

/**
 * How long a component may still start before it counts as crashed: from the moment it was to start, or its workload was made. The
 * server may have refused the workload for long.
 *
 * @param created when the workload was made
 */
export function startLeftMs(
  settings: ComponentSettings | undefined,
  status: ComponentStatus | undefined,
  now: number,
  created?: string,
): number {
  if (settings === undefined) return Number.POSITIVE_INFINITY
  const lastsMs = toMs(settings.startWithin ?? '10m')
  if (status?.phase !== 'starting') return lastsMs
  return Math.max(leftMs(status.since, lastsMs, now), created === undefined ? 0 : leftMs(created, lastsMs, now))
}

/** How long a component that broke must run before it counts as repaired: one that breaks again and again never does. */
const stableMs = 60_000

/** What is remembered of the last time a component broke. */
export interface Episode {
  readonly downSince: string | undefined
  readonly replacements: number
}

/**
 * What to remember now. A component that runs keeps the memory of the last time it broke: whether it has been running for long
 * enough to forget it matters only when it breaks again, so nothing has to be written for that.
 *
 * @param phase where it stands now
 */
export function episodeOf(
  phase: Phase,
  previous: ComponentStatus | undefined,
  isReplaced: boolean,
  now: number,
): Episode {
  const { downSince, replacements = 0 } = phase !== 'running' && isRepaired(previous, now) ? {} : (previous ?? {})
  if (isReplaced) return { downSince: undefined, replacements: replacements + 1 }
  return { downSince: phase === 'crashed' ? (downSince ?? formatTime(now)) : downSince, replacements }
}

/** Whether a component was running for so long that what broke before is over. */
function isRepaired(previous: ComponentStatus | undefined, now: number): boolean {
  return previous?.phase === 'running' && leftMs(previous.since, stableMs, now) <= 0
}
