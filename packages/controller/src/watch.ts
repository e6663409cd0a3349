/** Other kinds that wake a controller: which of their changes matter, and which objects they wake. */
import { deepEqual, type Ref } from '@kubewright/core'
import type { IndexDefinition } from '@kubewright/cache'
import type { ObjectOf, Resource } from '@kubewright/resource'

/** Finds objects in the cache, to say which ones a change concerns. */
export interface Lookup {
  // Properties, not methods: map functions take them apart.
  readonly find: <R extends Resource>(
    index: IndexDefinition<R>,
    value: string,
    scope?: { readonly namespace?: string | undefined },
  ) => readonly Ref[]
  readonly all: <R extends Resource>(resource: R, scope?: { readonly namespace?: string | undefined }) => readonly Ref[]
}

/** Which changes are worth a reconcile: asked with the state before, `undefined` if there was none. */
export type When<Object> = (next: Object, previous: Object | undefined) => boolean

export interface WatchOptions<R extends Resource> {
  /** @default every change */
  readonly when?: When<ObjectOf<R>>
  /**
   * Which objects to reconcile when this one changes. Asked with the new state and with the old one, so that an object
   * that is no longer concerned wakes too.
   */
  readonly requests: (object: ObjectOf<R>, lookup: Lookup) => Iterable<Ref>
  /** @default false */
  readonly metadataOnly?: boolean
}

export interface Watch<R extends Resource = Resource> extends WatchOptions<R> {
  readonly resource: R
}

/** Wakes the controller when objects of another kind change. */
export function watch<R extends Resource>(resource: R, options: WatchOptions<R>): Watch {
  return { resource, ...options } as unknown as Watch
}

/** Only when this part of the object changes, or the object appears. */
export function changed<Object>(select: (object: Object) => unknown): When<Object> {
  return (next, previous) => previous === undefined || !deepEqual(select(next), select(previous))
}
