/** When a broken component is replaced. Pure. See decisions 0360 and 0391. */
import { toMs } from '@kubewright/core'
import { backOffMs, formatTime } from '@kubewright/core/time'
import type { Component } from '../component.ts'
import type { Phase } from '../phase.ts'
import type { ComponentSettings } from '../settings.ts'
import type { ComponentStatus } from '../status.ts'

const longestPatienceMs = 3_600_000

/** How long a broken component may recover on its own; doubles with each replacement. `Infinity` for never. */
export function patienceMs(component: Component, settings: ComponentSettings | undefined, replacements = 0): number {
  const patience = component.type === 'cascade' ? component.replaceAfter : (settings?.replaceAfter ?? '5m')
  // Deleting a claim deletes data: that is left to the user.
  if (patience === 'never' || component.type === 'volume') return Number.POSITIVE_INFINITY
  return backOffMs(replacements + 1, toMs(patience), Math.max(longestPatienceMs, toMs(patience)))
}

/** The time left until `lastsMs` after `since`. */
export function leftMs(since: string | undefined, lastsMs: number, now: number): number {
  const began = since === undefined ? now : Date.parse(since)
  return Number.isNaN(began) ? lastsMs : Math.max(0, began + lastsMs - now)
}

/**
 * The time left to start before a component counts as crashed: from the decision to start it, or from the creation of its workload,
 * because the server may have rejected the workload for a long time.
 *
 * @param created when the workload was created
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

/** How long a component must run before it counts as recovered; a crash loop never does. */
const stableMs = 60_000

/** The record of the last failure of a component. */
export interface Episode {
  readonly downSince: string | undefined
  readonly replacements: number
}

/**
 * The record to keep now. A running component keeps the record of its last failure: whether it has been stable for long enough to reset
 * it matters only at the next failure, so no extra write is needed.
 *
 * @param phase its current phase
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

/** Whether a component ran long enough for an earlier failure to be over. */
function isRepaired(previous: ComponentStatus | undefined, now: number): boolean {
  return previous?.phase === 'running' && leftMs(previous.since, stableMs, now) <= 0
}
