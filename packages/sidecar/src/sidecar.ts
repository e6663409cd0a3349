/** A kind whose objects add a container to pods: all that the admission and the controller of the kind share. */
import type { Container, Pod, Volume } from '@kubewright/kubernetes/core/v1'
import type { Resource } from '@kubewright/resource'
import type { SidecarSpec, SidecarStatus } from './sidecar-fields.ts'

/** The part of a pod that decides what is added to it. */
export type PodParts = Pick<Pod, 'spec'> & { readonly metadata: PodLabels }

interface PodLabels {
  readonly labels?: Readonly<Record<string, string>> | undefined
  readonly annotations?: Readonly<Record<string, string>> | undefined
}

/** What a pod gets. */
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

/** Declares which container the objects of a kind add, and to which pods. */
export interface Sidecar<Object extends SidecarObject> {
  readonly for: Resource
  /** On a pod: the name of the object, in the pod's namespace, whose container it gets. */
  readonly label: string
  /** The name of the container. */
  readonly container: string
  /** What the pod gets, or `undefined` if the object has nothing to do there. Pure. */
  readonly additions: (pod: PodParts, object: Object) => PodAdditions | undefined
  /** The fields of the object that decide about the container: pods are replaced when they change. */
  readonly shapedBy: (object: Object) => unknown
}

/** The names of a sidecar, which are the same for all objects. */
export type SidecarNames = Pick<Sidecar<never>, 'label' | 'container'>

/** Whether the container is among those of a pod. */
export function hasSidecar({ container }: Pick<SidecarNames, 'container'>, { spec }: Pick<Pod, 'spec'>): boolean {
  return spec.containers.some(({ name }) => name === container)
}
