/** The status subresource, written separately: users own the spec, controllers the status. */
import type { AuthoredMeta, Ref } from '@kubewright/core'
import type { JsonPatch } from '@kubewright/core/json'
import type { ObjectOf, Resource, StatusOf } from '@kubewright/resource'
import type { VerbContext } from '../verb/context.ts'
import { getObject } from '../verb/get.ts'
import { viewed } from '../verb/given-options.ts'
import type { ApplyOptions, GetOptions, UpdateOptions } from '../verb/options.ts'
import type { MergePatch, PatchOptions } from '../verb/patch.ts'
import { servedTarget } from '../verb/served-subresource.ts'
import { wholeView } from '../verb/view.ts'
import { applyObject, patchObject, updateObject } from '../verb/write.ts'
import type { WithStatus } from './kind-with.ts'

/** An object with metadata and status; servers ignore other fields. */
export interface StatusInput<R extends Resource> {
  readonly metadata: AuthoredMeta
  readonly status?: StatusOf<R> | undefined
}

/** For kinds with a status: others are type errors, or are refused at run time if the types do not tell. */
export interface StatusVerbs {
  get<R extends Resource>(resource: R & WithStatus<R>, ref: Ref, options?: GetOptions): Promise<ObjectOf<R>>

  /** Replaces the status. Takes the object you read, with a new status. */
  update<R extends Resource>(
    resource: R & WithStatus<R>,
    object: StatusInput<R> | ObjectOf<R>,
    options?: UpdateOptions,
  ): Promise<ObjectOf<R>>

  /** Changes some fields of the status: `{ status: { url } }`. */
  patch<R extends Resource>(
    resource: R & WithStatus<R>,
    ref: Ref,
    patch: MergePatch<StatusInput<R>>,
    options?: PatchOptions<'merge'>,
  ): Promise<ObjectOf<R>>
  patch<R extends Resource>(
    resource: R & WithStatus<R>,
    ref: Ref,
    patch: JsonPatch,
    options?: PatchOptions<'json'>,
  ): Promise<ObjectOf<R>>

  /** Server-side apply of the status. Does not create the object. */
  apply<R extends Resource>(
    resource: R & WithStatus<R>,
    object: StatusInput<R>,
    options?: ApplyOptions,
  ): Promise<ObjectOf<R>>
}

export function statusVerbs(context: VerbContext): StatusVerbs {
  const subresource = 'status'
  const view = <R extends Resource>(resource: R) => wholeView<ObjectOf<R>>(resource, context.omitManagedFields)
  return {
    get: async (resource, ref, options) => {
      const target = servedTarget(resource, subresource, 'get', () => ref)
      return getObject(context, target, ref, viewed(options, view(resource)))
    },
    update: async (resource, object, options) => {
      const target = servedTarget(resource, subresource, 'update', () => object?.metadata)
      return updateObject(context, target, object, viewed(options, view(resource)))
    },
    patch: async <R extends Resource>(resource: R, ref: Ref, patch: object, options?: PatchOptions) => {
      const target = servedTarget(resource, subresource, 'patch', () => ref)
      return patchObject(context, { ...target, ref }, patch, viewed(options, view(resource)))
    },
    apply: async (resource, object, options) => {
      const target = servedTarget(resource, subresource, 'apply', () => object?.metadata)
      return applyObject(context, target, object, viewed(options, view(resource)))
    },
  }
}
