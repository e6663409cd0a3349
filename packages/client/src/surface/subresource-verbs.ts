/** Any other subresource: `eviction` of Pods, `approval` of signing requests, `token` of service accounts. */
import type { JsonPatch, KubeObject, Ref } from '@kubewright/core'
import type { InputOf, ObjectOf, Resource } from '@kubewright/resource'
import type { VerbContext } from '../verb/context.ts'
import { getObject } from '../verb/get.ts'
import type { GetOptions, UpdateOptions, WriteOptions } from '../verb/options.ts'
import type { MergePatch, PatchOptions } from '../verb/patch.ts'
import { wholeView } from '../verb/view.ts'
import { createBelow, patchObject, updateBelow } from '../verb/write.ts'

/** The types of those subresources that are kinds of their own; handles of built-in kinds carry them. */
type KindsBelow<R extends Resource> =
  NonNullable<R['~types']> extends { readonly subresources: infer Kinds } ? Kinds : Record<never, never>

/** What a reader of the subresource gets: its own kind, or else the object it belongs to. */
export type SubresourceObject<R extends Resource, Name extends string> = Name extends keyof KindsBelow<R>
  ? KindsBelow<R>[Name] extends { readonly read: infer Read extends KubeObject }
    ? Read
    : ObjectOf<R>
  : ObjectOf<R>

/** What an author of the subresource writes. */
export type SubresourceInput<R extends Resource, Name extends string> = Name extends keyof KindsBelow<R>
  ? KindsBelow<R>[Name] extends { readonly write: infer Write extends object }
    ? Write
    : InputOf<R>
  : InputOf<R> | ObjectOf<R>

export interface SubresourceVerbs<Read extends KubeObject, Write extends object> {
  get(ref: Ref, options?: GetOptions): Promise<Read>
  /** `undefined` where the server answers with a bare success, as it does for an eviction. */
  create(ref: Ref, body: Write, options?: WriteOptions): Promise<Read | undefined>
  /** Replaces what you read. Rejects with `isConflict` if somebody was faster. */
  update(ref: Ref, body: Write, options?: UpdateOptions): Promise<Read>
  patch(ref: Ref, patch: MergePatch<Write> | JsonPatch, options?: PatchOptions<'merge' | 'json'>): Promise<Read>
}

export function subresourceVerbs<R extends Resource, Name extends string>(
  context: VerbContext,
  resource: R,
  subresource: Name,
): SubresourceVerbs<SubresourceObject<R, Name>, SubresourceInput<R, Name>> {
  const view = wholeView<SubresourceObject<R, Name>>(resource, context.omitManagedFields)
  const target = { resource, subresource }
  return {
    get: (ref, options) => getObject(context, target, ref, { ...options, view }),
    create: (ref, body, options) => createBelow(context, { ...target, ref }, body, { ...options, view }),
    update: (ref, body, options) => updateBelow(context, { ...target, ref }, body, { ...options, view }),
    patch: (ref, patch, options) => patchObject(context, { ...target, ref }, patch, { ...options, view }),
  }
}
