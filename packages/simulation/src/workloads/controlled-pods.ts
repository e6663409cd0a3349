/** Pods by whoever controls them: finding them, claiming them, and what wakes the workloads that have or want them. */
import { changed, type Context, index, watch, type Watch } from '@kubewright/controller'
import { compileLabelSelector, controllerOf, type KubeObject, type LabelSelector } from '@kubewright/core'
import { Pod } from '@kubewright/kubernetes'
import type { Resource } from '@kubewright/resource'
import { claim } from './claim.ts'

/** Under which objects without a controller are found. */
export const nobody = ''

export const podsByController = index(Pod, 'simulation-by-controller', (pod) => controllerOf(pod)?.uid ?? nobody)

/** What of an object decides whom it belongs to. */
export const ownership = changed(({ metadata }: KubeObject) => [
  metadata.labels,
  metadata.ownerReferences,
  metadata.deletionTimestamp,
])

/** A pod without a controller may be wanted by any workload of its namespace. */
export function onFreePods(workload: Resource): Watch {
  return watch(Pod, {
    when: ownership,
    requests: (pod, { all }) => (controllerOf(pod) === undefined ? all(workload, pod.metadata) : []),
  })
}

/** Where an object is, as a scope to read in. */
export function near({ metadata: { namespace } }: KubeObject): { readonly namespace?: string } {
  return namespace === undefined ? {} : { namespace }
}

export interface Selecting extends KubeObject {
  readonly spec: { readonly selector?: LabelSelector | undefined }
}

/** Such a workload would take every pod there is; servers refuse it, but for old ones. */
export function selectsEverything({ spec: { selector = {} } }: Selecting): boolean {
  return Object.keys(selector.matchLabels ?? {}).length === 0 && (selector.matchExpressions ?? []).length === 0
}

/** Takes free pods that the workload means, and lets go of those it does not mean any more. */
export async function claimPods(
  owner: Selecting,
  ownerKind: Resource,
  { client, signal, cache }: Context,
  isPossible: (pod: Pod) => boolean = () => true,
): Promise<void> {
  const free = cache.find(podsByController, nobody, near(owner)).filter(isPossible)
  const candidates = [...cache.find(podsByController, owner.metadata.uid), ...free]
  const isMeant = compileLabelSelector(owner.spec.selector ?? {})
  await claim({ client, signal, owner, ownerKind, kind: Pod }, isMeant, candidates)
}

/** The pods of a workload, with whatever was written a moment ago. */
export function heldPods({ metadata, spec }: Selecting, { cache }: Pick<Context, 'cache'>): readonly Pod[] {
  const isMeant = compileLabelSelector(spec.selector ?? {})
  return cache.find(podsByController, metadata.uid).filter((pod) => isMeant(pod.metadata.labels))
}
