/** A container runtime: simulated, or with real processes. */
import type { Container, Pod } from '@kubewright/kubernetes/core/v1'
import type { ContainerObservation } from './container-observation.ts'
import type { PodEvent } from './container-step.ts'

export interface PodRuntime {
  /** The observed state of a container. */
  look(pod: Pod, container: Container): ContainerObservation
  /** Begins to start a container; its progress is visible with `look`. */
  start(pod: Pod, container: Container, podIp: string): void
  /** Requests a container to stop until `stopBy`. Returns whether this is the first request. */
  stop(pod: Pod, container: Container, stopBy: number): boolean
  /** The events of a pod since the last call. */
  takeEvents?(uid: string): readonly PodEvent[]
  /** Releases everything of a pod that is gone. */
  forget(uid: string): void
}
