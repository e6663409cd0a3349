/** Authorization of accesses. */
import type { User } from '../identity/user.ts'

/** An access to objects: a resource request, or the subject of a review, which may have verbs that no request has. */
export interface ResourceAccess {
  readonly isResource: true
  readonly verb: string
  readonly group: string
  /** The plural. */
  readonly resource: string
  readonly subresource: string
  /** Empty for cluster-scoped resources, and for all namespaces at once. */
  readonly namespace: string
  readonly name: string
}

/** An access to a non-resource path. */
export interface PathAccess {
  readonly isResource: false
  readonly verb: string
  readonly path: string
}

export type Access = ResourceAccess | PathAccess

export interface Decision {
  readonly isAllowed: boolean
  /** Why; shown to the caller when refused. */
  readonly reason: string
}

export type Authorize = (access: Access, user: User) => Promise<Decision> | Decision
