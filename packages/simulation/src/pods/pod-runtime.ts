/** Who runs the containers of pods: a simulation of it, or real processes. */
import type { Container, Pod } from '@kubewright/kubernetes/core/v1'
import type { PodEvent } from './container-step.ts'
import type { Sighting } from './sighting.ts'

export interface PodRuntime {
  /** What is seen of a container now. */
  look(pod: Pod, container: Container): Sighting
  /** Begins to start a container; what comes of it is to be seen. */
  start(pod: Pod, container: Container, podIp: string): void
  /** Asks a container to stop until `stopBy`. Returns whether it was not asked before. */
  stop(pod: Pod, container: Container, stopBy: number): boolean
  /** What has happened to a pod since it was asked last. */
  takeEvents?(uid: string): readonly PodEvent[]
  /** The pod is gone: nothing of it may be left. */
  forget(uid: string): void
}
