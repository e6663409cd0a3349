/** The pod handling shared by controllers of kinds with a sidecar. */
import { ignoreNotFound, isConflict } from '@kubewright/client'
import { type Context, index, type Use, watch, type Watch } from '@kubewright/controller'
import { getOwn, type Ref } from '@kubewright/core'
import { Pod } from '@kubewright/kubernetes/core/v1'
import { injectionOf, podsOf, podsToReplace } from './outdated-pods.ts'
import { nameOn } from './selection.ts'
import { hasSidecar, type Sidecar, type SidecarNames, type SidecarObject } from './sidecar.ts'
import type { SidecarStatus } from './sidecar-fields.ts'

type PodContext = Pick<Context, 'cache' | 'client' | 'events' | 'now' | 'signal'>

/** The pods of an object, and the outdated ones. */
export interface SidecarPods {
  readonly sidecar: Pick<SidecarNames, 'container'>
  /** Sorted by name. */
  readonly pods: readonly Pod[]
  /** The pods to replace next. */
  readonly outdated: readonly Pod[]
  /** Since when new pods have the container. To be stored in the status of the object. */
  readonly injection: NonNullable<SidecarStatus['injection']>
}

/** The pods of an object, from the cache. */
export function sidecarPods<Object extends SidecarObject>(
  sidecar: Sidecar<Object>,
  object: Object,
  { cache, now }: Pick<PodContext, 'cache' | 'now'>,
): SidecarPods {
  const namespace = object.metadata.namespace!
  const surroundings = {
    pods: cache.list(Pod, { namespace }),
    objects: cache.list(sidecar.for, { namespace }) as unknown as readonly Object[],
  }
  const injection = injectionOf(sidecar, object, now())
  const outdated = podsToReplace(sidecar, object, { surroundings, since: injection.since })
  return { sidecar, pods: podsOf(sidecar, object, surroundings), outdated, injection }
}

/** Deletes the next outdated pods; others follow when those are ready again. */
export async function replaceOutdatedPods({ outdated, sidecar }: SidecarPods, ctx: PodContext): Promise<void> {
  for (const pod of outdated) await replace(pod, sidecar, ctx)
}

async function replace(
  pod: Pod,
  sidecar: Pick<SidecarNames, 'container'>,
  { client, events, signal }: PodContext,
): Promise<void> {
  const { name, namespace, uid } = pod.metadata
  const why = hasSidecar(sidecar, pod) ? 'has an outdated' : 'lacks the'
  try {
    await client.delete(Pod, { name, namespace: namespace! }, { preconditions: { uid }, signal })
  } catch (error) {
    // A new pod of that name exists: the next reconcile handles it.
    if (!isConflict(error)) ignoreNotFound(error)
    return
  }
  events.normal('PodReplaced', `Replaced pod ${name}, which ${why} container ${sidecar.container}`)
}

/** The part of a controller that watches pods: `defineController({ ...sidecarWatching(sidecar), … })`. */
export interface SidecarWatching {
  readonly indexes: readonly ReturnType<typeof index>[]
  readonly watches: readonly Watch[]
  readonly uses: readonly Use[]
}

export function sidecarWatching<Object extends SidecarObject>(sidecar: Sidecar<Object>): SidecarWatching {
  const selecting = index(sidecar.for, 'selects-pods', (object) =>
    (object as unknown as SidecarObject).spec.selector === undefined ? [] : ['yes'],
  )
  return {
    indexes: [selecting as ReturnType<typeof index>],
    watches: [
      watch(Pod, {
        requests: (pod, { find }) => [
          ...namesOn(sidecar, pod),
          ...find(selecting, 'yes', { namespace: pod.metadata.namespace }),
        ],
      }),
    ],
    uses: [{ resource: Pod, verbs: ['delete'], because: `replaces pods that lack the container ${sidecar.container}` }],
  }
}

/** The objects that a pod refers to, by its label and by its injection annotation. */
function* namesOn(sidecar: SidecarNames, pod: Pod): Generator<Ref> {
  const { namespace, labels } = pod.metadata
  const [named, marked] = [getOwn(labels, sidecar.label), nameOn(sidecar, pod)]
  for (const name of new Set([named, marked])) {
    if (name !== undefined && namespace !== undefined) yield { name, namespace }
  }
}
