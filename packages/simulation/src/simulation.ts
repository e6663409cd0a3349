/** The options and the interface of a simulation. */
import type { Client } from '@kubewright/client'
import type { ReconcileRecord } from '@kubewright/controller/host'
import type { Clock, Logger, Ref } from '@kubewright/core'
import type { Ids, Random } from '@kubewright/core/random'
import type { NodeControl } from './nodes/node-control.ts'
import type { NodeOptions } from './nodes/node-options.ts'
import type { PartName } from './part-name.ts'
import type { PodOptions } from './pods/behaviour.ts'
import type { PodControl } from './pods/pod-control.ts'
import type { Images, ProcessOptions } from './processes/image-command.ts'
import type { PodLogs } from '@kubewright/core/containers'
import type { PodStreams } from '@kubewright/core/containers'

/** Options of `startSimulation`. */
export interface SimulationOptions {
  /** Needs all permissions, like the controllers of a cluster. The caller owns it: it stays open when the simulation ends. */
  readonly client: Client
  /** @default systemClock */
  readonly clock?: Clock
  /** @default systemRandom */
  readonly random?: Random
  /** @default systemIds */
  readonly ids?: Ids
  /** @default silentLogger */
  readonly log?: Logger
  /** The simulated parts. @default everything */
  readonly parts?: readonly PartName[]
  /**
   * The CA certificates by which pods trust the API server, as PEM: every namespace gets them.
   *
   * @default those the server says it trusts itself
   */
  readonly rootCertificates?: string
  /**
   * The URL of the API server for processes that run as containers: `https://127.0.0.1:6443`. Pods get their in-cluster configuration from
   * it; `false` if they cannot reach it.
   *
   * @default the endpoints of the service `kubernetes`
   */
  readonly apiServer?: string | false
  readonly nodes?: NodeOptions
  readonly pods?: PodOptions
  /** Images whose containers run as real processes, under real time. @default none: containers only seem to run */
  readonly images?: Images
  /** The limits of these processes. */
  readonly processes?: ProcessOptions
  /** Aborts the start. */
  readonly signal?: AbortSignal
  /** Freezes every object it reads, so that a mutation fails in a test. @default false */
  readonly freezes?: boolean
}

/** A running simulation, until it is disposed. */
export interface Simulation extends AsyncDisposable {
  readonly parts: readonly PartName[]
  /** Work in flight or due now, as text; empty when idle. */
  readonly activity: readonly string[]
  /** Controls nodes. */
  readonly nodes: NodeControl
  /** Controls pods. */
  readonly pods: PodControl
  /** The logs of containers that run as processes. */
  readonly logs: PodLogs
  /** Runs commands in containers that run as processes, and connects to their ports. */
  readonly streams: PodStreams
  /** The last reconciles, newest first: of one object, or of all. */
  history(object?: Ref): readonly ReconcileRecord[]
}
