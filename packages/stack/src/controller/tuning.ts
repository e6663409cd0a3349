/** Component metrics, and the decisions derived from them. */
import { type Duration, toMs } from '@kubewright/core'
import type { Component } from '../component.ts'
import { findAbnormality } from '../scaling/metric-outlier.ts'
import { type ResourceRecommendation, recommendResources } from '../scaling/recommend-resources.ts'
import { replicasFor } from '../scaling/replicas-for.ts'
import type { Sample } from '../scaling/scaling-policy.ts'
import type { ComponentSettings } from '../settings.ts'
import type { StackObject } from '../stack.ts'
import type { ComponentStatus } from '../status.ts'

/** A query to a source of samples. */
export interface SampleQuestion {
  readonly object: StackObject
  readonly component: string
  readonly metric: string
  /** Start of the range, in milliseconds since the epoch. */
  readonly since: number
  /** Time of the query. */
  readonly now: number
  /** Aborted when the query times out, after five seconds. */
  readonly signal: AbortSignal
}

/** A source of samples. */
export type SampleSource = (question: SampleQuestion) => Promise<readonly Sample[]>

/** The decisions derived from a component's metrics. */
export interface Tuning {
  readonly replicas?: number | undefined
  /** Applied to its containers. */
  readonly resources?: ResourceRecommendation | undefined
  readonly recommendation?: string | undefined
  readonly abnormality?: string | undefined
  /** Why there are no metrics. */
  readonly problem?: string | undefined
}

/** Whether any setting of a component depends on metrics. */
export function isMeasured(component: Component): boolean {
  if (component.type !== 'workload') return false
  const { scaling, tuning, abnormalities = [] } = component.settings
  return scaling !== undefined || tuning !== undefined || abnormalities.length > 0
}

/** A failing source changes nothing: the last decisions stay, except those whose settings were removed meanwhile. */
export async function tuningOf(
  settings: ComponentSettings,
  previous: ComponentStatus | undefined,
  ask: (metric: string, window: Duration) => Promise<readonly Sample[]>,
  now: number,
): Promise<Tuning> {
  try {
    return await measure(settings, previous, ask, now)
  } catch (error) {
    return { ...kept(settings, previous), problem: error instanceof Error ? error.message : String(error) }
  }
}

function kept(
  { scaling, tuning, abnormalities = [] }: ComponentSettings,
  previous: ComponentStatus | undefined,
): Tuning {
  return {
    ...(scaling && { replicas: previous?.replicas }),
    ...(tuning && { recommendation: previous?.recommendation }),
    ...(tuning?.applies && { resources: appliedIn(previous) }),
    ...(abnormalities.length > 0 && { abnormality: previous?.abnormality }),
  }
}

async function measure(
  { scaling, tuning, abnormalities = [], replicas: declared = 1 }: ComponentSettings,
  previous: ComponentStatus | undefined,
  ask: (metric: string, window: Duration) => Promise<readonly Sample[]>,
  now: number,
): Promise<Tuning> {
  const current = previous?.replicas ?? declared
  const replicas =
    scaling &&
    replicasFor(scaling, {
      current,
      samples: await ask(scaling.metric, toMs(scaling.stabilization ?? '5m') + 2 * toMs(scaling.window ?? '1m')),
      now,
    })
  const window = tuning?.window ?? '24h'
  const advice =
    tuning &&
    recommendResources(
      { cpu: await ask(tuning.cpu ?? 'cpu', window), memory: await ask(tuning.memory ?? 'memory', window) },
      replicas ?? current,
    )
  const found: string[] = []
  for (const policy of abnormalities) {
    const abnormal = findAbnormality(policy, await ask(policy.metric, policy.window ?? '1h'))
    if (abnormal) found.push(`${abnormal.metric} is unusually ${abnormal.direction}`)
  }
  const resources = tuning?.applies ? withAdvice(appliedIn(previous), advice) : undefined
  const recommended = resources ?? advice
  return {
    replicas,
    resources,
    ...(tuning && { recommendation: recommended ? formatRecommendation(recommended) : previous?.recommendation }),
    ...(found.length > 0 && { abnormality: found.join(', ') }),
  }
}

/** JSON has no `undefined`, which the type of the schema allows. */
function appliedIn(status: ComponentStatus | undefined): ResourceRecommendation | undefined {
  return status?.resources as ResourceRecommendation | undefined
}

/** Keeps applied resources for which the new recommendation has no value (too few samples): removing them would replace the pods. */
function withAdvice(
  applied: ResourceRecommendation | undefined,
  advice: ResourceRecommendation | undefined,
): ResourceRecommendation | undefined {
  if (applied === undefined || advice === undefined) return advice ?? applied
  return { requests: { ...applied.requests, ...advice.requests }, limits: { ...applied.limits, ...advice.limits } }
}

function formatRecommendation({ requests, limits }: ResourceRecommendation): string {
  const parts = [
    requests.cpu && `cpu ${requests.cpu}`,
    requests.memory && `memory ${requests.memory}`,
    limits.memory && `at most ${limits.memory}`,
  ]
  return parts.filter(Boolean).join(', ')
}
