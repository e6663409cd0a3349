/** The number of replicas of an object, independent of its kind. */
import type { AuthoredMeta, KubeObject, Ref } from '@kubewright/core'
import type { Resource } from '@kubewright/resource'
import type { VerbContext } from '../verb/context.ts'
import { getObject } from '../verb/get.ts'
import { viewed } from '../verb/given-options.ts'
import type { ApplyOptions, GetOptions, UpdateOptions, WriteOptions } from '../verb/options.ts'
import type { MergePatch } from '../verb/patch.ts'
import { servedTarget } from '../verb/served-subresource.ts'
import { wholeView } from '../verb/view.ts'
import { applyBelow, patchObject, updateBelow } from '../verb/write.ts'
import type { WithScale } from './kind-with.ts'

/** The scale subresource of an object: desired and actual number of replicas, whatever its kind. */
export interface Scale extends KubeObject {
  readonly apiVersion: 'autoscaling/v1'
  readonly kind: 'Scale'
  readonly spec: { readonly replicas?: number }
  readonly status?: { readonly replicas: number; readonly selector?: string }
}

/** A scale as users write it: the desired number of replicas. */
export interface ScaleInput {
  /** The `resourceVersion` turns a concurrent change into a conflict; an update requires it. */
  readonly metadata?: AuthoredMeta | undefined
  readonly spec: { readonly replicas: number }
}

/** For scalable kinds: others are type errors, or are refused at run time if the types do not tell. */
export interface ScaleVerbs {
  get<R extends Resource>(resource: R & WithScale<R>, ref: Ref, options?: GetOptions): Promise<Scale>
  /** Replaces the scale you read. Rejects with `isConflict` if it changed concurrently. */
  update<R extends Resource>(
    resource: R & WithScale<R>,
    ref: Ref,
    scale: ScaleInput,
    options?: UpdateOptions,
  ): Promise<Scale>
  /** `client.scale.patch(Deployment, ref, { spec: { replicas: 3 } })` */
  patch<R extends Resource>(
    resource: R & WithScale<R>,
    ref: Ref,
    patch: MergePatch<ScaleInput>,
    options?: WriteOptions,
  ): Promise<Scale>
  /** Server-side apply: owns the number of replicas from now on. Does not create the object. */
  apply<R extends Resource>(
    resource: R & WithScale<R>,
    ref: Ref,
    scale: ScaleInput,
    options?: ApplyOptions,
  ): Promise<Scale>
}

const subresource = 'scale'

export function scaleVerbs(context: VerbContext): ScaleVerbs {
  const view = (resource: Resource) => wholeView<Scale>(resource, context.omitManagedFields)
  return {
    get: async (resource, ref, options) => {
      const target = servedTarget(resource, subresource, 'get', () => ref)
      return getObject(context, target, ref, viewed(options, view(resource)))
    },
    update: async (resource, ref, scale, options) => {
      const target = servedTarget(resource, subresource, 'update', () => ref)
      const { metadata, spec } = scale ?? {}
      const body = { apiVersion: 'autoscaling/v1', kind: 'Scale', metadata: { ...ref, ...metadata }, spec }
      return updateBelow(context, { ...target, ref }, body, viewed(options, view(resource)))
    },
    patch: async (resource, ref, patch, options) => {
      const target = servedTarget(resource, subresource, 'patch', () => ref)
      return patchObject(context, { ...target, ref }, patch, viewed(options, view(resource)))
    },
    apply: async (resource, ref, scale, options) => {
      const target = servedTarget(resource, subresource, 'apply', () => ref)
      return applyBelow(context, { ...target, ref }, scale, viewed(options, view(resource)))
    },
  }
}
