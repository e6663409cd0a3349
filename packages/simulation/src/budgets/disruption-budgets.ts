/** Pod disruption budgets: how many pods may be evicted now. */
import { isUnknownKind } from '@kubewright/client'
import { again, changed, type Context, defineController, done, type Outcome, watch } from '@kubewright/controller'
import { controllerOf, type KubeObject, type Ref } from '@kubewright/core'
import { parseApiVersion } from '@kubewright/core/object'
import { compileLabelSelector } from '@kubewright/core/selectors'
import { Deployment, Pod, PodDisruptionBudget, ReplicaSet, StatefulSet } from '@kubewright/kubernetes'
import type { Resource } from '@kubewright/resource'
import { bearingConflicts } from '../conflicts.ts'
import type { Part } from '../part.ts'
import { messageOf } from '../workloads/pod-control.ts'
import { writeStatus } from '../workloads/write-status.ts'
import { budgetStatus, failedStatus, needsScale, untilSpared } from './budget-status.ts'

export function disruptionBudgets(): Part {
  return { name: 'disruption-budgets', reporter: 'controllermanager', controllers: [controller] }
}

const nearby = (
  { metadata }: KubeObject,
  { all }: { all: (kind: Resource, scope: { namespace?: string | undefined }) => readonly Ref[] },
) => all(PodDisruptionBudget, { namespace: metadata.namespace })

const controller = defineController({
  name: 'disruption-budgets',
  for: PodDisruptionBudget,
  // An eviction records the pod in the status.
  when: 'any-change',
  watches: [
    watch(Pod, {
      when: changed(({ metadata, status }) => [
        metadata.labels,
        metadata.ownerReferences,
        metadata.deletionTimestamp,
        status?.conditions?.find(({ type }) => type === 'Ready')?.status,
      ]),
      requests: nearby,
    }),
    watch(Deployment, { when: changed(({ spec }) => spec.replicas), requests: nearby }),
    watch(ReplicaSet, { when: changed(({ spec }) => spec.replicas), requests: nearby }),
    watch(StatefulSet, { when: changed(({ spec }) => spec.replicas), requests: nearby }),
  ],
  reconcile: bearingConflicts(reconcile),
})

async function reconcile(budget: PodDisruptionBudget, ctx: Context): Promise<Outcome> {
  const pods = podsOf(budget, ctx)
  const now = +ctx.now()
  try {
    const scale = needsScale(budget) ? await scaleOf(pods, ctx) : 0
    const status = budgetStatus(budget, { pods, scale, now })
    await writeStatus(ctx, PodDisruptionBudget, budget, status)
    const waitMs = untilSpared(status, now)
    return waitMs === undefined ? done() : again(waitMs)
  } catch (error) {
    if (!(error instanceof NoController)) throw error
    ctx.events.warning('NoControllers', messageOf(error))
    ctx.events.warning(
      'CalculateExpectedPodCountFailed',
      `Failed to calculate the number of expected pods: ${messageOf(error)}`,
    )
    await writeStatus(ctx, PodDisruptionBudget, budget, failedStatus(budget, messageOf(error), now))
    return done()
  }
}

function podsOf({ metadata: { namespace }, spec }: PodDisruptionBudget, { cache }: Context): readonly Pod[] {
  if (spec?.selector === undefined) return []
  const isMeant = compileLabelSelector(spec.selector)
  return cache
    .list(Pod, namespace === undefined ? {} : { namespace })
    .filter(({ metadata }) => isMeant(metadata.labels))
}

/** The expected number of pods is unknown. */
class NoController extends Error {}

/** The replicas of the pods' controllers, each counted once. */
async function scaleOf(pods: readonly Pod[], ctx: Context): Promise<number> {
  const scales = new Map<string, number>()
  for (const pod of pods) {
    const owner = controllerOf(pod)
    if (owner === undefined) throw new NoController(`found no controllers for pod "${pod.metadata.name}"`)
    const near = pod.metadata.namespace === undefined ? {} : { namespace: pod.metadata.namespace }
    const { uid, replicas } = await wantedBy({ ...near, name: owner.name }, owner, ctx)
    scales.set(uid, replicas)
  }
  return [...scales.values()].reduce((sum, replicas) => sum + replicas, 0)
}

interface Wanted {
  readonly uid: string
  readonly replicas: number
}

function ignoreUnknownKind(error: unknown): undefined {
  if (!isUnknownKind(error)) throw error
}

/** A ReplicaSet of a Deployment counts as its Deployment. */
async function wantedBy(
  ref: Ref,
  owner: { readonly apiVersion: string; readonly kind: string; readonly uid: string },
  ctx: Context,
): Promise<Wanted> {
  const { cache, client, signal } = ctx
  const known = [ReplicaSet, StatefulSet, Deployment].find((kind) => kind.kind === owner.kind)
  const object = known === undefined ? undefined : cache.get(known as typeof Deployment, ref)
  const above = object === undefined ? undefined : controllerOf(object)
  if (object !== undefined && above?.kind === 'Deployment')
    return await wantedBy({ ...ref, name: above.name }, above, ctx)
  if (object !== undefined) return { uid: object.metadata.uid, replicas: object.spec.replicas ?? 1 }
  const { group } = parseApiVersion(owner.apiVersion)
  const kind = await client.discover({ group, kind: owner.kind }, { signal }).catch(ignoreUnknownKind)
  if (!kind?.subresources.includes('scale')) throw new NoController(`${owner.kind} "${ref.name}" has no scale`)
  const { spec } = await client.scale.get(kind, ref, { signal })
  return { uid: owner.uid, replicas: spec?.replicas ?? 0 }
}
