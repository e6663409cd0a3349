/** How many disruptions a budget allows. Pure. */
import { setCondition } from '@kubewright/core'
import { formatTime, parseTime } from '@kubewright/core/time'
import type { Pod, PodDisruptionBudget } from '@kubewright/kubernetes'
import type { PodDisruptionBudgetStatus } from '@kubewright/kubernetes/policy/v1'
import { resolveShare } from '../workloads/int-or-percent.ts'
import { isGoing, isReady } from '../workloads/pod-state.ts'

/** An evicted pod that still exists after this long counts as healthy again. */
const evictionMs = 120_000

export interface BudgetSituation {
  readonly pods: readonly Pod[]
  /** The replicas of the pods' controllers together; only used if the budget is a percentage, or has `maxUnavailable`. */
  readonly scale: number
  readonly now: number
}

/** Whether the budget cannot be computed from its pods alone. */
export function needsScale({ spec }: PodDisruptionBudget): boolean {
  return spec?.maxUnavailable !== undefined || typeof spec?.minAvailable === 'string'
}

export function budgetStatus(budget: PodDisruptionBudget, situation: BudgetSituation): PodDisruptionBudgetStatus {
  const { pods, now } = situation
  const disruptedPods = stillDisrupted(budget, pods, now)
  const expectedPods = needsScale(budget) ? situation.scale : pods.length
  const desiredHealthy = desiredOf(budget, expectedPods)
  const isHealthy = (pod: Pod) => isReady(pod) && !isGoing(pod) && !Object.hasOwn(disruptedPods, pod.metadata.name)
  const currentHealthy = pods.filter(isHealthy).length
  const spare = expectedPods > 0 ? Math.max(0, currentHealthy - desiredHealthy) : 0
  const verdict = {
    status: spare > 0 ? 'True' : 'False',
    reason: spare > 0 ? 'SufficientPods' : 'InsufficientPods',
  } as const
  return {
    ...(Object.keys(disruptedPods).length === 0 ? {} : { disruptedPods }),
    disruptionsAllowed: spare,
    currentHealthy,
    desiredHealthy,
    expectedPods,
    observedGeneration: budget.metadata.generation,
    conditions: conditionsOf(budget, { ...verdict, message: '' }, now),
  }
}

/** No disruption is allowed if the expected number of pods is unknown. */
export function failedStatus(budget: PodDisruptionBudget, message: string, now: number): PodDisruptionBudgetStatus {
  const { currentHealthy = 0, desiredHealthy = 0, expectedPods = 0, ...rest } = budget.status ?? {}
  return {
    ...rest,
    disruptionsAllowed: 0,
    currentHealthy,
    desiredHealthy,
    expectedPods,
    observedGeneration: budget.metadata.generation,
    conditions: conditionsOf(budget, { status: 'False', reason: 'SyncFailed', message }, now),
  }
}

interface Verdict {
  readonly status: 'True' | 'False'
  readonly reason: string
  readonly message: string
}

function conditionsOf({ metadata, status }: PodDisruptionBudget, verdict: Verdict, now: number) {
  const { generation } = metadata
  const observed = generation === undefined ? {} : { observedGeneration: generation }
  return setCondition(status?.conditions ?? [], { type: 'DisruptionAllowed', ...verdict, ...observed }, now)
}

function desiredOf({ spec }: PodDisruptionBudget, expected: number): number {
  const { minAvailable, maxUnavailable } = spec ?? {}
  if (maxUnavailable !== undefined) return Math.max(0, expected - resolveShare(maxUnavailable, expected, 'up'))
  return minAvailable === undefined ? 0 : resolveShare(minAvailable, expected, 'up')
}

/** Evicted pods that are neither gone, nor terminating, nor past the eviction timeout. */
function stillDisrupted(
  { status }: PodDisruptionBudget,
  pods: readonly Pod[],
  now: number,
): Readonly<Record<string, string>> {
  const waiting = new Set(pods.filter((pod) => !isGoing(pod)).map(({ metadata }) => metadata.name))
  const open = Object.entries(status?.disruptedPods ?? {}).filter(
    ([name, since]) => waiting.has(name) && parseTime(since) + evictionMs > now,
  )
  return Object.fromEntries(open.map(([name, since]) => [name, formatTime(parseTime(since))]))
}

/** The time until the next eviction times out. */
export function untilSpared({ disruptedPods = {} }: PodDisruptionBudgetStatus, now: number): number | undefined {
  const waits = Object.values(disruptedPods).map((since) => parseTime(since) + evictionMs - now)
  return waits.length === 0 ? undefined : Math.max(0, Math.min(...waits))
}
