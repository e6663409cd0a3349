/** Desired state of one object, tagged with its kind so that its types are preserved. */
import type { InputOf, Resource } from './resource.ts'

/** A desired object and its kind. */
export interface Manifest<R extends Resource = Resource> {
  readonly resource: R
  readonly object: InputOf<R>
}

/** Tags a desired object with its kind, for functions that accept objects of several kinds, such as `ctx.own`. */
export function manifest<const R extends Resource>(resource: R, object: InputOf<R>): Manifest<R> {
  return { resource, object }
}
