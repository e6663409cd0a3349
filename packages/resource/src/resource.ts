/**
 * The handle of a kind: the one value that names it everywhere. `client.get(Website, …)`, `watch(Website, …)` and
 * `startCluster({ resources: [Website] })` all take it, and all types follow from it.
 *
 * Custom kinds come from `defineResource`, built-in ones from `@kubewright/kubernetes`; both have this shape.
 */
import type { GroupVersionKind, KubeObject } from '@kubewright/core'

export type Scope = 'Namespaced' | 'Cluster'

/**
 * @typeParam Read what a reader gets: defaults filled in, deeply read-only
 * @typeParam Write what an author writes: defaults optional
 * @typeParam Status what an author writes as status
 * @typeParam ConditionType the condition types the kind declares
 * @typeParam Subresources the subresources that are kinds of their own, by name; `unknown` if nobody knows
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
  /** The name people type: `website`. */
  readonly singular: string
  readonly shortNames: readonly string[]
  readonly categories: readonly string[]
  readonly scope: Scope
  /** `status`, `scale` and whatever else the kind serves below an object. */
  readonly subresources: readonly string[]
  /** Carries the types and nothing else; never present at run time. */
  readonly '~types'?: ResourceTypes<Read, Write, Status, ConditionType, Subresources>
}

export interface ResourceTypes<Read, Write, Status, ConditionType, Subresources = unknown> {
  readonly read: Read
  readonly write: Write
  readonly status: Status
  readonly condition: ConditionType
  readonly subresources: Subresources
}

type TypesOf<R extends Resource> = NonNullable<R['~types']>

/** What a reader of the kind gets: defaults filled in, deeply read-only. */
export type ObjectOf<R extends Resource> = TypesOf<R>['read']
/** What an author of the kind writes: fields with defaults may be left out. */
export type InputOf<R extends Resource> = TypesOf<R>['write']
/** What an author writes as the kind's status. */
export type StatusOf<R extends Resource> = TypesOf<R>['status']
/** The condition types the kind declares. */
export type ConditionOf<R extends Resource> = TypesOf<R>['condition']
