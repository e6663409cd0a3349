/** Desired state of one object, tagged with its kind so that its types are preserved. */
import type { InputOf, Resource } from './resource.ts'

export interface Manifest<R extends Resource = Resource> {
  readonly resource: R
  readonly object: InputOf<R>
}

export function manifest<const R extends Resource>(resource: R, object: InputOf<R>): Manifest<R> {
  return { resource, object }
}
