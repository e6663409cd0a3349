/** Marks a provider as the reconciler of a kind: Nest instantiates it with its dependencies, and Kubewright calls it. */
import { Injectable, type Type } from '@nestjs/common'
import {
  type Context,
  type Controller,
  type ControllerOptions,
  defineController,
  type Outcome,
} from '@kubewright/controller'
import type { ObjectOf, Resource } from '@kubewright/resource'

/** The options of `defineController`; the class implements the reconcile, and a finalizer is only named here. */
export interface ReconcilerOptions<R extends Resource> extends Omit<ControllerOptions<R>, 'reconcile' | 'finalizer'> {
  /** The finalizer that `cleanup` of the class handles: `web.example.dev/dns-record`. */
  readonly finalizer?: string
}

/** The methods of a reconciler class. */
export interface Reconciles<R extends Resource> {
  reconcile(object: ObjectOf<R>, ctx: Context<R>): Promise<Outcome>
  /** Runs before an object may be deleted, if the reconciler names a finalizer. */
  cleanup?(object: ObjectOf<R>, ctx: Context<R>): Promise<Outcome>
}

/** The options of each decorated class. */
const declared = new WeakMap<object, ReconcilerOptions<Resource>>()

/**
 * Makes a class a reconciler, and a provider.
 *
 * ```text
 * @Reconciler({ name: 'websites', for: Website, owns: [Deployment] })
 * export class WebsiteReconciler implements Reconciles<typeof Website> {
 *   constructor(private readonly dns: DnsService) {}
 *
 *   async reconcile(site: Website, ctx: Context<typeof Website>) { … }
 * }
 * ```
 */
export function Reconciler<R extends Resource>(options: ReconcilerOptions<R>): (target: Type<Reconciles<R>>) => void {
  return (target) => {
    Injectable()(target)
    declared.set(target, options as unknown as ReconcilerOptions<Resource>)
  }
}

/** The decorator's options; `undefined` for classes that are not reconcilers. */
export function reconcilerOptionsOf(target: object): ReconcilerOptions<Resource> | undefined {
  return declared.get(target)
}

/**
 * The controller of a reconciler: to test and explore it without an application.
 *
 * ```text
 * explore({ resources: [Website], controllers: () => [controllerFor(new WebsiteReconciler(new DnsService()))], … })
 * ```
 *
 * Failure: throws if its class is not decorated as a reconciler, or lacks the `cleanup` that its finalizer needs.
 */
export function controllerFor<R extends Resource>(reconciler: Reconciles<R>): Controller {
  const options = reconcilerOptionsOf(reconciler.constructor)
  if (options !== undefined) return controllerOf(options, reconciler as unknown as Reconciles<Resource>)
  throw new TypeError(`${reconciler.constructor.name} is not a reconciler. Mark its class with @Reconciler({ … }).`)
}

/** The controller that calls `instance`. */
export function controllerOf(options: ReconcilerOptions<Resource>, instance: Reconciles<Resource>): Controller {
  const { finalizer, ...rest } = options
  return defineController({
    ...rest,
    ...(finalizer === undefined ? {} : { finalizer: { name: finalizer, cleanup: cleanupOf(instance, finalizer) } }),
    reconcile: (object, ctx) => instance.reconcile(object, ctx),
  })
}

function cleanupOf(instance: Reconciles<Resource>, finalizer: string): NonNullable<Reconciles<Resource>['cleanup']> {
  if (instance.cleanup !== undefined) return (object, ctx) => instance.cleanup!(object, ctx)
  throw new TypeError(
    `${instance.constructor.name} names the finalizer ${finalizer} but has no cleanup(). Write one, or leave the finalizer out.`,
  )
}
