/** What a function of an admission is given, and what it may return. */
import type { Scale } from '@kubewright/kubernetes/autoscaling/v1'
import type { InputOf, ObjectOf, Resource } from '@kubewright/resource'

/** Who writes. */
export interface Caller {
  /** `system:serviceaccount:web:deployer`, `alice`. */
  readonly user: string
  readonly groups: readonly string[]
  /** What else was found out about them, by whoever identified them. */
  readonly extra: Readonly<Record<string, readonly string[]>>
}

export type Operation = 'CREATE' | 'UPDATE' | 'DELETE'

/** One write that is asked about, besides the objects. */
export interface AdmissionCall extends Caller {
  readonly operation: Operation
  /** Nothing will be stored. */
  readonly isDryRun: boolean
  /** Empty if it is the object itself that is written. */
  readonly subresource: string
  /** Of the object, as far as it is known: one that is created with `generateName` may have none yet. */
  readonly name: string
  /** Empty for objects of the cluster. */
  readonly namespace: string
  /** Aborted when nobody waits for the answer any more. */
  readonly signal: AbortSignal
}

type SubresourcesOf<R extends Resource> = NonNullable<R['~types']>['subresources']

/** What is written: an object of the kind, or the body of a subresource that is a kind of its own. */
export type Admitted<R extends Resource, Subresource extends string = never> = [Subresource] extends [never]
  ? ObjectOf<R>
  : BodyOf<R, Subresource>

type BodyOf<R extends Resource, Subresource extends string> = Subresource extends keyof SubresourcesOf<R>
  ? SubresourcesOf<R>[Subresource] extends { readonly read: infer Read }
    ? Read
    : Subresource extends 'scale'
      ? Scale
      : ObjectOf<R>
  : ObjectOf<R>

/**
 * Some fields of `T`: objects in part, lists as a whole. `null` takes a field away; what is left out, or `undefined`, stays
 * as it is.
 */
export type Filled<T> = T extends readonly unknown[]
  ? T
  : T extends object
    ? { readonly [Key in keyof T]?: Filled<T[Key]> | null | undefined }
    : T

/** What may be filled in of what is written. */
export type FilledPart<R extends Resource, Subresource extends string = never> = [Subresource] extends [never]
  ? Filled<InputOf<R>>
  : Filled<Admitted<R, Subresource>>
