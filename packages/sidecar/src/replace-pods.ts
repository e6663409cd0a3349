/** The pod handling shared by controllers of kinds with a sidecar. */
import { ignoreNotFound, isConflict } from '@kubewright/client'
import { type Context, index, watch, type Watch } from '@kubewright/controller'
import type { Use } from '@kubewright/controller/definition'
import type { Condition, Ref } from '@kubewright/core'
import { getOwn } from '@kubewright/core/json'
import { Pod } from '@kubewright/kubernetes/core/v1'
import { injectionOf, injectionProblem, podsOf, podsToReplace } from './outdated-pods.ts'
import { nameOn } from './selection.ts'
import { hasSidecar, type Sidecar, type SidecarNames, type SidecarObject } from './sidecar.ts'
import type { SidecarStatus } from './sidecar-fields.ts'

/** The part of a reconcile's context that replacing pods needs. */
type PodContext = Pick<Context, 'cache' | 'client' | 'events' | 'now' | 'signal'>

/** The pods of an object, and the outdated ones. */
export interface SidecarPods {
  readonly sidecar: Pick<SidecarNames, 'container'>
  /** Sorted by name. */
  readonly pods: readonly Pod[]
  /** The pods to replace next; none until the time of the change is in the status. */
  readonly outdated: readonly Pod[]
  /** When to reconcile again, because the time of the change has only now been determined. */
  readonly againMs: number | undefined
  /** Why a pod cannot have the container, although it is selected. */
  readonly problem: string | undefined
  /** Since when new pods have the container. To be stored in the status of the object. */
  readonly injection: NonNullable<SidecarStatus['injection']>
}

/** The pods of an object, from the cache. */
export function sidecarPods<Item extends SidecarObject>(
  sidecar: Sidecar<Item>,
  object: Item,
  { cache, now }: Pick<PodContext, 'cache' | 'now'>,
): SidecarPods {
  const namespace = object.metadata.namespace!
  const surroundings = {
    pods: cache.list(Pod, { namespace }),
    objects: cache.list(sidecar.for, { namespace }) as unknown as readonly Item[],
  }
  const time = now()
  const injection = injectionOf(sidecar, object, time)
  const againMs = delayMs(object, injection, time)
  const outdated = againMs === undefined ? podsToReplace(sidecar, object, { surroundings, since: injection.since }) : []
  const pods = podsOf(sidecar, object, surroundings)
  return { sidecar, pods, outdated, againMs, injection, problem: injectionProblem(sidecar, object, pods) }
}

/** Creation times of pods have whole seconds. */
const secondMs = 1_000

/**
 * How long no pod is replaced after a change: until its time is stored, and a pod that replaces another one has a later creation time. Else
 * a process that restarts, or the same one within a second, would replace the new pod too.
 */
function delayMs(
  { status }: SidecarObject,
  { digest, since }: SidecarPods['injection'],
  now: Date,
): number | undefined {
  if (status?.injection === undefined) return undefined
  const isStored = status.injection.digest === digest
  const leftMs = isStored ? Date.parse(since) + secondMs - now.getTime() : secondMs
  return leftMs > 0 ? leftMs : undefined
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

/** The reason of a condition that reports `SidecarPods.problem`. */
export const cannotInject = 'CannotInject'

/** Emits an event about a problem that the conditions of the object do not report yet. */
export function reportInjectionProblem(
  { problem }: Pick<SidecarPods, 'problem'>,
  conditions: readonly Pick<Condition, 'reason' | 'message'>[] | undefined,
  { events }: Pick<PodContext, 'events'>,
): void {
  const isKnown = conditions?.some(({ reason, message }) => reason === cannotInject && message === problem) === true
  if (problem !== undefined && !isKnown) events.warning(cannotInject, problem)
}

/** The part of a controller that watches pods: `defineController({ ...sidecarWatching(sidecar), … })`. */
export interface SidecarWatching {
  readonly indexes: readonly ReturnType<typeof index>[]
  readonly watches: readonly Watch[]
  readonly uses: readonly Use[]
}

/** The watches, indexes and permissions that a controller needs to reconcile on changes of pods, and to replace them. */
export function sidecarWatching<Item extends SidecarObject>(sidecar: Sidecar<Item>): SidecarWatching {
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
