/** Whether a caller may do what it asks. */
import type { User } from './user.ts'

/** Doing something with objects. A request for a resource is one; reviews ask about verbs no request has. */
export interface ResourceAccess {
  readonly isResource: true
  readonly verb: string
  readonly group: string
  /** The plural. */
  readonly resource: string
  readonly subresource: string
  /** Empty for everything that is in no namespace, and for all namespaces at once. */
  readonly namespace: string
  readonly name: string
}

/** Asking for a path that is no object. */
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
