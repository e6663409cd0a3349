/** Watches of other kinds: the changes that matter, and the objects to reconcile. */
import type { Ref } from '@kubewright/core'
import { deepEqual } from '@kubewright/core/json'
import type { IndexDefinition } from '@kubewright/cache'
import type { ObjectOf, Resource } from '@kubewright/resource'
import { assertWatchForm } from './controller-form.ts'

/** Cache lookups for map functions. */
export interface Lookup {
  // Properties, not methods: map functions destructure them.
  readonly find: <R extends Resource>(
    index: IndexDefinition<R>,
    value: string,
    scope?: { readonly namespace?: string | undefined },
  ) => readonly Ref[]
  readonly all: <R extends Resource>(resource: R, scope?: { readonly namespace?: string | undefined }) => readonly Ref[]
}

/** Selects the changes that trigger a reconcile. `previous` is `undefined` for a new object. */
export type When<Item> = (next: Item, previous: Item | undefined) => boolean

/** Options of `watch`: which changes matter, and which objects to reconcile. */
export interface WatchOptions<R extends Resource> {
  /** @default every change */
  readonly when?: When<ObjectOf<R>>
  /**
   * The objects to reconcile when this one changes. Called with the new state and with the old one, so that an object that is no
   * longer affected is reconciled too.
   */
  readonly requests: (object: ObjectOf<R>, lookup: Lookup) => Iterable<Ref>
  /** @default false */
  readonly metadataOnly?: boolean
}

/** A watch of another kind whose changes trigger reconciles: the result of `watch`. */
export interface Watch<R extends Resource = Resource> extends WatchOptions<R> {
  readonly resource: R
}

/**
 * Triggers reconciles when objects of another kind change.
 *
 * Failure: `KW_CONTROLLER_DEFINITION` for a missing or unknown option.
 */
export function watch<R extends Resource>(resource: R, options: WatchOptions<R>): Watch {
  assertWatchForm(resource, options)
  return { resource, ...options } as unknown as Watch
}

/** Matches when the selected part of the object changes, or the object appears. */
export function changed<Item>(select: (object: Item) => unknown): When<Item> {
  return (next, previous) => previous === undefined || !deepEqual(select(next), select(previous))
}
