/** Readiness checks: one for each part the process waits for, with the reason. */
import type { Source } from '@kubewright/cache'
import type { RunningController, TriggerState } from '@kubewright/controller/host'
import { formatDuration } from '@kubewright/core'
import { formatGroupResource } from '@kubewright/core/object'
import type { HealthCheck, HealthNote } from './health/health-check.ts'
import type { ControllerState, ManagerPhase } from './manager.ts'

const phases: Readonly<Record<ManagerPhase, string | undefined>> = {
  idle: 'it does not run yet',
  starting: 'it is starting',
  standby: undefined,
  acting: undefined,
  stopping: 'it is stopping',
  stopped: 'it has stopped',
}

/** A standby is ready: its webhooks are served, and it can take over at once. */
export function phaseComplaint(phase: ManagerPhase): string | undefined {
  return phases[phase]
}

/** How long a cache may be stale before it is reported: short disconnects are normal. */
const longestFailureMs = 60_000

/** `cache:websites.web.example.dev`, passing once the kind is synced, and while its watch works. */
export function sourceChecks(sources: readonly Source[]): readonly (readonly [string, HealthCheck])[] {
  return sources.map((source) => [sourceName(source), () => sourceComplaint(source)] as const)
}

export function sourceComplaint({ isSynced, state }: Pick<Source, 'isSynced' | 'state'>): string | undefined {
  if (state.phase === 'failing' && (!isSynced || state.failingMs > longestFailureMs)) return state.failure.message
  if (isSynced) return undefined
  if (state.phase === 'filling') return `the initial list is in progress: ${state.received} objects so far`
  return `it is ${state.phase}`
}

export function controllerChecks(states: readonly ControllerState[]): readonly (readonly [string, HealthCheck])[] {
  return states.map(({ name, isWarm }) => {
    const complaint = isWarm ? undefined : 'its caches have not synced yet'
    return [`controller:${name}`, () => complaint] as const
  })
}

/**
 * `trigger:websites/unpaid-bills`. A trigger that has never worked is probably misconfigured, and makes the process unready. A later
 * failure is only noted: the external system may be unavailable for a while, and webhooks must be served regardless.
 */
export function triggerChecks(
  running: readonly Pick<RunningController, 'name' | 'triggers'>[],
): readonly (readonly [string, HealthCheck])[] {
  return running.flatMap(({ name, triggers }) =>
    triggers.map((state) => [`trigger:${name}/${state.name}`, () => triggerAnswer(state)] as const),
  )
}

function triggerAnswer({ failure, hasWorked }: TriggerState): string | HealthNote | undefined {
  if (failure === undefined) return undefined
  const { error, failingMs } = failure
  const why = error instanceof Error ? error.message : String(error)
  if (!hasWorked) return `it has failed since the start: ${why}`
  return { note: `it has failed for ${formatDuration(Math.floor(failingMs / 1_000) * 1_000)}: ${why}` }
}

function sourceName({ resource, scope: { namespace, labels, fields } }: Source): string {
  const parts = [formatGroupResource(resource), namespace, labels, fields].filter((part) => part !== undefined)
  return `cache:${parts.join(':')}`
}
