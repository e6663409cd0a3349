/** The resources an API server serves, as in discovery. */
import type { GroupVersionKind } from '@kubewright/core/object'
import type { BuiltIn, Verb } from './built-in.ts'

/** An API group with the versions that a server serves. */
export interface ServedGroup {
  /** Empty for the core group. */
  readonly group: string
  /** The preferred version comes first. */
  readonly versions: readonly ServedVersion[]
}

/** A version of an API group with its served resources. */
export interface ServedVersion {
  readonly version: string
  readonly resources: readonly ServedResource[]
}

/** A served resource with its subresources. */
export interface ServedResource {
  readonly resource: BuiltIn
  readonly subresources: readonly ServedSubresource[]
}

/** Group, version and kind are those of the body, which may differ from the resource's own. */
export interface ServedSubresource extends GroupVersionKind {
  /** `status`, `scale`, … */
  readonly name: string
  readonly verbs: readonly Verb[]
}
