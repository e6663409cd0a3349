/** The target of a verb. */
import type { Ref } from '@kubewright/core'
import type { ResourceName } from '../error/operation.ts'

/** A resource, or one of its subresources. */
export interface Target {
  readonly resource: ResourceName
  readonly subresource?: string | undefined
}

/** One object, named in the URL. */
export interface ObjectTarget extends Target {
  readonly ref: Ref
}
