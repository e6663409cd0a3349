/** The part of the work that belongs to this process, when several processes share it. */
import type { SourceScope } from '@kubewright/cache'
import type { KubeObject } from '@kubewright/core'
import type { Resource } from '@kubewright/resource'

/** Assigns objects to this process. The `partition` of a `Coordinator` of `@kubewright/lease` is one. */
export interface Partition {
  /** The scope to watch of a kind; `undefined` for all of it. */
  scopeOf(resource: Resource): SourceScope | undefined
  /**
   * Called instead of every reconcile. Calls `reconcile` if this process owns the object, and returns its result; returns `undefined`
   * if it does not. `until` is aborted when the reconcile must end so that the object can move to another process.
   */
  guard<Result>(object: KubeObject, reconcile: (until?: AbortSignal) => Promise<Result>): Promise<Result | undefined>
  /** Put on every child that `ctx.own` applies. */
  readonly childLabels?: Readonly<Record<string, string>>
  /** The value of `ctx.fencingToken`. */
  fencingToken?(object: KubeObject): string | undefined
}
