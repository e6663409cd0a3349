/** One of the things a cluster does beside its API: a few controllers, or something that simply runs. */
import type { Controller, ControllerHost } from '@kubewright/controller'
import type { PartName } from './part-name.ts'
import type { PodLogs } from './processes/pod-logs.ts'
import type { PodStreams } from './processes/pod-streams.ts'

export interface Part {
  readonly name: PartName
  /** Who its events come from, as `kubectl describe` shows it. @default 'kubewright-simulation' */
  readonly reporter?: string
  readonly controllers?: readonly Controller[]
  /** What has to be there before anything else begins. */
  prepare?(host: ControllerHost, signal: AbortSignal): Promise<void>
  /** What is no controller: runs until the signal is aborted. Its host's writes are seen by every read of the cache. */
  run?(host: ControllerHost, signal: AbortSignal): Promise<void>
  /** Undoes `prepare`, once nothing runs any more. */
  end?(): Promise<void>
  /** What containers wrote, of whoever runs them. */
  readonly logs?: PodLogs
  /** What goes on in containers, of whoever runs them. */
  readonly streams?: PodStreams
  /** What is under way, as lines for people; empty when at rest. */
  readonly activity?: () => readonly string[]
}
