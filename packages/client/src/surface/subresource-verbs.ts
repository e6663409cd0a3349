/** Any other subresource: `eviction` of Pods, `approval` of signing requests, `token` of service accounts. */
import type { KubeObject, Ref } from '@kubewright/core'
import type { JsonPatch } from '@kubewright/core/json'
import type { InputOf, ObjectOf, Resource } from '@kubewright/resource'
import type { Verb } from '../error/operation.ts'
import type { VerbContext } from '../verb/context.ts'
import { getObject } from '../verb/get.ts'
import { viewed } from '../verb/given-options.ts'
import type { ApplyOptions, GetOptions, UpdateOptions, WriteOptions } from '../verb/options.ts'
import type { AppliedPart, MergePatch, PatchOptions } from '../verb/patch.ts'
import { servedTarget } from '../verb/served-subresource.ts'
import { wholeView } from '../verb/view.ts'
import { applyBelow, createBelow, patchObject, updateBelow } from '../verb/write.ts'
import type { KindsBelow } from './kind-with.ts'

/** The type returned by the subresource: its own kind, or else that of the parent object. */
export type SubresourceObject<R extends Resource, Name extends string> = Name extends keyof KindsBelow<R>
  ? KindsBelow<R>[Name] extends { readonly read: infer Read extends KubeObject }
    ? Read
    : ObjectOf<R>
  : ObjectOf<R>

/** The input type of the subresource. */
export type SubresourceInput<R extends Resource, Name extends string> = Name extends keyof KindsBelow<R>
  ? KindsBelow<R>[Name] extends { readonly write: infer Write extends object }
    ? Write
    : InputOf<R>
  : InputOf<R> | ObjectOf<R>

/** The verbs for one subresource: `client.subresource(Pod, 'eviction')`. */
export interface SubresourceVerbs<Read extends KubeObject, Write extends object> {
  get(ref: Ref, options?: GetOptions): Promise<Read>
  /** `undefined` where the server responds with a bare success, as for an eviction. */
  create(ref: Ref, body: Write, options?: WriteOptions): Promise<Read | undefined>
  /** Replaces what you read. Rejects with `isConflict` if it changed concurrently. */
  update(ref: Ref, body: Write, options?: UpdateOptions): Promise<Read>
  patch(ref: Ref, patch: MergePatch<Write> | JsonPatch, options?: PatchOptions<'merge' | 'json'>): Promise<Read>
  /** Server-side apply of a part: sets these fields and owns them. Does not create the object. */
  apply(ref: Ref, part: AppliedPart<Write>, options?: ApplyOptions): Promise<Read>
}

export function subresourceVerbs<R extends Resource, Name extends string>(
  context: VerbContext,
  resource: R,
  subresource: Name,
): SubresourceVerbs<SubresourceObject<R, Name>, SubresourceInput<R, Name>> {
  const view = wholeView<SubresourceObject<R, Name>>(resource, context.omitManagedFields)
  const target = (verb: Verb, ref: Ref) => ({ ...servedTarget(resource, subresource, verb, () => ref), ref })
  return {
    get: async (ref, options) => getObject(context, target('get', ref), ref, viewed(options, view)),
    create: async (ref, body, options) => createBelow(context, target('create', ref), body, viewed(options, view)),
    update: async (ref, body, options) => updateBelow(context, target('update', ref), body, viewed(options, view)),
    patch: async (ref, patch, options) => patchObject(context, target('patch', ref), patch, viewed(options, view)),
    apply: async (ref, part, options) => applyBelow(context, target('apply', ref), part, viewed(options, view)),
  }
}
