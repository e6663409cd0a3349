/**
 * Type-level checks for kinds with a status or a scale. A handle of a kind without one is a type error; a handle without that
 * information, such as a dynamic one, is accepted, and checked at run time.
 */
import type { Resource, StatusOf } from '@kubewright/resource'

/** Implemented by no handle: the compiler error names the missing subresource. */
export interface KindWith<Subresource extends string> {
  readonly '~has': Subresource
}

/** The subresources that are kinds of their own, by name; `unknown` if that is not known. */
export type KindsBelow<R extends Resource> = NonNullable<R['~types']>['subresources']

/** `unknown` if the kind has a `status` subresource; otherwise a type that no handle has. */
export type WithStatus<R extends Resource> = [StatusOf<R>] extends [never] ? KindWith<'status'> : unknown

/** `unknown` if the kind has a `scale` subresource; otherwise a type that no handle has. */
export type WithScale<R extends Resource> =
  unknown extends KindsBelow<R> ? unknown : 'scale' extends keyof KindsBelow<R> ? unknown : KindWith<'scale'>

/** The same for a named subresource. Other subresources are not checked. */
export type WithSubresource<R extends Resource, Name extends string> = Name extends 'status'
  ? WithStatus<R>
  : Name extends 'scale'
    ? WithScale<R>
    : unknown
