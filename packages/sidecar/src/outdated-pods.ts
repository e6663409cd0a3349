/** Selects the pods to replace so that they get the container of their object. Pure. */
import { controllerOf } from '@kubewright/core'
import type { Pod } from '@kubewright/kubernetes/core/v1'
import { additionProblem } from './addition-problem.ts'
import { injectionDigest, injectionMark, markOn, nameOn, objectFinder } from './selection.ts'
import { type PodAdditions, runsToCompletion, type Sidecar, type SidecarNames, type SidecarObject } from './sidecar.ts'
import type { SidecarStatus } from './sidecar-fields.ts'

/** The known state of an object's namespace. */
export interface Surroundings<Item extends SidecarObject> {
  readonly pods: readonly Pod[]
  /** All objects of the kind. */
  readonly objects: readonly Item[]
}

/** The pods that get their container from `object`, sorted by name. Pods that have ended do not count. */
export function podsOf<Item extends SidecarObject>(
  sidecar: Sidecar<Item>,
  object: Item,
  { pods, objects }: Surroundings<Item>,
): readonly Pod[] {
  const { name } = object.metadata
  const find = objectFinder(sidecar, objects)
  return pods.filter((pod) => !hasEnded(pod) && find(pod)?.metadata.name === name).toSorted(byName)
}

/** Since when pods have been created with the object's current settings. */
export function injectionOf<Item extends SidecarObject>(
  sidecar: Sidecar<Item>,
  object: Item,
  now: Date,
): NonNullable<SidecarStatus['injection']> {
  const { status, metadata } = object
  const digest = injectionDigest(sidecar, object)
  if (status?.injection?.digest === digest) return status.injection
  const since = status?.injection === undefined ? metadata.creationTimestamp : now.toISOString()
  return { digest, since }
}

/**
 * The pods to delete now; their workload recreates them.
 *
 * Guarantees: only pods older than the object's current settings, so that each is replaced at most once; none without a controller that
 * would recreate it, and none of a Job, which would count it as failed; none that could not get the container; one at a time per workload,
 * and none that is ready while another one is not.
 */
export function podsToReplace<Item extends SidecarObject>(
  sidecar: Sidecar<Item>,
  object: Item,
  { surroundings, since }: { readonly surroundings: Surroundings<Item>; readonly since: string },
): readonly Pod[] {
  const ours = new Set(podsOf(sidecar, object, surroundings))
  const concerned = surroundings.pods.filter((pod) => isConcerned(sidecar, object, { pod, isOurs: ours.has(pod) }))
  const wantedMark = injectionMark(sidecar, object)
  const isOutdated = (pod: Pod) =>
    Date.parse(pod.metadata.creationTimestamp) <= Date.parse(since) &&
    markOn(sidecar, pod) !== (ours.has(pod) ? wantedMark : undefined)
  return [...byController(concerned).values()].flatMap((pods) => nextOf(pods, isOutdated))
}

interface Question {
  readonly pod: Pod
  /** Whether the pod gets its container from the object. */
  readonly isOurs: boolean
}

/** Pods that should have the container of `object`, or still have it. */
function isConcerned<Item extends SidecarObject>(
  sidecar: Sidecar<Item>,
  object: Item,
  { pod, isOurs }: Question,
): boolean {
  if (hasEnded(pod) || runsToCompletion(pod.spec)) return false
  if (!isOurs) return nameOn(sidecar, pod) === object.metadata.name
  const { additions, problem } = judgeAdditions(sidecar, object, pod)
  return additions !== undefined && problem === undefined
}

/** Why one of the pods cannot get the container, or `undefined`. */
export function injectionProblem<Item extends SidecarObject>(
  sidecar: Sidecar<Item>,
  object: Item,
  pods: readonly Pod[],
): string | undefined {
  for (const pod of pods) {
    const { problem } = judgeAdditions(sidecar, object, pod)
    if (problem !== undefined)
      return `pod ${pod.metadata.name} cannot have the container ${sidecar.container}: ${problem}`
  }
  return undefined
}

function judgeAdditions<Item extends SidecarObject>(sidecar: Sidecar<Item>, object: Item, pod: Pod) {
  const additions = sidecar.additions(pod, object)
  if (additions === undefined) return {}
  return { additions, problem: additionProblem(specBefore(sidecar, pod, additions), additions) }
}

/** The spec of a pod before the injection. */
function specBefore({ container }: SidecarNames, pod: Pod, { volumes: added = [] }: PodAdditions): Pod['spec'] {
  const { spec } = pod
  if (markOn({ container }, pod) === undefined) return spec
  const { containers, initContainers = [], volumes = [] } = spec
  const isOther = ({ name }: { readonly name: string }) => name !== container
  return {
    ...spec,
    containers: containers.filter(isOther),
    initContainers: initContainers.filter(isOther),
    volumes: volumes.filter(({ name }) => added.every((volume) => volume.name !== name)),
  }
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

const hasEnded = ({ status }: Pod) => status?.phase === 'Succeeded' || status?.phase === 'Failed'
const isEnding = ({ metadata }: Pod) => metadata.deletionTimestamp !== undefined

function isReady({ status }: Pod): boolean {
  return status?.conditions?.some((condition) => condition.type === 'Ready' && condition.status === 'True') === true
}

const byName = (one: Pod, two: Pod) => (one.metadata.name < two.metadata.name ? -1 : 1)
