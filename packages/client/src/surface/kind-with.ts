/**
 * Which kinds have a status or a scale, as far as the compiler knows them. A handle whose kind has none does not fit; one
 * that says nothing about it, such as a dynamic one, does, and is looked at when the call is made.
 */
import type { Resource, StatusOf } from '@kubewright/resource'

/** No handle has this: what the compiler says it misses is what the kind does not have. */
export interface KindWith<Subresource extends string> {
  readonly '~has': Subresource
}

/** The subresources that are kinds of their own, by name; `unknown` if nobody knows. */
export type KindsBelow<R extends Resource> = NonNullable<R['~types']>['subresources']

export type WithStatus<R extends Resource> = [StatusOf<R>] extends [never] ? KindWith<'status'> : unknown

export type WithScale<R extends Resource> =
  unknown extends KindsBelow<R> ? unknown : 'scale' extends keyof KindsBelow<R> ? unknown : KindWith<'scale'>

/** The same for a subresource that is named. Of others than these two the compiler knows nothing. */
export type WithSubresource<R extends Resource, Name extends string> = Name extends 'status'
  ? WithStatus<R>
  : Name extends 'scale'
    ? WithScale<R>
    : unknown
