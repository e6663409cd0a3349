/** The ReplicaSets of a Deployment: lookup, claims, scaling and cleanup. */
import { ignoreNotFound } from '@kubewright/client'
import type { Context } from '@kubewright/controller'
import { refOf } from '@kubewright/core'
import { deepEqual } from '@kubewright/core/json'
import { compileLabelSelector } from '@kubewright/core/selectors'
import { Deployment, ReplicaSet } from '@kubewright/kubernetes'
import { claim } from '../claim.ts'
import { near, nobody } from '../controlled-pods.ts'
import { replicaSetsByController } from '../replica-sets/replica-sets-by-controller.ts'
import { sizeAnnotations } from './annotations.ts'
import { forgettable, type History, historyOf } from './replica-set-history.ts'
import { replicasOf, type Scaling } from './rolling-update.ts'

export async function claimReplicaSets(deployment: Deployment, { client, signal, cache }: Context): Promise<void> {
  const free = cache.find(replicaSetsByController, nobody, near(deployment))
  const candidates = [...cache.find(replicaSetsByController, deployment.metadata.uid), ...free]
  const claiming = { client, signal, owner: deployment, ownerKind: Deployment, kind: ReplicaSet }
  await claim(claiming, compileLabelSelector(deployment.spec.selector), candidates)
}

/** The current history, including objects just written. */
export function history(deployment: Deployment, { cache }: Context): History {
  const isMeant = compileLabelSelector(deployment.spec.selector)
  const sets = cache.find(replicaSetsByController, deployment.metadata.uid)
  return historyOf(
    deployment,
    sets.filter(({ metadata }) => isMeant(metadata.labels)),
  )
}

/** Resolves to whether a size has changed. */
export async function scaleAll(deployment: Deployment, ctx: Context, scalings: readonly Scaling[]): Promise<boolean> {
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

export async function forget(deployment: Deployment, ctx: Context): Promise<void> {
  const { client, signal } = ctx
  for (const set of forgettable(deployment, history(deployment, ctx))) {
    const { uid, resourceVersion } = set.metadata
    await client
      .delete(ReplicaSet, refOf(set), { preconditions: { uid, resourceVersion }, signal })
      .catch(ignoreNotFound)
  }
}
