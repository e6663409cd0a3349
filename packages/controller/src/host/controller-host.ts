/** The dependencies of a running controller. A manager supplies them. */
import type { Cache } from '@kubewright/cache'
import type { Client } from '@kubewright/client'
import type { Clock, Logger } from '@kubewright/core'
import type { Ids, Random } from '@kubewright/core/random'
import type { TimeSlice } from '@kubewright/core/time'
import type { Cluster, ClusterSet } from '../cluster.ts'
import type { ControllerObserver } from './controller-observer.ts'
import type { Partition } from './partition.ts'
import type { Tracing } from './tracing.ts'

/** The dependencies of a running controller, supplied by its manager. */
export interface ControllerHost {
  /** A client whose writes are recorded in the cache: see `readYourWrites` of `@kubewright/cache`. */
  readonly client: Client
  readonly cache: Cache
  /** The cluster of this client and cache. @default home */
  readonly cluster?: Cluster
  /** Every cluster of the program. @default home alone */
  readonly clusters?: ClusterSet
  readonly clock: Clock
  readonly random: Random
  readonly ids: Ids
  readonly log: Logger
  /** The reporter of events: the name of the program and of this instance. */
  readonly reporter: { readonly controller: string; readonly instance: string }
  readonly observer?: ControllerObserver
  readonly tracing?: Tracing
  /** Restricts and guards the controller's work when several processes share it. */
  readonly partition?: Partition
  /** Limits how long reconciles run without yielding: shared by all on one event loop. @default one of its own */
  readonly slice?: TimeSlice
  /** Shared with other controllers: each uses at most its `concurrency` of them. @default as many as that, of its own */
  readonly workers?: SharedWorkers
}

/** Workers shared by several controllers, fewer than the sum of their concurrency. */
export interface SharedWorkers {
  /** Resolves once one is free for the controller; disposing gives it back. Rejects with the signal's reason if aborted. */
  borrow(controller: string, signal: AbortSignal): Promise<Disposable>
}
