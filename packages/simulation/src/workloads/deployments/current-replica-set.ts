/** The ReplicaSet of a Deployment's current template: created, kept in sync with the Deployment, and reported. */
import { isAlreadyExists } from '@kubewright/client'
import type { Context } from '@kubewright/controller'
import { controllerOf, refOf } from '@kubewright/core'
import { deepEqual } from '@kubewright/core/json'
import { Deployment, ReplicaSet } from '@kubewright/kubernetes'
import { revisionAnnotation } from '../../names.ts'
import { near } from '../controlled-pods.ts'
import { isNamespaceGoing, messageOf } from '../pod-control.ts'
import { latest, writeStatus } from '../write-status.ts'
import { annotationsOfNew, nextRevision } from './annotations.ts'
import { conditionOf, type NewCondition, progress, withCondition } from './deployment-conditions.ts'
import { hasProgressDeadline } from './deployment-status.ts'
import { history } from './held-replica-sets.ts'
import { isSameTemplate, newReplicaSet } from './replica-set-history.ts'

/** Creates the ReplicaSet of the current template if it is missing. Resolves to whether it exists now. */
export async function ensureCurrent(deployment: Deployment, ctx: Context): Promise<boolean> {
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

/** The name is taken: by the desired ReplicaSet, created just now, or by another one; then the next name is tried. */
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
  const taken = await client.get(ReplicaSet, { name, ...near(deployment) }, { signal })
  const isOurs = controllerOf(taken)?.uid === deployment.metadata.uid
  // Created just now, but the response was lost: the watch will report it and trigger a reconcile.
  if (isOurs && isSameTemplate(taken.spec.template, deployment.spec.template)) return false
  const live = latest(ctx, Deployment, deployment)
  const collisionCount = (live.status?.collisionCount ?? 0) + 1
  await writeStatus(ctx, Deployment, live, { ...live.status, collisionCount })
  throw error
}

/** Copies the Deployment's annotations and `minReadySeconds` to the current ReplicaSet. */
export async function syncCurrent(deployment: Deployment, ctx: Context): Promise<void> {
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
 * Writes the revision of the current ReplicaSet and a condition, if any, to the Deployment. Both go through the status subresource: an
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

/** Writes one condition immediately, before everything else. */
export async function note(deployment: Deployment, ctx: Context, condition: NewCondition): Promise<void> {
  const live = latest(ctx, Deployment, deployment)
  const conditions = withCondition(live.status?.conditions ?? [], condition, +ctx.now())
  await writeStatus(ctx, Deployment, live, { ...live.status, conditions })
}
