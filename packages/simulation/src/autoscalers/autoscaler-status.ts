/** The status of an autoscaler in a cluster without metrics. Pure. */
import { formatTime } from '@kubewright/core/time'
import type { HorizontalPodAutoscaler } from '@kubewright/kubernetes/autoscaling/v2'

type Status = NonNullable<HorizontalPodAutoscaler['status']>
type Condition = NonNullable<Status['conditions']>[number]
type News = Pick<Condition, 'type' | 'status' | 'reason' | 'message'>

/** The observed scale of the target: its replicas, or why they are unknown. */
export type ScaleSeen = { readonly replicas: number } | { readonly why: string }

/** The desired replicas without metrics: the current number, within the bounds. Zero stays zero. */
export function boundedReplicas({ spec }: HorizontalPodAutoscaler, replicas: number): number {
  const { minReplicas = 1, maxReplicas } = spec!
  return replicas === 0 ? 0 : Math.min(Math.max(replicas, minReplicas), maxReplicas)
}

export function autoscalerStatus(autoscaler: HorizontalPodAutoscaler, seen: ScaleSeen, now: number): Status {
  const { status, metadata } = autoscaler
  const news = conditionsOf(autoscaler, seen)
  const before = (status?.conditions ?? []).filter(({ type }) => !news.some((one) => one.type === type))
  const desiredReplicas =
    'replicas' in seen ? boundedReplicas(autoscaler, seen.replicas) : (status?.desiredReplicas ?? 0)
  return {
    ...status,
    ...(metadata.generation === undefined ? {} : { observedGeneration: metadata.generation }),
    ...('replicas' in seen ? { currentReplicas: seen.replicas } : {}),
    desiredReplicas,
    conditions: [...before, ...news.map((one) => stamped(one, status?.conditions ?? [], now))],
  }
}

function conditionsOf({ spec }: HorizontalPodAutoscaler, seen: ScaleSeen): readonly News[] {
  const isAble = (status: string, reason: string, message: string): News => ({
    type: 'AbleToScale',
    status,
    reason,
    message,
  })
  const isActive = (reason: string, message: string): News => ({
    type: 'ScalingActive',
    status: 'False',
    reason,
    message,
  })
  if ('why' in seen)
    return [
      isAble('False', 'FailedGetScale', `the HPA controller was unable to get the target's current scale: ${seen.why}`),
    ]
  const able = isAble('True', 'SucceededGetScale', "the HPA controller was able to get the target's current scale")
  if (seen.replicas === 0)
    return [able, isActive('ScalingDisabled', 'scaling is disabled since the replica count of the target is zero')]
  const [metric] = spec?.metrics ?? []
  const resource = metric?.resource?.name ?? 'cpu'
  const isOther = metric !== undefined && metric.type !== 'Resource'
  const reason = isOther ? `FailedGet${metric.type}Metric` : 'FailedGetResourceMetric'
  const why = isOther
    ? `unable to get ${metric.type.toLowerCase()} metrics: no metrics are served here`
    : `unable to get metrics for resource ${resource}: unable to fetch metrics from resource metrics API: the server could not find the requested resource (get pods.metrics.k8s.io)`
  return [able, isActive(reason, `the HPA was unable to compute the replica count: ${why}`)]
}

function stamped(news: News, conditions: readonly Condition[], now: number): Condition {
  const before = conditions.find(({ type }) => type === news.type)
  const isSame = before?.status === news.status
  return { ...news, lastTransitionTime: isSame ? before.lastTransitionTime : formatTime(now) } as Condition
}
