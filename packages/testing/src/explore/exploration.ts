/** What is explored: an operator, what a user does with it, and what must hold. */
import type { Controller } from '@kubewright/controller'
import type { Duration } from '@kubewright/core'
import type { RequiredRule } from '@kubewright/manager'
import type { ObjectOf, Resource } from '@kubewright/resource'
import type { Webhook } from '@kubewright/webhook'
import type { ClusterSimulationOptions, Definable } from '../cluster.ts'
import type { Externals } from './external-call.ts'
import type { RefusalStatus } from './plan.ts'
import type { ExplorationOracle } from './run-watcher.ts'
import type { ScenarioUser } from './scenario-user.ts'

/** What is true at one moment, past every cache. */
export interface View {
  list<R extends Resource>(resource: R): Promise<readonly ObjectOf<R>[]>
  /** The same in another cluster. */
  at(cluster: string): View
}

export interface Invariant<Outside extends Externals = Externals> {
  readonly name: string
  /**
   * Whether it holds whatever is declared, or is made for what the scenario declares: one that counts its objects, or knows their
   * values. What a declaration breaks by itself is not the operator's doing, and counts only once it has held again.
   *
   * @default 'everywhere'
   */
  readonly in?: 'everywhere' | 'scenario'
  /** Asked after every change. Returns what is wrong, or nothing. */
  readonly check: (view: View, outside: Outside) => Promise<string | undefined> | string | undefined
}

/** What the user declared, as the server has it. */
export interface DeclaredObject {
  readonly apiVersion: string
  readonly kind: string
  readonly metadata: { readonly name: string; readonly namespace?: string }
  // oxlint-disable-next-line typescript/no-explicit-any -- of whichever kind: who asks knows
  readonly spec?: any
  // oxlint-disable-next-line typescript/no-explicit-any -- the same
  readonly status?: any
}

export interface Exploration<Outside extends Externals = Externals> {
  /** Custom resources that are installed. */
  readonly resources?: readonly Definable[]
  readonly webhooks?: readonly Webhook[]
  /**
   * Other clusters beside home that the operator works on, by name: `['east']`. Each has the same resources. The links to them are cut,
   * slow, one-way, and lose answers.
   *
   * @default there is only home
   */
  readonly clusters?: readonly string[]
  /**
   * The operator. A function is called for each instance of it, with what is outside as that instance sees it: what it keeps in
   * memory is lost in a crash, as it should be.
   */
  readonly controllers: readonly Controller[] | ((outside: Outside) => readonly Controller[])
  /** Things outside the cluster, made anew for each run: fakes that do at once what is asked. */
  readonly outside?: () => Outside
  /** What the user does. After each step the world waits until all is quiet, unless a plan says otherwise. */
  readonly scenario: (user: ScenarioUser<Outside>) => Promise<void>
  readonly invariants?: readonly Invariant<Outside>[]
  /** Rules that see every change in order, such as a management protocol: `follows(projection, { goal })`. @default none */
  readonly oracles?: readonly ExplorationOracle[]
  /**
   * What the operator may do besides what its controllers declare. Given, writes beyond that are failures.
   *
   * @default anything
   */
  readonly permissions?: readonly Pick<RequiredRule, 'group' | 'resource' | 'verbs'>[]
  /** Kinds of the operator's objects that may stay when everything the user declared is gone. @default none */
  readonly keeps?: readonly Resource[]
  /** Fields that may differ from the run without faults, with all that is in them: `status.lastSeen`. @default none */
  readonly ignore?: readonly string[]
  /**
   * Fields that keep their values, with all that is in them: `spec.theme`. With another value the operator may rightly leave what
   * it made before.
   *
   * @default other values are declared for all
   */
  readonly fixed?: readonly string[]
  /**
   * Whether the operator refuses what is declared in an object, and keeps what it made for the last declaration that it could
   * use. Asked with the object as it is when all is quiet: `(site) => site.status?.reason === 'BadSchedule'`. A change to such a
   * value must leave everything else as it was, instead of leading to the same as if it had been declared at once.
   *
   * @default nothing is refused
   */
  readonly keepsLastGood?: (object: DeclaredObject) => boolean
  /**
   * Refusals that the operator takes for the last word until somebody changes the object: they do not go wrong. Beware: a quota, a
   * role or a webhook may say no today and yes tomorrow, with the same answer.
   *
   * @default none: what was refused once is tried again
   */
  readonly final?: readonly RefusalStatus[]
  /** What the cluster does beside its API. @default only what has no owner is removed */
  readonly simulation?: boolean | ClusterSimulationOptions
  /** After so much time without a change nothing is expected any more. @default '30s' */
  readonly patience?: Duration
  /** How many things may happen after a step before it is taken for a loop. @default 2_000 */
  readonly maxSteps?: number
}
