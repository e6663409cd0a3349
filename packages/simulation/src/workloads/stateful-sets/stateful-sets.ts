/** StatefulSets: pods with stable names and claims, created and removed in order. */
import { ignoreNotFound, isAlreadyExists } from '@kubewright/client'
import { again, type Context, defineController, done, type Outcome, watch } from '@kubewright/controller'
import { refOf } from '@kubewright/core'
import { deepEqual } from '@kubewright/core/json'
import { ControllerRevision, PersistentVolumeClaim, Pod, StatefulSet } from '@kubewright/kubernetes'
import { bearingConflicts } from '../../conflicts.ts'
import { hashLabel } from '../../names.ts'
import type { Part } from '../../part.ts'
import { claimPods, heldPods, near, onFreePods, podsByController } from '../controlled-pods.ts'
import { ignoreReplaced, isNamespaceGoing, messageOf } from '../pod-control.ts'
import { isGoing, untilNextAvailable } from '../pod-state.ts'
import {
  claimRevisions,
  currentRevision,
  forgetRevisions,
  onFreeRevisions,
  revisionsByController,
  revisionsOf,
} from '../revisions/controller-revisions.ts'
import { templateIn } from '../revisions/revision-history.ts'
import { latest, writeStatus } from '../write-status.ts'
import { ordinalOf, wantedOrdinals } from './ordinals.ts'
import { claimOwners, claimsOf, revisionOfPod, statefulPod } from './stateful-pod.ts'
import { planStatefulSet, type Revisions, type StatefulSetPlan } from './stateful-set-plan.ts'
import { statefulSetStatus } from './stateful-set-status.ts'

export function statefulSets(): Part {
  return { name: 'stateful-sets', reporter: 'statefulset-controller', controllers: [controller] }
}

const controller = defineController({
  name: 'stateful-sets',
  for: StatefulSet,
  seesDeletion: true,
  concurrency: 5,
  owns: [Pod, ControllerRevision],
  indexes: [podsByController, revisionsByController],
  watches: [
    onFreePods(StatefulSet),
    onFreeRevisions(StatefulSet),
    // Claims trigger nothing, but have to be cached.
    watch(PersistentVolumeClaim, { when: () => false, requests: () => [] }),
  ],
  reconcile: bearingConflicts(reconcile),
})

async function reconcile(set: StatefulSet, ctx: Context): Promise<Outcome> {
  await claimRevisions(set, StatefulSet, ctx)
  await claimPods(set, StatefulSet, ctx, (pod) => ordinalOf(pod, set) !== undefined)
  const revisions = await revisionsFor(set, ctx)
  const plan = planStatefulSet(latest(ctx, StatefulSet, set), podsOf(set, ctx), { revisions, now: +ctx.now() })
  const failure = await carryOut(set, plan, { ctx, revisions }).then(
    () => undefined,
    (error: unknown) => ({ error }),
  )
  if (!isGoing(set)) await syncClaimOwners(set, ctx)
  const [pods, now] = [podsOf(set, ctx), +ctx.now()]
  await writeStatus(ctx, StatefulSet, set, statefulSetStatus(latest(ctx, StatefulSet, set), pods, { revisions, now }))
  if (failure !== undefined && !isNamespaceGoing(failure.error)) throw failure.error
  await forget(set, ctx)
  // The next step may be possible at once, and the controller's own writes do not trigger it.
  if (plan.create.length + plan.remove.length > 0) return again(0)
  const waitMs = untilNextAvailable(pods, set.spec.minReadySeconds ?? 0, now)
  return waitMs === undefined ? done() : again(waitMs)
}

/** The held pods whose names belong to the set. */
function podsOf(set: StatefulSet, ctx: Context): readonly Pod[] {
  return heldPods(set, ctx).filter((pod) => ordinalOf(pod, set) !== undefined)
}

async function revisionsFor(set: StatefulSet, ctx: Context): Promise<Revisions> {
  const collides = async () => {
    const live = latest(ctx, StatefulSet, set)
    const collisionCount = (live.status?.collisionCount ?? 0) + 1
    await writeStatus(ctx, StatefulSet, live, { replicas: 0, ...live.status, collisionCount })
  }
  const update = await currentRevision(latest(ctx, StatefulSet, set), ctx, { hashLabel, collides })
  const named = set.status?.currentRevision
  const isKnown = revisionsOf(set, ctx).some(({ metadata }) => metadata.name === named)
  return { update: update.metadata.name, current: named !== undefined && isKnown ? named : update.metadata.name }
}

interface Doing {
  readonly ctx: Context
  readonly revisions: Revisions
}

async function carryOut(set: StatefulSet, plan: StatefulSetPlan, doing: Doing): Promise<void> {
  for (const { ordinal, revision } of plan.create) await create(set, { ordinal, revision }, doing)
  for (const pod of plan.remove) await remove(set, pod, { ctx: doing.ctx, isCondemned: plan.condemned.includes(pod) })
}

async function create(
  set: StatefulSet,
  { ordinal, revision }: StatefulSetPlan['create'][number],
  { ctx, revisions }: Doing,
): Promise<void> {
  const { client, signal, events } = ctx
  const kept = revisionsOf(set, ctx).find(({ metadata }) => metadata.name === revision)
  const old = revision === revisions.update || kept === undefined ? undefined : templateIn(kept)
  const pod = statefulPod(set, ordinal, { revision, template: old ?? set.spec.template })
  const what = `create Pod ${pod.metadata.name} in StatefulSet ${set.metadata.name}`
  try {
    await createClaims(set, ordinal, ctx)
    await client.create(Pod, pod, { signal })
    events.normal('SuccessfulCreate', `${what} successful`)
  } catch (error) {
    if (isAlreadyExists(error) || isNamespaceGoing(error) || signal.aborted) throw error
    events.warning('FailedCreate', `${what} failed error: ${messageOf(error)}`)
    throw error
  }
}

async function createClaims(set: StatefulSet, ordinal: number, ctx: Context): Promise<void> {
  const { client, signal, events, cache } = ctx
  for (const wanted of claimsOf(set, ordinal)) {
    const name = wanted.metadata.name!
    if (cache.get(PersistentVolumeClaim, { ...near(set), name }) !== undefined) continue
    try {
      await client.create(PersistentVolumeClaim, wanted, { signal })
      const pod = `${set.metadata.name}-${ordinal}`
      events.normal('SuccessfulCreate', `create Claim ${name} Pod ${pod} in StatefulSet ${set.metadata.name} success`)
    } catch (error) {
      if (!isAlreadyExists(error)) throw error
    }
  }
}

async function remove(
  set: StatefulSet,
  pod: Pod,
  { ctx, isCondemned }: { readonly ctx: Context; readonly isCondemned: boolean },
): Promise<void> {
  const { client, signal, events } = ctx
  const what = `delete Pod ${pod.metadata.name} in StatefulSet ${set.metadata.name}`
  if (pod.status?.phase === 'Failed' && !isCondemned) {
    const { namespace, name } = set.metadata
    events.warning(
      'RecreatingFailedPod',
      `StatefulSet ${namespace}/${name} is recreating failed Pod ${pod.metadata.name}`,
    )
  }
  if (isCondemned) await setClaimOwners(set, ordinalOf(pod, set)!, { ctx, pod: { pod, isCondemned } })
  await client.delete(Pod, refOf(pod), { preconditions: { uid: pod.metadata.uid }, signal }).catch(ignoreReplaced)
  events.normal('SuccessfulDelete', `${what} successful`)
}

/** Sets the owners of the remaining pods' claims according to the current retention policy. */
async function syncClaimOwners(set: StatefulSet, ctx: Context): Promise<void> {
  if ((set.spec.volumeClaimTemplates ?? []).length === 0) return
  for (const ordinal of wantedOrdinals(set)) await setClaimOwners(set, ordinal, { ctx, pod: undefined })
}

async function setClaimOwners(
  set: StatefulSet,
  ordinal: number,
  { ctx, pod }: { readonly ctx: Context; readonly pod: Parameters<typeof claimOwners>[2] },
): Promise<void> {
  const { client, signal, cache } = ctx
  for (const { metadata } of claimsOf(set, ordinal)) {
    const ref = { ...near(set), name: metadata.name! }
    const live = cache.get(PersistentVolumeClaim, ref)
    if (live === undefined || isGoing(live)) continue
    const ownerReferences = claimOwners(live, set, pod)
    if (deepEqual(ownerReferences, live.metadata.ownerReferences ?? [])) continue
    const { resourceVersion } = live.metadata
    const patch = { metadata: { resourceVersion, ownerReferences } }
    await client.patch(PersistentVolumeClaim, ref, patch, { signal }).catch(ignoreNotFound)
  }
}

async function forget(set: StatefulSet, ctx: Context): Promise<void> {
  const { status } = latest(ctx, StatefulSet, set)
  const used = new Set([status?.currentRevision, status?.updateRevision, ...podsOf(set, ctx).map(revisionOfPod)])
  await forgetRevisions(set, ctx, ({ metadata }) => used.has(metadata.name))
}
