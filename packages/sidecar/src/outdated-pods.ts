/** Which pods have to be replaced so that they have the container that their object asks for. Pure. */
import { controllerOf } from '@kubewright/core'
import type { Pod } from '@kubewright/kubernetes/core/v1'
import { injectionDigest, injectionMark, markOn, objectOf } from './selection.ts'
import type { Sidecar, SidecarObject } from './sidecar.ts'
import type { SidecarStatus } from './sidecar-fields.ts'

/** What is known of the namespace of an object. */
export interface Surroundings<Object extends SidecarObject> {
  readonly pods: readonly Pod[]
  /** All objects of the kind. */
  readonly objects: readonly Object[]
}

/** The pods that get their container from `object`, by name. */
export function podsOf<Object extends SidecarObject>(
  sidecar: Sidecar<Object>,
  object: Object,
  { pods, objects }: Surroundings<Object>,
): readonly Pod[] {
  const { name } = object.metadata
  return pods.filter((pod) => objectOf(sidecar, pod, objects)?.metadata.name === name).toSorted(byName)
}

/** Since when pods have been created with what the object asks for now. */
export function injectionOf<Object extends SidecarObject>(
  sidecar: Sidecar<Object>,
  object: Object,
  now: Date,
): NonNullable<SidecarStatus['injection']> {
  const { status, metadata } = object
  const digest = injectionDigest(sidecar, object)
  if (status?.injection?.digest === digest) return status.injection
  const since = status?.injection === undefined ? metadata.creationTimestamp : now.toISOString()
  return { digest, since }
}

/**
 * The pods to delete now; their workload makes them again.
 *
 * Guarantees: only pods that were there before the object asked for what it asks for now, so that each is replaced at most once;
 * none that no controller would make again; of each workload one at a time, and none that is ready while another one is not.
 */
export function podsToReplace<Object extends SidecarObject>(
  sidecar: Sidecar<Object>,
  object: Object,
  { surroundings, since }: { readonly surroundings: Surroundings<Object>; readonly since: string },
): readonly Pod[] {
  const concerned = surroundings.pods.filter((pod) =>
    isConcerned(sidecar, object, { pod, objects: surroundings.objects }),
  )
  const isOutdated = (pod: Pod) =>
    Date.parse(pod.metadata.creationTimestamp) <= Date.parse(since) &&
    markOn(sidecar, pod) !== wantedMark(sidecar, object, { pod, objects: surroundings.objects })
  return [...byController(concerned).values()].flatMap((pods) => nextOf(pods, isOutdated))
}

interface Question<Object extends SidecarObject> {
  readonly pod: Pod
  readonly objects: readonly Object[]
}

/** Pods that shall have the container of `object`, or have it still. */
function isConcerned<Object extends SidecarObject>(
  sidecar: Sidecar<Object>,
  object: Object,
  { pod, objects }: Question<Object>,
): boolean {
  const { name } = object.metadata
  if (objectOf(sidecar, pod, objects)?.metadata.name === name) return sidecar.additions(pod, object) !== undefined
  return markOn(sidecar, pod)?.startsWith(`${name}.`) === true
}

function wantedMark<Object extends SidecarObject>(
  sidecar: Sidecar<Object>,
  object: Object,
  { pod, objects }: Question<Object>,
): string | undefined {
  const isOurs = objectOf(sidecar, pod, objects)?.metadata.name === object.metadata.name
  return isOurs ? injectionMark(sidecar, object) : undefined
}

function byController(pods: readonly Pod[]): ReadonlyMap<string, readonly Pod[]> {
  const groups = new Map<string, Pod[]>()
  for (const pod of pods) {
    const uid = controllerOf(pod)?.uid
    if (uid === undefined) continue
    groups.set(uid, [...(groups.get(uid) ?? []), pod])
  }
  return groups
}

function nextOf(pods: readonly Pod[], isOutdated: (pod: Pod) => boolean): readonly Pod[] {
  const outdated = pods.filter((pod) => isOutdated(pod) && !isEnding(pod)).toSorted(byName)
  const unready = outdated.filter((pod) => !isReady(pod))
  if (unready.length > 0) return unready.slice(0, 1)
  return pods.every((pod) => isReady(pod) && !isEnding(pod)) ? outdated.slice(0, 1) : []
}

const isEnding = ({ metadata }: Pod) => metadata.deletionTimestamp !== undefined

function isReady({ status }: Pod): boolean {
  return status?.conditions?.some((condition) => condition.type === 'Ready' && condition.status === 'True') === true
}

const byName = (one: Pod, two: Pod) => (one.metadata.name < two.metadata.name ? -1 : 1)
