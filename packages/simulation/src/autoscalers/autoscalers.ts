/**
 * Horizontal pod autoscalers. A simulation has no metrics, so they report that they cannot scale by them, as on every cluster without a
 * metrics server; the scaled objects are kept within their bounds.
 */
import type { Cache } from '@kubewright/cache'
import { changed, type Context, defineController, done, type Outcome, watch } from '@kubewright/controller'
import { isKubewrightError, refOf } from '@kubewright/core'
import { parseApiVersion } from '@kubewright/core/object'
import { CustomResourceDefinition } from '@kubewright/kubernetes'
import { HorizontalPodAutoscaler } from '@kubewright/kubernetes/autoscaling/v2'
import { bearingConflicts } from '../conflicts.ts'
import { NamedKinds } from '../named-kinds.ts'
import type { Part } from '../part.ts'
import { writeStatus } from '../workloads/write-status.ts'
import { autoscalerStatus, boundedReplicas, type ScaleSeen } from './autoscaler-status.ts'

export function autoscalers(): Part {
  let reads: Pick<Cache, 'list'> | undefined
  const kinds: NamedKinds = new NamedKinds('scaled objects', ({ group, kind }, { object: { metadata } }) => {
    const { name, namespace } = metadata
    const isTarget = ({ spec }: HorizontalPodAutoscaler) => {
      const { apiVersion = 'v1', kind: wanted, name: target } = spec!.scaleTargetRef
      return target === name && wanted === kind && parseApiVersion(apiVersion).group === group
    }
    const here = namespace === undefined ? {} : { namespace }
    return (reads?.list(HorizontalPodAutoscaler, here) ?? []).filter(isTarget).map(refOf)
  })
  return {
    name: 'autoscalers',
    reporter: 'horizontal-pod-autoscaler',
    controllers: [autoscalerController(kinds)],
    async prepare({ cache }) {
      reads = cache
      kinds.open(cache)
    },
    async end() {
      kinds[Symbol.dispose]()
    },
  }
}

/** Real autoscalers poll every 15 seconds, because metrics change; here only the scaled objects do. */
const autoscalerController = (kinds: NamedKinds) =>
  defineController({
    name: 'autoscalers',
    for: HorizontalPodAutoscaler,
    watches: [
      watch(CustomResourceDefinition, {
        when: changed(({ status }) => status?.conditions),
        requests: (_, { all }) => all(HorizontalPodAutoscaler, {}),
      }),
    ],
    triggers: [kinds.trigger],
    reconcile: bearingConflicts((autoscaler, ctx) => reconcile(autoscaler, ctx, kinds)),
  })

async function reconcile(autoscaler: HorizontalPodAutoscaler, ctx: Context, kinds: NamedKinds): Promise<Outcome> {
  const seen = await scaleOf(autoscaler, ctx, kinds)
  const status = autoscalerStatus(autoscaler, seen, +ctx.now())
  const isNews = await writeStatus(ctx, HorizontalPodAutoscaler, autoscaler, status)
  const problem = status.conditions?.find((one) => one.status === 'False')
  if (isNews && problem !== undefined) ctx.events.warning(problem.reason ?? '', problem.message ?? '')
  return done()
}

/** Brings the scale of the target within the bounds. */
async function scaleOf(
  autoscaler: HorizontalPodAutoscaler,
  { client, events, signal }: Context,
  kinds: NamedKinds,
): Promise<ScaleSeen> {
  const { apiVersion = 'v1', kind, name } = autoscaler.spec!.scaleTargetRef
  const ref = { name, ...(autoscaler.metadata.namespace && { namespace: autoscaler.metadata.namespace }) }
  try {
    const target = await client.discover({ apiVersion, kind }, { signal })
    await kinds.follow(target, signal)
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
