/**
 * The handle of a kind: the one value that identifies it everywhere. `client.get(Website, …)`, `watch(Website, …)` and
 * `startCluster({ resources: [Website] })` all accept it, and derive their types from it.
 *
 * Custom kinds come from `defineResource`, built-in ones from `@kubewright/kubernetes`; both have this shape.
 */
import type { KubeObject } from '@kubewright/core'
import type { GroupVersionKind } from '@kubewright/core/object'

/** Whether objects of a kind belong to a namespace or to the cluster. */
export type Scope = 'Namespaced' | 'Cluster'

/**
 * The handle of a kind: its names in the API, and the types of its objects.
 *
 * @typeParam Read the type of objects as read: defaulted, deeply read-only
 * @typeParam Write the type of objects as written: defaults optional
 * @typeParam Status the type of the status as written
 * @typeParam ConditionType the condition types the kind declares
 * @typeParam Subresources the subresources with object types of their own, by name; `unknown` if not known
 */
export interface Resource<
  Read extends KubeObject = KubeObject,
  Write extends object = object,
  Status extends object = object,
  ConditionType extends string = string,
  Subresources = unknown,
> extends GroupVersionKind {
  /** The name in URLs: `websites`. */
  readonly plural: string
  /** The singular name for kubectl: `website`. */
  readonly singular: string
  readonly shortNames: readonly string[]
  readonly categories: readonly string[]
  readonly scope: Scope
  /** `status`, `scale` and any other subresource of the kind. */
  readonly subresources: readonly string[]
  /** Carries the types only; never present at run time. */
  readonly '~types'?: ResourceTypes<Read, Write, Status, ConditionType, Subresources>
}

/** The object types of a kind, carried by its handle for type inference only. */
export interface ResourceTypes<Read, Write, Status, ConditionType, Subresources = unknown> {
  readonly read: Read
  readonly write: Write
  readonly status: Status
  readonly condition: ConditionType
  readonly subresources: Subresources
}

/** The types that a handle carries. */
type TypesOf<R extends Resource> = NonNullable<R['~types']>

/** The type of the kind's objects as read: defaulted, deeply read-only. */
export type ObjectOf<R extends Resource> = TypesOf<R>['read']
/** The type of the kind's objects as written: fields with defaults may be omitted. */
export type InputOf<R extends Resource> = TypesOf<R>['write']
/** The type of the kind's status as written. */
export type StatusOf<R extends Resource> = TypesOf<R>['status']
/** The condition types the kind declares. */
export type ConditionOf<R extends Resource> = TypesOf<R>['condition']
