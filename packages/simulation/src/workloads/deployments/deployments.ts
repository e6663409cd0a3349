/** Deployments: replace ReplicaSets by rolling updates or recreation. */
import { again, type Context, defineController, done, type Outcome, watch } from '@kubewright/controller'
import { controllerOf } from '@kubewright/core'
import { Deployment, Pod, ReplicaSet } from '@kubewright/kubernetes'
import { bearingConflicts } from '../../conflicts.ts'
import type { Part } from '../../part.ts'
import { ownership, podsByController, selectsEverything } from '../controlled-pods.ts'
import { isFinished, isGoing } from '../pod-state.ts'
import { replicaSetsByController } from '../replica-sets/replica-sets-by-controller.ts'
import { latest, writeStatus } from '../write-status.ts'
import { ensureCurrent, note, syncCurrent } from './current-replica-set.ts'
import { conditionOf, progress } from './deployment-conditions.ts'
import { countedStatus, deadlineOf, hasProgressDeadline, isComplete, rolloutStatus } from './deployment-status.ts'
import { claimReplicaSets, forget, history, scaleAll } from './held-replica-sets.ts'
import { withReplicas } from './replica-set-history.ts'
import { isRolling } from './rolling-limits.ts'
import { planRollingUpdate } from './rolling-update.ts'
import { isScaling, planScaling } from './scaling.ts'

export function deployments(): Part {
  return { name: 'deployments', reporter: 'deployment-controller', controllers: [controller] }
}

const controller = defineController({
  name: 'deployments',
  for: Deployment,
  seesDeletion: true,
  concurrency: 5,
  owns: [ReplicaSet],
  indexes: [replicaSetsByController, podsByController],
  watches: [
    watch(ReplicaSet, {
      when: ownership,
      requests: (set, { all }) => (controllerOf(set) === undefined ? all(Deployment, set.metadata) : []),
    }),
    // The `Recreate` strategy waits until the last old pod is gone, which only the pods show.
    watch(Pod, {
      when: (pod, previous) => previous !== undefined && isFinished(pod) && !isFinished(previous),
      requests: (pod, { all }) => (controllerOf(pod)?.kind === 'ReplicaSet' ? all(Deployment, pod.metadata) : []),
    }),
  ],
  reconcile: bearingConflicts(reconcile),
})

async function reconcile(deployment: Deployment, ctx: Context): Promise<Outcome> {
  if (selectsEverything(deployment)) return await refuse(deployment, ctx)
  await claimReplicaSets(deployment, ctx)
  if (isGoing(deployment)) return await report(deployment, ctx, countedStatus)
  await noteWhetherPaused(deployment, ctx)
  if (deployment.spec.paused === true) return await resize(deployment, ctx)
  if (isScaling(deployment, history(deployment, ctx))) return await resize(deployment, ctx)
  return isRolling(deployment) ? await roll(deployment, ctx) : await recreate(deployment, ctx)
}

async function refuse(deployment: Deployment, ctx: Context): Promise<Outcome> {
  ctx.events.warning('SelectingAll', 'This deployment is selecting all pods. A non-empty selector is required.')
  await writeStatus(ctx, Deployment, deployment, {
    ...deployment.status,
    observedGeneration: deployment.metadata.generation,
  })
  return done()
}

async function noteWhetherPaused(deployment: Deployment, ctx: Context): Promise<void> {
  const { paused = false } = deployment.spec
  const reason = conditionOf(deployment.status?.conditions, 'Progressing')?.reason
  if (!hasProgressDeadline(deployment) || reason === 'ProgressDeadlineExceeded') return
  if (paused === (reason === 'DeploymentPaused')) return
  await note(deployment, ctx, paused ? progress.paused : progress.resumed)
}

/** Only scales: no update progresses meanwhile. */
async function resize(deployment: Deployment, ctx: Context): Promise<Outcome> {
  await syncCurrent(deployment, ctx)
  const scaled = await scaleAll(deployment, ctx, planScaling(deployment, history(deployment, ctx)))
  if (deployment.spec.paused === true) await forget(deployment, ctx)
  await report(deployment, ctx, countedStatus)
  return scaled ? again(0) : done()
}

async function roll(deployment: Deployment, ctx: Context): Promise<Outcome> {
  if (!(await ensureCurrent(deployment, ctx))) return await report(deployment, ctx, rolloutStatus)
  const { current, old } = history(deployment, ctx)
  if (current === undefined) return again(0)
  const scaled = await scaleAll(deployment, ctx, planRollingUpdate(deployment, current, old))
  return await finish(deployment, ctx, scaled)
}

/** Creates no new pods before the last old one is gone. */
async function recreate(deployment: Deployment, ctx: Context): Promise<Outcome> {
  await syncCurrent(deployment, ctx)
  const { old } = history(deployment, ctx)
  const shrinking = withReplicas(old).map((set) => ({ set, to: 0 }))
  if (await scaleAll(deployment, ctx, shrinking)) return await finish(deployment, ctx, true)
  if (old.some((set) => hasPods(set, ctx))) return await report(deployment, ctx, rolloutStatus)
  if (!(await ensureCurrent(deployment, ctx))) return await report(deployment, ctx, rolloutStatus)
  const { current } = history(deployment, ctx)
  const growing = current === undefined ? [] : [{ set: current, to: deployment.spec.replicas ?? 1 }]
  return await finish(deployment, ctx, await scaleAll(deployment, ctx, growing))
}

function hasPods({ metadata: { uid } }: ReplicaSet, { cache }: Context): boolean {
  return cache.find(podsByController, uid).some((pod) => !isFinished(pod))
}

async function finish(deployment: Deployment, ctx: Context, scaled: boolean): Promise<Outcome> {
  const outcome = await report(deployment, ctx, rolloutStatus)
  if (scaled) return again(0)
  const live = latest(ctx, Deployment, deployment)
  if (isComplete(live, live.status ?? {})) await forget(deployment, ctx)
  return outcome
}

/** Writes the status, and requeues at the progress deadline. */
async function report(deployment: Deployment, ctx: Context, statusOf: typeof rolloutStatus): Promise<Outcome> {
  const live = latest(ctx, Deployment, deployment)
  const now = +ctx.now()
  const status = statusOf(live, history(deployment, ctx), now)
  await writeStatus(ctx, Deployment, live, status)
  const deadline = isComplete(live, status) ? undefined : deadlineOf(live, status.conditions)
  return deadline === undefined ? done() : again(Math.max(0, deadline - now) + 1_000)
}
