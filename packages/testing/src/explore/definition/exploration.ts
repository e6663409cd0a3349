/** The subject of an exploration: an operator, the user's scenario, and the properties that must hold. */
import type { Client } from '@kubewright/client'
import type { Controller } from '@kubewright/controller'
import type { Duration } from '@kubewright/core'
import type { RequiredRule } from '@kubewright/manager/permissions'
import type { ManagerCacheOptions } from '@kubewright/manager/settings'
import type { ObjectOf, Resource } from '@kubewright/resource'
import type { Webhook } from '@kubewright/webhook'
import type { ClusterSimulationOptions, Definable } from '../../cluster/cluster.ts'
import type { Externals } from '../world/external-call.ts'
import type { RefusalStatus } from '../plan/plan.ts'
import type { ExplorationOracle } from './run-watcher.ts'
import type { ScenarioUser } from './scenario-user.ts'

/** The current state of the server, without caches. */
export interface View {
  list<R extends Resource>(resource: R): Promise<readonly ObjectOf<R>[]>
  /** The state of another cluster. */
  at(cluster: string): View
}

/** A property of the objects and external services that must hold after every change. */
export interface Invariant<Outside extends Externals = Externals> {
  readonly name: string
  /**
   * Whether the invariant holds for any declaration, or only for those of the scenario, because it counts objects or knows their values. A
   * violation caused by a declaration itself is not the operator's fault, and counts only after the invariant has held again.
   *
   * @default 'everywhere'
   */
  readonly in?: 'everywhere' | 'scenario'
  /** Checked after every change. Returns the violation, or `undefined`. */
  readonly check: (view: View, outside: Outside) => Promise<string | undefined> | string | undefined
}

/** An object that the user declared, as stored by the server. */
export interface DeclaredObject {
  readonly apiVersion: string
  readonly kind: string
  readonly metadata: { readonly name: string; readonly namespace?: string }
  // oxlint-disable-next-line typescript/no-explicit-any -- of any kind: the caller has the type
  readonly spec?: any
  // oxlint-disable-next-line typescript/no-explicit-any -- the same
  readonly status?: any
}

/** What the webhooks of an exploration may use. */
export interface WebhookSurroundings {
  /** Reads the stored objects, without a cache. */
  readonly client: Pick<Client, 'get' | 'list'>
}

/** A field of every object, or of the objects of one kind in all its versions. */
export type IgnoredField = string | { readonly kind: Pick<Resource, 'kind'>; readonly path: string }

/** The subject of an exploration: the operator, the user's scenario and the properties that must hold. */
export interface Exploration<Outside extends Externals = Externals> {
  /** Custom resources to install. */
  readonly resources?: readonly Definable[]
  /**
   * Admission and conversion webhooks. A function is called once for each API server, with a client for webhooks that read its objects:
   * `({ client }) => [teamAdmission(() => client)]`. No faults are injected into these reads.
   *
   * @default none
   */
  readonly webhooks?: readonly Webhook[] | ((server: WebhookSurroundings) => readonly Webhook[])
  /**
   * Clusters other than home that the operator works on, by name: `['east']`. Each has the same resources. Their links get cut, slow,
   * one-way, and lose responses.
   *
   * @default there is only home
   */
  readonly clusters?: readonly string[]
  /**
   * The operator. A function is called for each instance, with the external services as that instance sees them: state in memory is lost in
   * a crash, as in reality.
   */
  readonly controllers: readonly Controller[] | ((outside: Outside) => readonly Controller[])
  /** What the caches of the operator watch, as in `createManager`. @default all namespaces, and every object of a kind */
  readonly cache?: ManagerCacheOptions
  /** External services, created for each run: fakes that act immediately. */
  readonly outside?: () => Outside
  /** The actions of the user. After each step the world waits until the cluster is idle, unless the plan says otherwise. */
  readonly scenario: (user: ScenarioUser<Outside>) => Promise<void>
  readonly invariants?: readonly Invariant<Outside>[]
  /** Oracles that observe every change in order, such as a management protocol: `follows(projection, { goal })`. @default none */
  readonly oracles?: readonly ExplorationOracle[]
  /**
   * Permissions of the operator in addition to those its controllers declare. If given, writes beyond them are failures.
   *
   * @default anything
   */
  readonly permissions?: readonly Pick<RequiredRule, 'group' | 'resource' | 'verbs'>[]
  /** Kinds of the operator's objects that may remain after all objects of the user are deleted. @default none */
  readonly keeps?: readonly Resource[]
  /**
   * Fields that may differ from the run without faults, including their subfields: `status.lastSeen`. A key that contains dots stands in
   * brackets: `metadata.annotations["example.dev/seen"]`. For the objects of one kind: `{ kind: ConfigMap, path: 'data.seen' }`.
   *
   * @default none
   */
  readonly ignore?: readonly IgnoredField[]
  /**
   * Fields that keep their values, including their subfields: `spec.theme`, `spec.labels["example.dev/team"]`. With another value the
   * operator may rightly keep the objects it made before.
   *
   * @default other values are declared for all
   */
  readonly fixed?: readonly string[]
  /**
   * Whether the operator rejects the declaration in an object, and keeps the result of the last valid one. Called with the object when the
   * cluster is idle: `(site) => site.status?.reason === 'BadSchedule'`. A change to such a value must leave everything else unchanged,
   * instead of leading to the same state as declaring it at once.
   *
   * @default nothing is refused
   */
  readonly keepsLastGood?: (object: DeclaredObject) => boolean
  /**
   * Rejections that the operator treats as final until the object changes: they are not injected. Beware: a quota, a role or a webhook may
   * reject a request today and accept it tomorrow, with the same status code.
   *
   * @default none: a refused call is retried
   */
  readonly final?: readonly RefusalStatus[]
  /** The simulation of the cluster's controllers. @default only objects whose owners are gone are removed */
  readonly simulation?: boolean | ClusterSimulationOptions
  /** The cluster counts as idle after this long without a change. @default '30s' */
  readonly patience?: Duration
  /** The number of actions after a step beyond which a loop is assumed. @default 2_000 */
  readonly maxSteps?: number
}
