/** What a running simulation is made from, and what it offers. */
import type { Client } from '@kubewright/client'
import type { ReconcileRecord } from '@kubewright/controller'
import type { Clock, Ids, Logger, Random, Ref } from '@kubewright/core'
import type { NodeControl } from './nodes/node-control.ts'
import type { NodeOptions } from './nodes/node-options.ts'
import type { PartName } from './part-name.ts'
import type { PodOptions } from './pods/behaviour.ts'
import type { PodControl } from './pods/pod-control.ts'
import type { Images, ProcessOptions } from './processes/image-command.ts'
import type { PodLogs } from './processes/pod-logs.ts'
import type { PodStreams } from './processes/pod-streams.ts'

export interface SimulationOptions {
  /** May do everything, as the controllers of a cluster may. It is yours: it stays open when the simulation ends. */
  readonly client: Client
  /** @default systemClock */
  readonly clock?: Clock
  /** @default systemRandom */
  readonly random?: Random
  /** @default systemIds */
  readonly ids?: Ids
  /** @default silentLogger */
  readonly log?: Logger
  /** What is simulated. @default everything */
  readonly parts?: readonly PartName[]
  /**
   * The certificates that pods trust the API server by, as PEM: every namespace gets them.
   *
   * @default those the server says it trusts itself
   */
  readonly rootCertificates?: string
  /**
   * Where processes that stand for containers reach the API server: `https://127.0.0.1:6443`. Pods get their in-cluster
   * configuration from it; `false` if they cannot reach it.
   *
   * @default what the endpoints of the service `kubernetes` say
   */
  readonly apiServer?: string | false
  readonly nodes?: NodeOptions
  readonly pods?: PodOptions
  /** Images whose containers run as real processes, under real time. @default none: containers only seem to run */
  readonly images?: Images
  /** Within which limits they do. */
  readonly processes?: ProcessOptions
  /** Ends the start, if it takes too long. */
  readonly signal?: AbortSignal
  /** Freezes every object it reads, so that a test finds whoever changes one. @default false */
  readonly freezes?: boolean
}

/** A cluster's inner life, until it is disposed. */
export interface Simulation extends AsyncDisposable {
  readonly parts: readonly PartName[]
  /** What is under way or due now, as lines for people; empty when at rest. */
  readonly activity: readonly string[]
  /** What happens to nodes, when you want it to. */
  readonly nodes: NodeControl
  /** What happens to pods, when you want it to. */
  readonly pods: PodControl
  /** What containers wrote that run as processes. */
  readonly logs: PodLogs
  /** Runs commands in containers that run as processes, and connects to their ports. */
  readonly streams: PodStreams
  /** The last reconciles, newest first: of one object, or of all. */
  history(object?: Ref): readonly ReconcileRecord[]
}
