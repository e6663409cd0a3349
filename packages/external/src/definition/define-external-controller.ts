/**
 * Declares a controller of resources outside the cluster. You supply a few small functions for an API; ordering, safety, permissions,
 * dependencies, retries, polling, status and events are provided.
 */
import {
  changed,
  type Context,
  type Controller,
  defineController,
  type Owned,
  type Watch,
  watch,
} from '@kubewright/controller'
import type { Use } from '@kubewright/controller/definition'
import { formatRef, type KubeObject, type Ref, refOf, toMs } from '@kubewright/core'
import { Secret } from '@kubewright/kubernetes'
import type { Resource } from '@kubewright/resource'
import { declaredStatus } from '../machine/declared-status.ts'
import { type Dependency, indexOfParents, isSameKind, type Parents } from '../operations/dependency.ts'
import { cycle } from './dependency-circle.ts'
import { externalErrors } from '../errors.ts'
import type { ExternalOptions } from './external-options.ts'
import { assertExternalForm } from './external-form.ts'
import { ExternalRun } from '../running/external-run.ts'
import { type Dependents, emptyMemory, type Machine } from '../machine/machine.ts'
import { creationAnnotation } from '../names.ts'
import { fromObserved, type ObservedOperations } from '../operations/observed-operations.ts'
import type { ExternalOperations } from '../operations/operations.ts'
import type { ManagementPolicy } from '../decision/permissions.ts'
import { defineProvider, type Provider } from '../operations/provider.ts'

/** The smaller form: `observe`, `diff`, `create`, `update`, `delete`. */
export interface ObservedForm<R extends Resource, P extends Parents, Actual, Field extends string>
  extends ExternalOptions<R, P>,
    ObservedOperations<NoInfer<R>, P, Actual, Field> {}

/** The full form: `verify`, `create`, `update`, `delete`. */
export interface OperationsForm<R extends Resource, P extends Parents>
  extends ExternalOptions<R, P>,
    ExternalOperations<NoInfer<R>, P> {}

/** A controller that also exposes its dependencies. */
export interface ExternalController extends Controller {
  readonly '~external': ExternalDefinition
}

/** The definition, which a suite recompiles. */
export interface ExternalDefinition {
  readonly options: AnyOptions
  readonly operations: ExternalOperations<never, never>
  /** One per kind it depends on: maps a parent to its dependents. */
  readonly indexes: readonly Dependents[]
}

/** The options of any external controller. */
type AnyOptions = ExternalOptions<Resource, Parents>

/** Shared by all runs of a definition. */
type SharedMachine = Omit<Machine, 'memory' | 'provider'> & { readonly provider: Provider | undefined }

/**
 * Declares an external controller, in one of two forms.
 *
 * Guarantees
 * - Never two external resources for one object, wherever a process crashes.
 * - No call without permission; resources that are not ours are neither changed nor deleted.
 * - The object is removed only when its external resource is gone, or may stay.
 *
 * Failure: `KW_EXTERNAL_DEFINITION` for an invalid definition, `KW_EXTERNAL_CYCLE` for a kind that depends on itself.
 */
export function defineExternalController<R extends Resource, P extends Parents = Record<never, never>>(
  options: OperationsForm<R, P>,
): ExternalController
export function defineExternalController<
  R extends Resource,
  Actual,
  Field extends string,
  P extends Parents = Record<never, never>,
>(options: ObservedForm<R, P, Actual, Field>): ExternalController
export function defineExternalController(given: unknown): ExternalController {
  assertExternalForm(given)
  const options = given as AnyOptions & (AnyObserved | AnyOperations)
  const operations = 'observe' in options ? fromObserved(options) : options
  checkOptions(options)
  const parents = distinctKinds(dependenciesOf(options).map(({ on }) => on))
  const indexes = parents.map((on): Dependents => {
    const toParent = dependenciesOf(options).filter((one) => isSameKind(one.on, on))
    const index = indexOfParents(options.for, on, toParent)
    return { resource: on, index, areOwned: toParent.some(({ owner }) => owner === true) }
  })
  const definition = { options, operations: operations as never, indexes }
  return compileExternal(definition, [])
}

type AnyObserved = ObservedOperations<Resource, Parents, unknown, string>
type AnyOperations = ExternalOperations<Resource, Parents>

function dependenciesOf(options: AnyOptions): readonly Dependency[] {
  return Object.values((options.dependencies ?? {}) as Readonly<Record<string, Dependency>>)
}

function distinctKinds(resources: readonly Resource[]): readonly Resource[] {
  return resources.filter((one, at) => resources.findIndex((other) => isSameKind(one, other)) === at)
}

/** Compiles a definition, with the kinds that depend on its own, to a controller. */
export function compileExternal(definition: ExternalDefinition, dependents: readonly Dependents[]): ExternalController {
  const { options, indexes } = definition
  const { name, finalizer, scope, concurrency, triggers, fairBy, connectionSecret, reportsFailures = true } = options
  const machines = machinesOf(definition, dependents)
  const step = (object: KubeObject, ctx: Context) => new ExternalRun(machines(ctx), object, ctx).run()
  const secrets: Owned[] = connectionSecret === undefined ? [] : [ownedSecret]
  const children = dependents.filter(({ areOwned }) => areOwned)
  const controller = defineController({
    ...defined({ scope, concurrency, triggers, fairBy }),
    name,
    // `Synced` reports failures, where conditions are declared.
    reportsFailures: { condition: false, events: reportsFailures },
    for: options.for,
    owns: [...(options.owns ?? []), ...secrets],
    uses: [...(options.uses ?? []), ...children.map(({ resource }) => deletesWithIt(resource))],
    indexes: [
      ...(options.indexes ?? []),
      ...indexes.map(({ index }) => index),
      ...dependents.map(({ index }) => index),
    ],
    watches: [...(options.watches ?? []), ...indexes.map(watchParent), ...dependents.map(watchDependent(options.for))],
    finalizer: { name: finalizer, cleanup: step as never },
    reconcile: step as never,
  })
  return { ...controller, '~external': definition }
}

/** Metadata only: keeps unrelated Secrets out of this process's memory. */
const ownedSecret: Owned = { resource: Secret, metadataOnly: true, when: () => true }

/** Dependents are created by others; their owner only deletes them. */
function deletesWithIt(resource: Resource): Use {
  return { resource, verbs: ['delete'], because: 'deletes the dependents of a deleted object' }
}

function watchParent({ resource, index }: Dependents): Watch {
  return watch(resource, {
    when: changed(({ metadata, ...rest }: KubeObject) => {
      const { labels, annotations, deletionTimestamp } = metadata
      return { ...rest, metadata: { labels, annotations, deletionTimestamp } }
    }),
    requests: (parent, { find }) => find(index, formatRef(refOf(parent))),
  })
}

/** Wakes a parent that is being deleted when a dependent is gone, or no longer has an external resource. */
function watchDependent(parent: Resource): (dependents: Dependents) => Watch {
  return ({ resource, index }) =>
    watch(resource, {
      when: (next: KubeObject, previous: KubeObject | undefined) =>
        previous !== undefined && holdsSomething(next) !== holdsSomething(previous),
      requests: (dependent) => index.values(dependent).map((ref) => parsedRef(ref, parent)),
    })
}

function holdsSomething({ metadata }: KubeObject): boolean {
  return metadata.annotations?.[creationAnnotation] !== undefined
}

function parsedRef(text: string, { scope }: Resource): Ref {
  const [namespace, name] = text.split('/')
  return scope === 'Cluster' || name === undefined ? { name: text } : { namespace: namespace!, name }
}

/** One machine per run of the controller, identified by its cache: runs in one process share no memory. */
function machinesOf(definition: ExternalDefinition, dependents: readonly Dependents[]): (ctx: Context) => Machine {
  const shared = machineOf(definition, dependents)
  const machines = new WeakMap<Context['cache'], Machine>()
  return ({ cache }) => {
    const machine = machines.get(cache) ?? { ...shared, provider: providerOf(shared), memory: emptyMemory() }
    machines.set(cache, machine)
    return machine
  }
}

/** Throttling applies to all calls of a controller, even without an explicit provider. */
function providerOf({ provider, name }: Pick<Machine, 'name'> & { readonly provider: Provider | undefined }): Provider {
  return provider ?? defineProvider({ name })
}

function machineOf({ options, operations }: ExternalDefinition, dependents: readonly Dependents[]): SharedMachine {
  const { adopts = false, connectionSecret } = options
  return {
    ...withDefaults(options),
    name: options.name,
    resource: options.for,
    finalizer: options.finalizer,
    poll: options.poll,
    hasOwnName: (options.names ?? 'chosen') === 'chosen',
    nameOf: options.nameOf as Machine['nameOf'],
    adopts: typeof adopts === 'function' ? adopts : () => adopts,
    policies: options.policies ?? policiesOfSpec,
    provider: options.provider,
    observer: options.observer,
    operations,
    dependencies: (options.dependencies ?? {}) as Readonly<Record<string, Dependency>>,
    dependents,
    secretName: connectionSecret,
    onReady: options.onReady === undefined ? undefined : (object, ctx) => options.onReady!(object, ctx),
    status: declaredStatus(options.for),
  }
}

function withDefaults({ shortestPoll, recheck, timeout, visibleWithin }: AnyOptions) {
  return {
    shortestPoll: shortestPoll ?? '10s',
    recheck: recheck ?? '5s',
    timeout: timeout ?? '1m',
    visibleWithin: visibleWithin ?? '30s',
  } as const
}

function policiesOfSpec(object: KubeObject): readonly ManagementPolicy[] | undefined {
  const { spec } = object as { readonly spec?: { readonly managementPolicies?: unknown } }
  const policies = spec?.managementPolicies
  return Array.isArray(policies) ? (policies as readonly ManagementPolicy[]) : undefined
}

function checkOptions(options: AnyOptions): void {
  const { poll, name } = options
  const { shortestPoll, recheck, timeout } = withDefaults(options)
  for (const [field, value] of Object.entries({ poll, shortestPoll, recheck, timeout })) {
    if (toMs(value) > 0) continue
    throw externalErrors('KW_EXTERNAL_DEFINITION', {
      what: `define the external controller ${name}`,
      why: `${field} is ${value}`,
      next: 'Give a duration above zero.',
      details: { name, field },
    })
  }
  if (dependenciesOf(options).some(({ on }) => isSameKind(on, options.for))) {
    throw cycle([options.for.kind, options.for.kind])
  }
}

/** Drops unset options: an explicit `undefined` is not the same as an absent option. */
function defined<T extends object>(options: T): { [Name in keyof T]?: Exclude<T[Name], undefined> } {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)) as never
}
