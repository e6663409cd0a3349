/** ReplicaSets: keep the desired number of pods. */
import { again, type Context, defineController, done, type Outcome } from '@kubewright/controller'
import { controllerOf } from '@kubewright/core'
import { Pod, ReplicaSet } from '@kubewright/kubernetes'
import { bearingConflicts } from '../../conflicts.ts'
import type { Part } from '../../part.ts'
import { claimPods, heldPods, onFreePods, podsByController } from '../controlled-pods.ts'
import { createPod, deletePod, isNamespaceGoing, messageOf } from '../pod-control.ts'
import { isGoing, untilNextAvailable } from '../pod-state.ts'
import { podOf } from '../pod-template.ts'
import { slowStart } from '../slow-start.ts'
import { writeStatus } from '../write-status.ts'
import { planReplicaSet, type ReplicaSetPlan } from './replica-set-plan.ts'
import { type ReplicaFailure, replicaSetStatus } from './replica-set-status.ts'
import { replicaSetsByController } from './replica-sets-by-controller.ts'

export function replicaSets(): Part {
  return { name: 'replica-sets', reporter: 'replicaset-controller', controllers: [controller] }
}

const controller = defineController({
  name: 'replica-sets',
  for: ReplicaSet,
  seesDeletion: true,
  concurrency: 5,
  owns: [Pod],
  indexes: [podsByController, replicaSetsByController],
  watches: [onFreePods(ReplicaSet)],
  reconcile: bearingConflicts(reconcile),
})

async function reconcile(set: ReplicaSet, ctx: Context): Promise<Outcome> {
  await claimPods(set, ReplicaSet, ctx)
  const pods = heldPods(set, ctx)
  const plan = isGoing(set) ? nothing : planReplicaSet(set, pods, { related: relatedPods(set, ctx), now: +ctx.now() })
  const failure = await carryOut(set, plan, ctx)
  const left = heldPods(set, ctx)
  const now = +ctx.now()
  await writeStatus(ctx, ReplicaSet, set, replicaSetStatus(set, left, { now, failure: failure?.shown }))
  if (failure !== undefined && !isNamespaceGoing(failure.error)) throw failure.error
  if (plan.isPartial) return again(0)
  const waitMs = untilNextAvailable(left, set.spec.minReadySeconds ?? 0, now)
  return waitMs === undefined ? done() : again(waitMs)
}

const nothing: ReplicaSetPlan = { create: 0, remove: [], isPartial: false }

function relatedPods(set: ReplicaSet, { cache }: Context): readonly Pod[] {
  const owner = controllerOf(set)
  const siblings = owner === undefined ? [set] : cache.find(replicaSetsByController, owner.uid)
  return siblings.flatMap(({ metadata }) => cache.find(podsByController, metadata.uid))
}

interface Failed {
  readonly error: unknown
  readonly shown: ReplicaFailure
}

async function carryOut(
  set: ReplicaSet,
  { create, remove }: ReplicaSetPlan,
  ctx: Context,
): Promise<Failed | undefined> {
  const created = await slowStart(create, () => createPod(ctx, podOf(set, set.spec.template)))
  const { failure: error } = created
  if (error !== undefined) return { error, shown: { reason: 'FailedCreate', message: messageOf(error) } }
  const removed = await Promise.allSettled(remove.map((pod) => deletePod(ctx, pod)))
  const failed = removed.find((result) => result.status === 'rejected')
  if (failed === undefined) return undefined
  return { error: failed.reason, shown: { reason: 'FailedDelete', message: messageOf(failed.reason) } }
}
