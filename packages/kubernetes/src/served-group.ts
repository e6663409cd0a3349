/** The resources an API server serves, as in discovery. */
import type { GroupVersionKind } from '@kubewright/core'
import type { BuiltIn, Verb } from './built-in.ts'

export interface ServedGroup {
  /** Empty for the core group. */
  readonly group: string
  /** The preferred version comes first. */
  readonly versions: readonly ServedVersion[]
}

export interface ServedVersion {
  readonly version: string
  readonly resources: readonly ServedResource[]
}

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
