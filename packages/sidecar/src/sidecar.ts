/** A kind whose objects inject a container into pods: the part shared by its admission and its controller. See decision 0376. */
import type { Container, Pod, Volume } from '@kubewright/kubernetes/core/v1'
import type { Resource } from '@kubewright/resource'
import type { SidecarSpec, SidecarStatus } from './sidecar-fields.ts'

/** The part of a pod that determines its additions. */
export type PodParts = Pick<Pod, 'spec'> & { readonly metadata: PodLabels }

/** The labels and annotations of a pod. */
interface PodLabels {
  readonly labels?: Readonly<Record<string, string>> | undefined
  readonly annotations?: Readonly<Record<string, string>> | undefined
}

/** The additions to a pod. */
export interface PodAdditions {
  readonly container: Container
  readonly volumes?: readonly Volume[]
}

/** An object that adds a container to pods: its schema has the fields of `sidecarSpec` and `sidecarStatus`. */
export interface SidecarObject {
  readonly metadata: {
    readonly name: string
    readonly namespace?: string | undefined
    readonly creationTimestamp: string
  }
  readonly spec: SidecarSpec
  readonly status?: SidecarStatus | undefined
}

/** Declares the container that the objects of a kind inject, and the selected pods. */
export interface Sidecar<Item extends SidecarObject> {
  readonly for: Resource
  /** On a pod: the name of the object, in the pod's namespace, that provides its container. */
  readonly label: string
  /** The name of the container. */
  readonly container: string
  /** The additions to a pod, or `undefined` if there are none. Pure. */
  readonly additions: (pod: PodParts, object: Item) => PodAdditions | undefined
  /**
   * Everything that shapes the container, its image included: pods are replaced when it changes. Admission and controller must be given
   * the same.
   */
  readonly shapedBy: (object: Item) => unknown
}

/** The names of a sidecar, independent of its objects. */
export type SidecarNames = Pick<Sidecar<never>, 'label' | 'container'>

/** Whether a pod has the container: beside its own ones, or as a native sidecar. */
export function hasSidecar({ container }: Pick<SidecarNames, 'container'>, { spec }: Pick<Pod, 'spec'>): boolean {
  const { containers, initContainers = [] } = spec
  const native = initContainers.filter(({ restartPolicy }) => restartPolicy === 'Always')
  return [...containers, ...native].some(({ name }) => name === container)
}

/** Whether a pod ends when its own containers do, as those of Jobs do. */
export function runsToCompletion({ restartPolicy = 'Always' }: Pick<Pod['spec'], 'restartPolicy'>): boolean {
  return restartPolicy !== 'Always'
}

/** Whether the container of a pod is ready. */
export function isSidecarReady(
  { container }: Pick<SidecarNames, 'container'>,
  { status }: Pick<Pod, 'status'>,
): boolean {
  const statuses = [...(status?.containerStatuses ?? []), ...(status?.initContainerStatuses ?? [])]
  return statuses.some(({ name, ready }) => name === container && ready)
}
