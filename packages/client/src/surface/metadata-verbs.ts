/** The verbs on metadata only, for callers that do not need whole objects. */
import type { AuthoredMeta, Ref } from '@kubewright/core'
import type { JsonPatch } from '@kubewright/core/json'
import type { Resource } from '@kubewright/resource'
import { omitsManagedFields, type VerbContext } from '../verb/context.ts'
import { deleteAll, deleteObject } from '../verb/delete.ts'
import { getObject } from '../verb/get.ts'
import { viewed } from '../verb/given-options.ts'
import { type ListCall, listObjects } from '../verb/list.ts'
import type { List } from '../verb/list-page.ts'
import type {
  DeleteCollectionOptions,
  DeleteOptions,
  GetOptions,
  ListOptions,
  ReadOptions,
  WatchOptions,
} from '../verb/options.ts'
import type { MergePatch, PatchOptions } from '../verb/patch.ts'
import { metadataView, type PartialObject } from '../verb/view.ts'
import { watchObjects } from '../verb/watch.ts'
import { patchObject } from '../verb/write.ts'
import type { WatchEvent } from '../watch/watch-event.ts'

/** The verbs that read or write metadata only: `client.metadata`. */
export interface MetadataVerbs {
  /** As `client.get`, but returns metadata only. */
  get(resource: Resource, ref: Ref, options?: GetOptions): Promise<PartialObject>
  /** As `client.list`, but returns metadata only. */
  list(resource: Resource, options?: ListOptions): ListCall<PartialObject>
  /** As `client.watch`, but returns metadata only. */
  watch(resource: Resource, options?: WatchOptions): AsyncIterable<WatchEvent<PartialObject>>
  /** Labels, annotations, finalizers, owners: `{ metadata: { labels: { tier: 'web' } } }`. */
  patch(
    resource: Resource,
    ref: Ref,
    patch: { readonly metadata: MergePatch<AuthoredMeta> } | JsonPatch,
    options?: PatchOptions<'merge' | 'json'>,
  ): Promise<PartialObject>
  /** As `client.delete`, but returns metadata only. */
  delete(resource: Resource, ref: Ref, options?: DeleteOptions): Promise<PartialObject | undefined>
  /** Like `client.deleteCollection`, but returns metadata only. */
  deleteCollection(resource: Resource, options: DeleteCollectionOptions): Promise<List<PartialObject>>
}

export function metadataVerbs(context: VerbContext): MetadataVerbs {
  const view = (options?: ReadOptions) => metadataView(omitsManagedFields(context, options))
  return {
    get: (resource, ref, options) => getObject(context, { resource }, ref, viewed(options, view(options))),
    list: (resource, options) => listObjects(context, { resource }, viewed(options, view(options))),
    watch: (resource, options) => watchObjects(context, { resource }, viewed(options, view(options))),
    patch: (resource, ref, patch, options) => patchObject(context, { resource, ref }, patch, viewed(options, view())),
    delete: (resource, ref, options) => deleteObject(context, { resource }, ref, viewed(options, view())),
    deleteCollection: (resource, options) => deleteAll(context, { resource }, viewed(options, view())),
  }
}
