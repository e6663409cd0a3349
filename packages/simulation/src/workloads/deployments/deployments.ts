/** Deployments: replica sets that follow each other, a few pods at a time. */
import { ignoreNotFound, isAlreadyExists } from '@kubewright/client'
import { again, type Context, defineController, done, type Outcome, watch } from '@kubewright/controller'
import { compileLabelSelector, controllerOf, deepEqual, refOf } from '@kubewright/core'
import { Deployment, Pod, ReplicaSet } from '@kubewright/kubernetes'
import { bearingConflicts } from '../../conflicts.ts'
import { revisionAnnotation } from '../../names.ts'
import type { Part } from '../../part.ts'
import { claim } from '../claim.ts'
import { nobody, ownership, podsByController } from '../controlled-pods.ts'
import { isNamespaceGoing, messageOf } from '../pod-control.ts'
import { isFinished, isGoing } from '../pod-state.ts'
import { replicaSetsByController } from '../replica-sets/replica-sets-by-controller.ts'
import { latest, writeStatus } from '../write-status.ts'
import { annotationsOfNew, nextRevision, sizeAnnotations } from './annotations.ts'
import { conditionOf, type NewCondition, progress, withCondition } from './deployment-conditions.ts'
import { countedStatus, deadlineOf, hasProgressDeadline, isComplete, rolloutStatus } from './deployment-status.ts'
import {
  forgettable,
  type History,
  historyOf,
  isSameTemplate,
  newReplicaSet,
  withReplicas,
} from './replica-set-history.ts'
import { isRolling } from './rolling-limits.ts'
import { planRollingUpdate, replicasOf, type Scaling } from './rolling-update.ts'
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
    // One that recreates waits until its last old pod is gone, of which only the pods tell.
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

function selectsEverything({ spec: { selector } }: Deployment): boolean {
  return Object.keys(selector.matchLabels ?? {}).length === 0 && (selector.matchExpressions ?? []).length === 0
}

async function refuse(deployment: Deployment, ctx: Context): Promise<Outcome> {
  ctx.events.warning('SelectingAll', 'This deployment is selecting all pods. A non-empty selector is required.')
  await writeStatus(ctx, Deployment, deployment, {
    ...deployment.status,
    observedGeneration: deployment.metadata.generation,
  })
  return done()
}

async function claimReplicaSets(deployment: Deployment, { client, signal, cache }: Context): Promise<void> {
  const { uid, namespace } = deployment.metadata
  const near = namespace === undefined ? {} : { namespace }
  const candidates = [...cache.find(replicaSetsByController, uid), ...cache.find(replicaSetsByController, nobody, near)]
  const claiming = { client, signal, owner: deployment, ownerKind: Deployment, kind: ReplicaSet }
  await claim(claiming, compileLabelSelector(deployment.spec.selector), candidates)
}

/** As it is now, with whatever was written a moment ago. */
function history(deployment: Deployment, { cache }: Context): History {
  const isMeant = compileLabelSelector(deployment.spec.selector)
  const sets = cache.find(replicaSetsByController, deployment.metadata.uid)
  return historyOf(
    deployment,
    sets.filter(({ metadata }) => isMeant(metadata.labels)),
  )
}

async function noteWhetherPaused(deployment: Deployment, ctx: Context): Promise<void> {
  const { paused = false } = deployment.spec
  const reason = conditionOf(deployment.status?.conditions, 'Progressing')?.reason
  if (!hasProgressDeadline(deployment) || reason === 'ProgressDeadlineExceeded') return
  if (paused === (reason === 'DeploymentPaused')) return
  await note(deployment, ctx, paused ? progress.paused : progress.resumed)
}

/** Writes one condition at once, ahead of everything else. */
async function note(deployment: Deployment, ctx: Context, condition: NewCondition): Promise<void> {
  const live = latest(ctx, Deployment, deployment)
  const conditions = withCondition(live.status?.conditions ?? [], condition, +ctx.now())
  await writeStatus(ctx, Deployment, live, { ...live.status, conditions })
}

/** Only the number of pods changes, or nothing does: no update goes on meanwhile. */
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

/** Nothing of the new before the last of the old is gone. */
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

/** Writes the status, and comes again when the time to make progress is over. */
async function report(deployment: Deployment, ctx: Context, statusOf: typeof rolloutStatus): Promise<Outcome> {
  const live = latest(ctx, Deployment, deployment)
  const now = +ctx.now()
  const status = statusOf(live, history(deployment, ctx), now)
  await writeStatus(ctx, Deployment, live, status)
  const deadline = isComplete(live, status) ? undefined : deadlineOf(live, status.conditions)
  return deadline === undefined ? done() : again(Math.max(0, deadline - now) + 1_000)
}

/** Makes the replica set of the present template, if there is none. Resolves to whether there is one now. */
async function ensureCurrent(deployment: Deployment, ctx: Context): Promise<boolean> {
  const before = history(deployment, ctx)
  if (before.current !== undefined) {
    await syncCurrent(deployment, ctx)
    return true
  }
  const wanted = newReplicaSet(latest(ctx, Deployment, deployment), before)
  const name = wanted.metadata.name!
  try {
    await ctx.client.create(ReplicaSet, wanted, { signal: ctx.signal })
  } catch (error) {
    return await recover(deployment, ctx, { name, error })
  }
  if (wanted.spec.replicas! > 0) {
    ctx.events.normal('ScalingReplicaSet', `Scaled up replica set ${name} from 0 to ${wanted.spec.replicas}`)
  }
  await noteRevision(deployment, ctx, progress.created(name))
  return true
}

/** The name is taken: by what we want, made a moment ago, or by something else, then the next one is tried. */
async function recover(
  deployment: Deployment,
  ctx: Context,
  { name, error }: { readonly name: string; readonly error: unknown },
): Promise<boolean> {
  const { client, signal } = ctx
  if (isNamespaceGoing(error)) return false
  if (!isAlreadyExists(error)) {
    if (!signal.aborted && hasProgressDeadline(deployment)) {
      await note(deployment, ctx, progress.failed(name, messageOf(error)))
    }
    throw error
  }
  const { namespace } = deployment.metadata
  const taken = await client.get(ReplicaSet, { name, ...(namespace === undefined ? {} : { namespace }) }, { signal })
  const isOurs = controllerOf(taken)?.uid === deployment.metadata.uid
  if (isOurs && isSameTemplate(taken.spec.template, deployment.spec.template)) throw error // the cache will hear of it
  const live = latest(ctx, Deployment, deployment)
  const collisionCount = (live.status?.collisionCount ?? 0) + 1
  await writeStatus(ctx, Deployment, live, { ...live.status, collisionCount })
  throw error
}

/** What the replica set of the present template takes over from the deployment. */
async function syncCurrent(deployment: Deployment, ctx: Context): Promise<void> {
  const { current, old } = history(deployment, ctx)
  if (current === undefined) return
  const annotations = annotationsOfNew(deployment, current, nextRevision(old))
  const { minReadySeconds = 0 } = deployment.spec
  const isSame =
    deepEqual(annotations, current.metadata.annotations) && minReadySeconds === (current.spec.minReadySeconds ?? 0)
  if (!isSame) {
    const { resourceVersion } = current.metadata
    const patch = { metadata: { resourceVersion, annotations }, spec: { minReadySeconds } }
    await ctx.client.patch(ReplicaSet, refOf(current), patch as never, { signal: ctx.signal })
  }
  const isKnown = conditionOf(latest(ctx, Deployment, deployment).status?.conditions, 'Progressing') !== undefined
  await noteRevision(deployment, ctx, isKnown ? undefined : progress.found(current.metadata.name))
}

/**
 * The deployment has the revision of its present replica set; and news of it, if there are some. Both are written as status: an
 * annotation written otherwise would count as a new generation.
 */
async function noteRevision(deployment: Deployment, ctx: Context, news: NewCondition | undefined): Promise<void> {
  const live = latest(ctx, Deployment, deployment)
  const revision = history(deployment, ctx).current?.metadata.annotations?.[revisionAnnotation]
  const annotations = { ...live.metadata.annotations, ...(revision && { [revisionAnnotation]: revision }) }
  const before = live.status?.conditions ?? []
  const isNews = news !== undefined && hasProgressDeadline(deployment)
  const conditions = isNews ? withCondition(before, news, +ctx.now()) : before
  if (conditions === before && annotations[revisionAnnotation] === live.metadata.annotations?.[revisionAnnotation])
    return
  const status = { ...live.status, ...(conditions.length === 0 ? {} : { conditions }) }
  const next = { ...live, metadata: { ...live.metadata, annotations }, status }
  await ctx.client.status.update(Deployment, next, { signal: ctx.signal })
}

/** Resolves to whether one has another size now. */
async function scaleAll(deployment: Deployment, ctx: Context, scalings: readonly Scaling[]): Promise<boolean> {
  let scaled = false
  for (const scaling of scalings) scaled = (await scale(deployment, ctx, scaling)) || scaled
  return scaled
}

async function scale(
  deployment: Deployment,
  { client, signal, events }: Context,
  { set, to }: Scaling,
): Promise<boolean> {
  const from = replicasOf(set)
  const annotations = { ...set.metadata.annotations, ...sizeAnnotations(deployment) }
  if (from === to && deepEqual(annotations, set.metadata.annotations)) return false
  const { name, resourceVersion } = set.metadata
  const patch = { metadata: { resourceVersion, annotations }, spec: { replicas: to } }
  await client.patch(ReplicaSet, refOf(set), patch as never, { signal })
  if (from === to) return false
  events.normal('ScalingReplicaSet', `Scaled ${to > from ? 'up' : 'down'} replica set ${name} from ${from} to ${to}`)
  return true
}

async function forget(deployment: Deployment, ctx: Context): Promise<void> {
  const { client, signal } = ctx
  for (const set of forgettable(deployment, history(deployment, ctx))) {
    const { uid, resourceVersion } = set.metadata
    await client
      .delete(ReplicaSet, refOf(set), { preconditions: { uid, resourceVersion }, signal })
      .catch(ignoreNotFound)
  }
}
