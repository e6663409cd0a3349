/** Which processes may act: all of them, one leader, or the owner of a shard. A manager uses all three through one interface. */
import type { Client } from '@kubewright/client'
import type { Clock, KubeObject, Logger, Ref } from '@kubewright/core'
import type { Ids, Random } from '@kubewright/core/random'
import type { MetricSource } from '@kubewright/core/metrics'
import type { CustomResourceDefinition, Resource } from '@kubewright/resource'
import type { CrdOptions } from '@kubewright/resource/crd'

/** The dependencies of a coordinator, supplied by its manager. */
export interface CoordinationHost {
  /** For leases only, so that other traffic cannot delay their renewal. */
  readonly client: Client
  /** For all other requests. @default client */
  readonly bulkClient?: Client
  readonly clock: Clock
  readonly random: Random
  readonly ids: Ids
  readonly log: Logger
  /** Identifies this process: the host name and a random number from its start. */
  readonly identity: string
  /** The work of the process. Called when needed, because work may be added. @default nothing that is known */
  readonly work?: () => readonly Work[]
}

/** The kind a controller reconciles, and the kinds it owns. */
export interface Work {
  readonly for: Resource
  /** The objects of the kind; all by default. */
  readonly scope?: PartitionScope
  readonly owns: readonly Resource[]
  /** Whether it reconciles groups of objects rather than single ones. @default false */
  readonly isGrouped?: boolean
}

/** An RBAC rule that the process needs in addition to those of its controllers. */
export interface CoordinationRule {
  readonly group: string
  readonly resource: string
  readonly verbs: readonly string[]
  readonly namespace?: string
  readonly because: readonly string[]
}

/** Facts about the program on which the permissions of a coordination depend. */
export interface RulesContext {
  /** Whether there are clusters other than home, which the processes divide. @default false */
  readonly clusters?: boolean
}

/** The part of `defineResource`'s result that is needed to install it. */
export interface InstallableKind {
  readonly group: string
  readonly kind: string
  readonly plural: string
  readonly versions: readonly string[]
  crd(options?: CrdOptions): CustomResourceDefinition
  crdYaml(options?: CrdOptions): string
}

/** A way to decide which processes may act, such as leader election or sharding, for a manager to run. */
export interface Coordination {
  /** For display: `alone`, `leader`, `shard`. */
  readonly mode: string
  /** The lease it needs, for metrics and permissions, if any. */
  readonly lease?: Ref
  /** Kinds that it uses if they are installed. They are optional. @default none */
  readonly resources?: readonly InstallableKind[]
  /** Further permissions that it needs. @default nothing */
  rules?(work: readonly Work[], has?: RulesContext): readonly CoordinationRule[]
  /** No side effects until the coordinator runs. */
  coordinate(host: CoordinationHost): Coordinator
}

/** The coordination of one process: lets it act only while it holds the right to. */
export interface Coordinator {
  /**
   * Runs until `signal` is aborted. Calls `act` whenever this process may act, with a signal that is aborted as soon as it no
   * longer may. The right to act is released only after `act` has settled, or when it has expired. If `act` rejects, some
   * work may still be in flight: the right is then left to expire instead of being released.
   *
   * Failure: rejects with `KW_LEASE_LOST` when the right was lost, unless it is configured to campaign again.
   */
  run(signal: AbortSignal, act: (mayAct: AbortSignal) => Promise<void>): Promise<void>
  /** The current state of this process, for health, metrics and display. */
  readonly standing: Standing
  /** The part of the work that belongs to this process, if several act at once. @default all of it */
  readonly partition?: Partition
  /** The other clusters that this process works on, if several act at once. @default all of them */
  readonly clusters?: ClusterDivision
  /** The metrics of the coordinator. @default none */
  readonly metrics?: MetricSource
  /** A readiness check: the reason it cannot do its part, or a note for the user. @default all is well */
  readonly check?: () => string | { readonly note: string } | undefined
}

/** The objects that belong to this process, if several processes share the work. */
export interface Partition {
  /** The part of a kind to watch; `undefined` for all of it. Called once, when a controller starts to watch it. */
  scopeOf(resource: Resource): PartitionScope | undefined
  /**
   * Called in place of every reconcile of `object`. Calls `reconcile` if the object belongs to this process, and returns its
   * result; returns `undefined` if the object does not, or no longer, belong to this process. `until` is aborted when the
   * reconcile should end because another process is to take over the object.
   */
  guard<Result>(object: KubeObject, reconcile: (until?: AbortSignal) => Promise<Result>): Promise<Result | undefined>
  /** Labels for every child that a reconcile creates, so that the same process watches it. @default none */
  readonly childLabels?: Readonly<Record<string, string>>
  /**
   * Grows each time another process takes over `object`: an external system that has seen a larger token rejects smaller
   * ones. Compared as text.
   */
  fencingToken?(object: KubeObject): string | undefined
}

/** Divides the clusters other than home between processes: each cluster is worked on by one process at a time. */
export interface ClusterDivision {
  /** This process's share of one cluster. No side effects until it runs. */
  shareOf(cluster: DividedCluster): ClusterShare
}

/** A cluster other than home that one of several processes works on at a time. */
export interface DividedCluster {
  /** For display. */
  readonly name: string
  /** The same in every process, whatever the cluster's local name is. */
  readonly identity: string
  /** Whether this process reaches the cluster and has work there: if not, it leaves the cluster to other processes. */
  readonly isReachable: () => boolean
}

/**
 * The right to work on one cluster.
 *
 * Guarantees: no two processes have it at once, and no write of one process arrives after another has got it.
 */
export interface ClusterShare {
  /** Whether this process may write right now, and otherwise which process may. */
  readonly standing: Standing
  /** Sends a write. All writes to the cluster must go through this: the right is kept until every write is answered. */
  send<Answer>(write: () => Promise<Answer>): Promise<Answer>
  /**
   * Competes for the cluster until `stop` or `kill` is aborted, and calls `act` whenever this process has the right. When the
   * first signal is aborted, `act` finishes its current work; when the second is, it aborts that work. The right is released
   * after `act` has settled. If `act` rejects, the right is left to expire. Never rejects.
   */
  run(stop: AbortSignal, kill: AbortSignal, act: (stop: AbortSignal, kill: AbortSignal) => Promise<void>): Promise<void>
  /** The cluster was removed: deletes its stored state, unless another process has the right. Never rejects. */
  discard(): Promise<void>
}

/** In the syntax of `kubectl -n`, `-l` and `--field-selector`. */
export interface PartitionScope {
  readonly namespace?: string
  readonly labels?: string
  readonly fields?: string
}

/** The state of a coordinator: whether this process acts, and which process does. */
export interface Standing {
  readonly isActing: boolean
  /** The process that acts, as far as known. */
  readonly holder: string | undefined
  /** For display: `leader of web-system/website-operator since …`. */
  readonly text: string
}

/** Every process acts: for programs that run as a single process. */
export function alone(): Coordination {
  return {
    mode: 'alone',
    coordinate: ({ identity }) => ({
      standing: { isActing: true, holder: identity, text: 'acts alone' },
      run: (signal, act) => act(signal),
    }),
  }
}
