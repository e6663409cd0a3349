/** Pods by their controller: lookup, claims, and triggers of the workloads concerned. */
import { changed, type Context, index, watch, type Watch } from '@kubewright/controller'
import { controllerOf, type KubeObject, type LabelSelector } from '@kubewright/core'
import { compileLabelSelector } from '@kubewright/core/selectors'
import { Pod } from '@kubewright/kubernetes'
import type { Resource } from '@kubewright/resource'
import { claim } from './claim.ts'

/** The index key of objects without a controller. */
export const nobody = ''

export const podsByController = index(Pod, 'simulation-by-controller', (pod) => controllerOf(pod)?.uid ?? nobody)

/** The fields of an object that determine its controller. */
export const ownership = changed(({ metadata }: KubeObject) => [
  metadata.labels,
  metadata.ownerReferences,
  metadata.deletionTimestamp,
])

/** A pod without a controller may match any workload of its namespace. */
export function onFreePods(workload: Resource): Watch {
  return watch(Pod, {
    when: ownership,
    requests: (pod, { all }) => (controllerOf(pod) === undefined ? all(workload, pod.metadata) : []),
  })
}

/** The namespace of an object, as a scope for reads. */
export function near({ metadata: { namespace } }: KubeObject): { readonly namespace?: string } {
  return namespace === undefined ? {} : { namespace }
}

export interface Selecting extends KubeObject {
  readonly spec: { readonly selector?: LabelSelector | undefined }
}

/** Such a workload would adopt every pod; only old servers accept it. */
export function selectsEverything({ spec: { selector = {} } }: Selecting): boolean {
  return Object.keys(selector.matchLabels ?? {}).length === 0 && (selector.matchExpressions ?? []).length === 0
}

/** Adopts matching pods without a controller, and releases pods that do not match any more. */
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

/** The pods of a workload, including those just written. */
export function heldPods({ metadata, spec }: Selecting, { cache }: Pick<Context, 'cache'>): readonly Pod[] {
  const isMeant = compileLabelSelector(spec.selector ?? {})
  return cache.find(podsByController, metadata.uid).filter((pod) => isMeant(pod.metadata.labels))
}
