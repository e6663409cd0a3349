/** Arguments and results of admission functions. */
import type { Scale } from '@kubewright/kubernetes/autoscaling/v1'
import type { InputOf, ObjectOf, Resource } from '@kubewright/resource'

/** The user who writes. */
export interface Caller {
  /** `system:serviceaccount:web:deployer`, `alice`. */
  readonly user: string
  readonly groups: readonly string[]
  /** Further attributes from the authenticator. */
  readonly extra: Readonly<Record<string, readonly string[]>>
}

/** The operation of a write under admission. */
export type Operation = 'CREATE' | 'UPDATE' | 'DELETE'

/** One write, besides the objects. */
export interface AdmissionCall extends Caller {
  readonly operation: Operation
  /** Nothing will be stored. */
  readonly isDryRun: boolean
  /** Empty if the object itself is written. */
  readonly subresource: string
  /** Name of the object, if known: an object created with `generateName` may have none yet. */
  readonly name: string
  /** Empty for cluster-scoped objects. */
  readonly namespace: string
  /** Aborted when the caller no longer waits for the response. */
  readonly signal: AbortSignal
}

/** The subresource types that a handle carries. */
type SubresourcesOf<R extends Resource> = NonNullable<R['~types']>['subresources']

/** The written object: an object of the kind, or the body of a subresource that has its own kind. */
export type Admitted<R extends Resource, Subresource extends string = never> = [Subresource] extends [never]
  ? ObjectOf<R>
  : BodyOf<R, Subresource>

/** The object that a review of a subresource carries. */
type BodyOf<R extends Resource, Subresource extends string> = Subresource extends keyof SubresourcesOf<R>
  ? SubresourcesOf<R>[Subresource] extends { readonly read: infer Read }
    ? Read
    : Subresource extends 'scale'
      ? Scale
      : ObjectOf<R>
  : ObjectOf<R>

/**
 * Some fields of `T`: partial objects, but whole lists. `null` removes a field; a field that is missing or `undefined` is not
 * changed.
 */
export type Filled<T> = T extends readonly unknown[]
  ? T
  : T extends object
    ? { readonly [Key in keyof T]?: Filled<T[Key]> | null | undefined }
    : T

/** The fields that `fill` may set. */
export type FilledPart<R extends Resource, Subresource extends string = never> = [Subresource] extends [never]
  ? Filled<InputOf<R>>
  : Filled<Admitted<R, Subresource>>
