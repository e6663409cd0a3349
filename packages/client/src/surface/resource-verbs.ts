/** The verbs on whole objects, typed by the handle: `client.get(Website, …)` returns a Website. */
import type { Ref } from '@kubewright/core'
import type { JsonPatch } from '@kubewright/core/json'
import type { InputOf, ObjectOf, Resource } from '@kubewright/resource'
import { omitsManagedFields, type VerbContext } from '../verb/context.ts'
import { deleteAll, deleteObject } from '../verb/delete.ts'
import { getObject } from '../verb/get.ts'
import { viewed } from '../verb/given-options.ts'
import { type ListCall, listObjects } from '../verb/list.ts'
import type { List } from '../verb/list-page.ts'
import type {
  ApplyOptions,
  DeleteCollectionOptions,
  DeleteOptions,
  GetOptions,
  ListOptions,
  ReadOptions,
  UpdateOptions,
  WatchOptions,
  WriteOptions,
} from '../verb/options.ts'
import type { MergePatch, PatchOptions, StrategicPatch } from '../verb/patch.ts'
import { type View, wholeView } from '../verb/view.ts'
import { watchObjects } from '../verb/watch.ts'
import { applyObject, createObject, patchObject, updateObject } from '../verb/write.ts'
import type { WatchEvent } from '../watch/watch-event.ts'

/** The verbs for objects of a kind. A client has them all. */
export interface ResourceVerbs {
  /** Reads one object. Rejects with `isNotFound` if there is none: `.catch(ignoreNotFound)` maps that to `undefined`. */
  get<R extends Resource>(resource: R, ref: Ref, options?: GetOptions): Promise<ObjectOf<R>>

  /** Lists all or selected objects: `await` it for everything, or iterate to hold one page at a time. */
  list<R extends Resource>(resource: R, options?: ListOptions): ListCall<ObjectOf<R>>

  /**
   * Changes after `resourceVersion`. Without one the server first sends all existing objects as `ADDED`, in no order and without marking
   * their end, and then changes. Ends when the server ends it, after some minutes; throws when the connection is lost, and with
   * `isExpired` when the version is too old to resume from. Leaving the loop closes it.
   */
  watch<R extends Resource>(resource: R, options?: WatchOptions): AsyncIterable<WatchEvent<ObjectOf<R>>>

  /** Creates an object. Not retried after a lost connection: it may have been created. */
  create<R extends Resource>(resource: R, object: InputOf<R>, options?: WriteOptions): Promise<ObjectOf<R>>

  /** Replaces the object you read with the one you pass. Rejects with `isConflict` if it changed concurrently. */
  update<R extends Resource>(
    resource: R,
    object: InputOf<R> | ObjectOf<R>,
    options?: UpdateOptions,
  ): Promise<ObjectOf<R>>

  /** Changes some fields by a merge patch, in which `null` removes a field and lists are replaced as a whole. */
  patch<R extends Resource>(
    resource: R,
    ref: Ref,
    patch: MergePatch<InputOf<R>>,
    options?: PatchOptions<'merge'>,
  ): Promise<ObjectOf<R>>
  /** Executes a list of operations atomically. */
  patch<R extends Resource>(
    resource: R,
    ref: Ref,
    patch: JsonPatch,
    options?: PatchOptions<'json'>,
  ): Promise<ObjectOf<R>>
  /** Changes some fields and merges lists by their keys. Built-in kinds only. */
  patch<R extends Resource>(
    resource: R,
    ref: Ref,
    patch: StrategicPatch<InputOf<R>>,
    options: PatchOptions<'strategic'> & { readonly type: 'strategic' },
  ): Promise<ObjectOf<R>>

  /**
   * Server-side apply: sets these fields and owns them. Creates the object if necessary. An object you read may be applied too: its
   * `managedFields` are dropped, and its `resourceVersion` turns a concurrent change into a conflict.
   */
  apply<R extends Resource>(resource: R, object: InputOf<R>, options?: ApplyOptions): Promise<ObjectOf<R>>

  /**
   * Requests deletion. Resolves to the remaining object if finalizers or a grace period delay it; kinds that return nothing resolve to
   * `undefined`. Rejects with `isNotFound` if there was none.
   */
  delete<R extends Resource>(resource: R, ref: Ref, options?: DeleteOptions): Promise<ObjectOf<R> | undefined>

  /**
   * Deletes the selected objects of one namespace one by one, not atomically. Without a selector, or with one that selects everything, it
   * is refused unless you pass `all: true`.
   */
  deleteCollection<R extends Resource>(resource: R, options: DeleteCollectionOptions): Promise<List<ObjectOf<R>>>
}

export function resourceVerbs(context: VerbContext): ResourceVerbs {
  const view = <R extends Resource>(resource: R, options?: ReadOptions): View<ObjectOf<R>> =>
    wholeView(resource, omitsManagedFields(context, options))
  return {
    get: (resource, ref, options) => getObject(context, { resource }, ref, viewed(options, view(resource, options))),
    list: (resource, options) => listObjects(context, { resource }, viewed(options, view(resource, options))),
    watch: (resource, options) => watchObjects(context, { resource }, viewed(options, view(resource, options))),
    create: (resource, object, options) => createObject(context, { resource }, object, viewed(options, view(resource))),
    update: (resource, object, options) => updateObject(context, { resource }, object, viewed(options, view(resource))),
    patch: <R extends Resource>(resource: R, ref: Ref, patch: object, options?: PatchOptions) =>
      patchObject(context, { resource, ref }, patch, viewed(options, view(resource))),
    apply: (resource, object, options) => applyObject(context, { resource }, object, viewed(options, view(resource))),
    delete: (resource, ref, options) => deleteObject(context, { resource }, ref, viewed(options, view(resource))),
    deleteCollection: (resource, options) => deleteAll(context, { resource }, viewed(options, view(resource))),
  }
}
