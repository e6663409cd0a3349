/**
 * Computes the actions of a reconcile from the observed state: which workloads exist, are created or are replaced, and the new status.
 * Pure.
 */
import { formatTime } from '@kubewright/core/time'
import type { Component } from '../component.ts'
import { type NextActions, nextActions, type StackAction } from '../next-actions.ts'
import type { Phase, ComponentObservation } from '../phase.ts'
import type { ComponentSettings } from '../settings.ts'
import type { StackProtocol } from '../stack-protocol.ts'
import type { ResourceRecommendation } from '../scaling/recommend-resources.ts'
import type { ComponentStatus } from '../status.ts'
import { episodeOf, leftMs, patienceMs, startLeftMs } from './replacement.ts'

/** The observed state of a component, and its recorded status. */
export interface SeenComponent {
  readonly component: Component
  readonly settings: ComponentSettings | undefined
  readonly observation: ComponentObservation
  readonly previous: ComponentStatus | undefined
  /** When its workload was created. */
  readonly created?: string | undefined
  /** The generation of its workload. */
  readonly generation?: number | undefined
  /** Why it cannot start, independently of the protocol. */
  readonly obstacle?: string | undefined
  readonly version?: string | undefined
  readonly replicas?: number | undefined
  readonly recommendation?: string | undefined
  readonly resources?: ResourceRecommendation | undefined
  readonly abnormality?: string | undefined
}

/** The result of planning one reconcile. */
export interface DeploymentPlan {
  readonly actions: readonly StackAction[]
  readonly next: NextActions
  readonly components: Readonly<Record<string, ComponentStatus>>
  /** When to reconcile again even if nothing changes. */
  readonly againMs: number
}

export function deploymentPlan(
  protocol: StackProtocol,
  seen: Readonly<Record<string, SeenComponent>>,
  now: number,
): DeploymentPlan {
  const entries = Object.entries(seen)
  const phases = Object.fromEntries(entries.map(([name, one]) => [name, phaseOf(one, now)]))
  const next = nextActions(protocol, phases)
  const holds = new Map<string, Hold>()
  for (const action of next.actions) {
    const hold = holdOf(action, seen[action.component]!, now)
    if (hold !== undefined) holds.set(action.component, hold)
  }
  const actions = next.actions.filter(({ component }) => !holds.has(component))
  const waits = new Map(next.waits.map(({ component, why }) => [component, why]))
  for (const [component, { why }] of holds) waits.set(component, why)
  const components = entries.map(([name, one]) => {
    const action = actions.find(({ component }) => component === name)
    return [name, componentStatus(one, phases[name]!, { action, waitsFor: waits.get(name), now })] as const
  })
  const dues = [...holds.values()].map(({ dueMs }) => dueMs)
  const starts = entries
    .filter(([name]) => phases[name] === 'starting')
    .map(([, one]) => startLeftMs(one.settings, one.previous, now, one.created))
  return {
    actions,
    next,
    components: Object.fromEntries(components),
    againMs: Math.min(Number.POSITIVE_INFINITY, ...dues, ...starts),
  }
}

/** A component that exceeds its start deadline counts as crashed, so that it is replaced. */
function phaseOf(one: SeenComponent, now: number): Phase {
  const { observation, settings, previous, created } = one
  if (observation.phase !== 'starting') return observation.phase
  if (isKnownLate(one)) return 'crashed'
  return startLeftMs(settings, previous, now, created) <= 0 ? 'crashed' : 'starting'
}

/**
 * Its workload looks as if it was starting still. It has another deadline only if it is changed: then it may start after all.
 * See decision 0388.
 */
function isKnownLate({ previous, generation }: SeenComponent): boolean {
  return previous?.phase === 'crashed' && previous.late !== undefined && previous.late === generation
}

interface Hold {
  readonly why: string
  readonly dueMs: number
}

/** The deletion of an object that does not belong to the stack triggers no reconcile of it. */
const obstacleCheckMs = 30_000

/** Why an action that the protocol allows is postponed. */
function holdOf({ effect }: StackAction, one: SeenComponent, now: number): Hold | undefined {
  const never = Number.POSITIVE_INFINITY
  if (effect === 'start') return one.obstacle === undefined ? undefined : { why: one.obstacle, dueMs: obstacleCheckMs }
  const { downSince, replacements } = episodeOf('crashed', one.previous, false, now)
  const patience = patienceMs(one.component, one.settings, replacements)
  const dueMs = leftMs(downSince, patience, now)
  if (dueMs <= 0) return undefined
  return { why: patience === never ? 'may repair itself' : 'may repair itself before it is replaced', dueMs }
}

interface Circumstances {
  readonly action: StackAction | undefined
  readonly waitsFor: string | undefined
  readonly now: number
}

function componentStatus(
  one: SeenComponent,
  seenPhase: Phase,
  { action, waitsFor, now }: Circumstances,
): ComponentStatus {
  const { component, observation, previous, generation, version, replicas, recommendation, resources, abnormality } =
    one
  const { needs } = component
  const phase = action?.effect === 'start' ? 'starting' : seenPhase
  // Repeated attempts at a start that the server rejects are not a phase change.
  const isSame = previous?.phase === phase && action?.effect !== 'stop'
  const since = isSame ? previous.since : formatTime(now)
  const { downSince, replacements } = episodeOf(phase, previous, action?.effect === 'stop', now)
  const isLate = phase === 'crashed' && observation.phase === 'starting' && action?.effect !== 'stop'
  const message = action === undefined ? observation.message : undefined
  return {
    phase,
    since,
    ...(downSince !== undefined && { downSince }),
    ...(isLate && generation !== undefined && { late: generation }),
    ...(message !== undefined && phase !== 'absent' && { message }),
    ...(waitsFor !== undefined && { waitsFor }),
    ...(needs.length > 0 && { needs: [...needs] }),
    ...(version !== undefined && { version }),
    ...(replacements > 0 && { replacements }),
    ...(replicas !== undefined && { replicas }),
    ...(abnormality !== undefined && { abnormality }),
    ...(recommendation !== undefined && { recommendation }),
    ...(resources !== undefined && { resources }),
  }
}
