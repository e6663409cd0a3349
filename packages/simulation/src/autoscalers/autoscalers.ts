/**
 * Autoscalers. Nothing is measured in a simulation, so they say that they cannot scale by it, as they do on every cluster
 * without a metrics server; what they scale is kept within its bounds.
 */
import { isKubewrightError } from '@kubewright/core'
import { again, type Context, defineController, type Outcome } from '@kubewright/controller'
import { HorizontalPodAutoscaler } from '@kubewright/kubernetes/autoscaling/v2'
import { bearingConflicts } from '../conflicts.ts'
import type { Part } from '../part.ts'
import { writeStatus } from '../workloads/write-status.ts'
import { autoscalerStatus, boundedReplicas, type ScaleSeen } from './autoscaler-status.ts'

/** How often real ones look. */
const period = '15s'

export function autoscalers(): Part {
  return { name: 'autoscalers', reporter: 'horizontal-pod-autoscaler', controllers: [controller] }
}

const controller = defineController({
  name: 'autoscalers',
  for: HorizontalPodAutoscaler,
  reconcile: bearingConflicts(reconcile),
})

async function reconcile(autoscaler: HorizontalPodAutoscaler, ctx: Context): Promise<Outcome> {
  const seen = await scaleOf(autoscaler, ctx)
  const status = autoscalerStatus(autoscaler, seen, +ctx.now())
  const isNews = await writeStatus(ctx, HorizontalPodAutoscaler, autoscaler, status)
  const problem = status.conditions?.find((one) => one.status === 'False')
  if (isNews && problem !== undefined) ctx.events.warning(problem.reason ?? '', problem.message ?? '')
  return again(period)
}

/** Brings what it finds within the bounds. */
async function scaleOf(autoscaler: HorizontalPodAutoscaler, { client, events, signal }: Context): Promise<ScaleSeen> {
  const { apiVersion = 'v1', kind, name } = autoscaler.spec!.scaleTargetRef
  const ref = { name, ...(autoscaler.metadata.namespace && { namespace: autoscaler.metadata.namespace }) }
  try {
    const target = await client.discover({ apiVersion, kind }, { signal })
    const { spec } = await client.scale.get(target, ref, { signal })
    const replicas = spec?.replicas ?? 0
    const wanted = boundedReplicas(autoscaler, replicas)
    if (wanted === replicas) return { replicas }
    await client.scale.patch(target, ref, { spec: { replicas: wanted } }, { signal })
    const bound =
      wanted > replicas
        ? 'Current number of replicas below Spec.MinReplicas'
        : 'Current number of replicas above Spec.MaxReplicas'
    events.normal('SuccessfulRescale', `New size: ${wanted}; reason: ${bound}`)
    return { replicas: wanted }
  } catch (error) {
    if (!isKubewrightError(error)) throw error
    return { why: error.message }
  }
}
