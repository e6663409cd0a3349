/** A kind whose objects inject a container into pods: the part shared by its admission and its controller. */
import type { Container, Pod, Volume } from '@kubewright/kubernetes/core/v1'
import type { Resource } from '@kubewright/resource'
import type { SidecarSpec, SidecarStatus } from './sidecar-fields.ts'

/** The part of a pod that determines its additions. */
export type PodParts = Pick<Pod, 'spec'> & { readonly metadata: PodLabels }

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
export interface Sidecar<Object extends SidecarObject> {
  readonly for: Resource
  /** On a pod: the name of the object, in the pod's namespace, that provides its container. */
  readonly label: string
  /** The name of the container. */
  readonly container: string
  /** The additions to a pod, or `undefined` if there are none. Pure. */
  readonly additions: (pod: PodParts, object: Object) => PodAdditions | undefined
  /** The fields of the object that shape the container: pods are replaced when they change. */
  readonly shapedBy: (object: Object) => unknown
}

/** The names of a sidecar, independent of its objects. */
export type SidecarNames = Pick<Sidecar<never>, 'label' | 'container'>

/** Whether a pod has the container. */
export function hasSidecar({ container }: Pick<SidecarNames, 'container'>, { spec }: Pick<Pod, 'spec'>): boolean {
  return spec.containers.some(({ name }) => name === container)
}
