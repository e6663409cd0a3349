/** One part of the simulated cluster: controllers, or a loop of its own. See decision 0130. */
import type { Controller } from '@kubewright/controller'
import type { ControllerHost } from '@kubewright/controller/host'
import type { PartName } from './part-name.ts'
import type { PodLogs } from '@kubewright/core/containers'
import type { PodStreams } from '@kubewright/core/containers'

export interface Part {
  readonly name: PartName
  /** The reporting component of its events, as `kubectl describe` shows it. @default 'kubewright-simulation' */
  readonly reporter?: string
  readonly controllers?: readonly Controller[]
  /** Prepares objects that everything else needs, before anything starts. */
  prepare?(host: ControllerHost, signal: AbortSignal): Promise<void>
  /** Runs until the signal is aborted, in addition to the controllers. The writes of its host are visible to every read of the cache. */
  run?(host: ControllerHost, signal: AbortSignal): Promise<void>
  /** Undoes `prepare`, after everything has stopped. */
  end?(): Promise<void>
  /** The logs of containers, for the part that runs them. */
  readonly logs?: PodLogs
  /** Exec, attach and port-forward, for the part that runs containers. */
  readonly streams?: PodStreams
  /** Work in flight, as text; empty when idle. */
  readonly activity?: () => readonly string[]
}
