/** What is explored: an operator, what a user does with it, and what must hold. */
import type { Controller } from '@kubewright/controller'
import type { Duration } from '@kubewright/core'
import type { RequiredRule } from '@kubewright/manager'
import type { ObjectOf, Resource } from '@kubewright/resource'
import type { Webhook } from '@kubewright/webhook'
import type { ClusterSimulationOptions, Definable } from '../cluster.ts'
import type { Externals } from './external-call.ts'
import type { RefusalStatus } from './plan.ts'
import type { ScenarioUser } from './scenario-user.ts'

/** What is true at one moment, past every cache. */
export interface View {
  list<R extends Resource>(resource: R): Promise<readonly ObjectOf<R>[]>
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

export interface Exploration<Outside extends Externals = Externals> {
  /** Custom resources that are installed. */
  readonly resources?: readonly Definable[]
  readonly webhooks?: readonly Webhook[]
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
   * Fields that keep their values: `spec.theme`. With another one the operator may rightly leave what it made before.
   *
   * @default other values are declared for all
   */
  readonly fixed?: readonly string[]
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
