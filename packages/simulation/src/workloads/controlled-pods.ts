/** Pods by whoever controls them, and what wakes the workloads that have or want them. */
import { changed, index, watch, type Watch } from '@kubewright/controller'
import { controllerOf, type KubeObject } from '@kubewright/core'
import { Pod } from '@kubewright/kubernetes'
import type { Resource } from '@kubewright/resource'

/** Under which pods without a controller are found. */
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
