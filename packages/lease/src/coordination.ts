/** Who may act: everybody, one leader, or the owner of a shard. A manager asks; what it asks differs by one value. */
import type { Client } from '@kubewright/client'
import type { Clock, Ids, KubeObject, Logger, Random, Ref } from '@kubewright/core'
import type { MetricSource } from '@kubewright/core/metrics'
import type { CrdOptions, CustomResourceDefinition, Resource } from '@kubewright/resource'

export interface CoordinationHost {
  /** For leases: nothing else may keep it from renewing them in time. */
  readonly client: Client
  /** For everything else. @default client */
  readonly bulkClient?: Client
  readonly clock: Clock
  readonly random: Random
  readonly ids: Ids
  readonly log: Logger
  /** Names this process and no other: the host, and a number drawn when it started. */
  readonly identity: string
  /** What the process works on; asked when it is needed, for work may be added. @default nothing that is known */
  readonly work?: () => readonly Work[]
}

/** The kind a controller is for, and those it owns. */
export interface Work {
  readonly for: Resource
  /** Which objects of the kind; all if it does not say. */
  readonly scope?: PartitionScope
  readonly owns: readonly Resource[]
  /** Whether it reconciles groups of objects rather than single ones. @default false */
  readonly isGrouped?: boolean
}

/** What a process has to be allowed, beside what its controllers do: a rule of a role. */
export interface CoordinationRule {
  readonly group: string
  readonly resource: string
  readonly verbs: readonly string[]
  readonly namespace?: string
  readonly because: readonly string[]
}

export interface RulesContext {
  /** Whether there are other clusters than home, which the processes divide. @default false */
  readonly clusters?: boolean
}

/** What `defineResource` returns, as far as it is installed. */
export interface InstallableKind {
  readonly group: string
  readonly kind: string
  readonly plural: string
  readonly versions: readonly string[]
  crd(options?: CrdOptions): CustomResourceDefinition
  crdYaml(options?: CrdOptions): string
}

export interface Coordination {
  /** For people: `alone`, `leader`, `shard`. */
  readonly mode: string
  /** The lease it needs, for metrics and permissions; none if it needs none. */
  readonly lease?: Ref
  /** Kinds it makes use of where they are installed. Nothing fails without them. @default none */
  readonly resources?: readonly InstallableKind[]
  /** What it has to be allowed beside that. @default nothing */
  rules?(work: readonly Work[], has?: RulesContext): readonly CoordinationRule[]
  /** Touches nothing until it runs. */
  coordinate(host: CoordinationHost): Coordinator
}

export interface Coordinator {
  /**
   * Runs until `signal` is aborted. Whenever this process may act it calls `act`, with a signal that is aborted the moment it
   * may not any more, and lets go of its right only after `act` has settled, or when the right ran out. An `act` that rejects
   * may have left something behind: then the right is not given up but left to run out.
   *
   * Failure: rejects with `KW_LEASE_LOST` when the right was lost, unless it was told to campaign again.
   */
  run(signal: AbortSignal, act: (mayAct: AbortSignal) => Promise<void>): Promise<void>
  /** Where it stands, for health, metrics and people. */
  readonly standing: Standing
  /** Which part of the work is this process's, if several act at once. @default all of it */
  readonly partition?: Partition
  /** Which of the other clusters this process works on, if several act at once. @default all of them */
  readonly clusters?: ClusterDivision
  /** Numbers about it. @default none */
  readonly metrics?: MetricSource
  /** Part of readiness: why it cannot do its part, or a note on what people should know. @default all is well */
  readonly check?: () => string | { readonly note: string } | undefined
}

/** Which objects are this process's to work on, where several processes share the work. */
export interface Partition {
  /** What to follow of a kind; `undefined` for all of it. Asked once, when a controller begins to follow it. */
  scopeOf(resource: Resource): PartitionScope | undefined
  /**
   * Called in place of every reconcile of `object`. Calls `reconcile` if the object is this process's, and returns what that
   * returns; `undefined` says that the object is none of ours, or not any more. `until` is aborted when the reconcile shall end
   * because the object is wanted elsewhere.
   */
  guard<Result>(object: KubeObject, reconcile: (until?: AbortSignal) => Promise<Result>): Promise<Result | undefined>
  /** Put on every child that a reconcile makes, so that it comes into view of the same process. @default none */
  readonly childLabels?: Readonly<Record<string, string>>
  /**
   * Grows with every change of whoever works on `object`: a system outside the cluster that has seen a larger one refuses
   * smaller ones. Compares as text.
   */
  fencingToken?(object: KubeObject): string | undefined
}

/** The clusters other than home, where several processes act at once: each cluster is worked on by one of them at a time. */
export interface ClusterDivision {
  /** The part of this process in the division of one cluster. Nothing happens until it runs. */
  shareOf(cluster: DividedCluster): ClusterShare
}

export interface DividedCluster {
  /** For people. */
  readonly name: string
  /** The same in every process, whatever its name is there. */
  readonly identity: string
  /** Whether this process reaches the cluster and has work there: one that does not leaves it to others. */
  readonly isReachable: () => boolean
}

/**
 * The right to work on one cluster.
 *
 * Guarantees: no two processes have it at once, and nothing that one of them sent arrives after another has got it.
 */
export interface ClusterShare {
  /** Whether this process may write at this very moment, and who may otherwise. */
  readonly standing: Standing
  /** Sends a write. Whoever writes to the cluster does it through this: the right is kept until every answer has come. */
  send<Answer>(write: () => Promise<Answer>): Promise<Answer>
  /**
   * Competes for the cluster until `stop` or `kill` is aborted, and calls `act` whenever this process has the right. When
   * the first signal is aborted, `act` finishes what it is doing; when the second is, it aborts that. The right is given up after
   * `act` has settled. If `act` rejects, the right is not given up: it expires. Never rejects.
   */
  run(stop: AbortSignal, kill: AbortSignal, act: (stop: AbortSignal, kill: AbortSignal) => Promise<void>): Promise<void>
  /** The cluster was removed: what is stored about it goes, unless another process has the right. Never rejects. */
  discard(): Promise<void>
}

/** In the forms of `kubectl -n`, `-l` and `--field-selector`. */
export interface PartitionScope {
  readonly namespace?: string
  readonly labels?: string
  readonly fields?: string
}

export interface Standing {
  readonly isActing: boolean
  /** Who acts, as far as is known. */
  readonly holder: string | undefined
  /** For people: `leader of web-system/website-operator since …`. */
  readonly text: string
}

/** Everybody acts: for programs that run once. */
export function alone(): Coordination {
  return {
    mode: 'alone',
    coordinate: ({ identity }) => ({
      standing: { isActing: true, holder: identity, text: 'acts alone' },
      run: (signal, act) => act(signal),
    }),
  }
}
