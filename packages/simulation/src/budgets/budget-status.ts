/** How many pods a disruption budget can spare. Pure. */
import { formatTime, parseTime, setCondition } from '@kubewright/core'
import type { Pod, PodDisruptionBudget } from '@kubewright/kubernetes'
import type { PodDisruptionBudgetStatus } from '@kubewright/kubernetes/policy/v1'
import { resolveShare } from '../workloads/int-or-percent.ts'
import { isGoing, isReady } from '../workloads/pod-state.ts'

/** A pod that was to be evicted and is still there after this long stays. */
const evictionMs = 120_000

export interface BudgetSituation {
  readonly pods: readonly Pod[]
  /** How many pods their controllers want together; only asked where the budget is a share, or says how many may be missing. */
  readonly scale: number
  readonly now: number
}

/** Whether the budget cannot be known from its pods alone. */
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

/** Nothing can be spared when nobody knows how many there are to be. */
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

/** Those that were to go and are neither gone, nor going, nor spared. */
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

/** When the next pod that was to be evicted is spared after all. */
export function untilSpared({ disruptedPods = {} }: PodDisruptionBudgetStatus, now: number): number | undefined {
  const waits = Object.values(disruptedPods).map((since) => parseTime(since) + evictionMs - now)
  return waits.length === 0 ? undefined : Math.max(0, Math.min(...waits))
}
