/**
 * The four operations, implemented for each external API. They are called one at a time per object, with an abort signal, and never
 * change the object.
 */
import type { Context } from '@kubewright/controller'
import type { InputOf, ObjectOf, Resource, StatusOf } from '@kubewright/resource'
import type { Change } from '../decision/changes.ts'
import type { Parents, Resolved } from './dependency.ts'
import type { OperationStatus } from './external-operation.ts'
import type { ApplyResult, DeleteResult, Verdict } from '../decision/state.ts'

/** The context of an operation. */
export interface ExternalContext<R extends Resource = Resource, P extends Parents = Parents>
  extends Pick<
    Context<R>,
    'client' | 'cache' | 'log' | 'signal' | 'now' | 'clock' | 'reasons' | 'reconcileId' | 'fencingToken'
  > {
  /** The dependencies of the object, all ready. */
  readonly dependencies: Resolved<P>
  /** The name assigned by the provider, if it assigns names. */
  readonly externalName: string | undefined
  /** The id of the operation in progress at the provider, as returned by the call that started it. */
  readonly operation: string | undefined
  /** The `payload` last returned by `verify`, `create` or `update`. Opaque to the framework. */
  readonly payload: unknown
  /**
   * The spec of the last create or update. `undefined` if unknown: it failed half-way, a process crashed in it, or the resource was
   * adopted. Return `UpdateRequired` then, if nothing else shows the applied state.
   */
  readonly lastApplied: SpecOf<R> | undefined
  /** The content of the connection Secret; `undefined` if there is none. */
  readonly connection: ConnectionDetails | undefined
}

/** A context in which dependencies may be gone: an object being deleted may outlive them. */
export interface UnresolvedContext<R extends Resource = Resource, P extends Parents = Parents>
  extends Omit<ExternalContext<R, P>, 'dependencies'> {
  /** The dependencies that exist: the deletion of an object does not wait for missing ones. */
  readonly dependencies: Partial<Resolved<P>>
}

/** The spec of a resource's objects. */
export type SpecOf<R extends Resource> = ObjectOf<R> extends { readonly spec: infer Spec } ? Spec : unknown
/** Any part of a spec, as users write it. */
export type SpecPart<R extends Resource> =
  InputOf<R> extends { readonly spec?: infer Spec } ? Partial<NonNullable<Spec>> : never

/** Strings by key: host, port, user, password. Stored only in a Secret. */
export type ConnectionDetails = Readonly<Record<string, string>>

/** The result of an observation. */
export interface Verification<R extends Resource = Resource> {
  readonly verdict: Verdict
  /** For users. */
  readonly message?: string
  /** Returned in the context of the next call. Stored in `status.payload`. */
  readonly payload?: unknown
  /** Status fields that derive from the observation. */
  readonly status?: StatusOf<R>
  /** Whether it carries our mark. Omit it if unknown: then the creation record counts. */
  readonly isOurs?: boolean
  /** The changes an update has to make. */
  readonly changes?: readonly Change[]
  /** Actual values for unset spec fields. Only unset ones are filled in. */
  readonly lateInitialized?: SpecPart<R>
  readonly connection?: ConnectionDetails
}

/** The result of a create or an update. */
export interface Applied {
  readonly result: ApplyResult
  readonly message?: string
  readonly payload?: unknown
  /** The name assigned by the provider, if it assigns names. */
  readonly externalName?: string
  /** The id of the operation started: passed to `follow` until it ends. */
  readonly operation?: string
  /** Published at once: details that cannot be read later, such as a password, would be lost otherwise. */
  readonly connection?: ConnectionDetails
}

/** The result of a delete. */
export interface Deleted {
  readonly result: DeleteResult
  /** The id of the operation started: passed to `follow` until it ends. */
  readonly operation?: string
}

/** The operations of the full form of `defineExternalController`: verify, create, update and delete one external resource. */
export interface ExternalOperations<R extends Resource, P extends Parents> {
  /** Observes the resource. Must not change anything. */
  verify(object: ObjectOf<R>, ctx: UnresolvedContext<R, P>): Promise<Verdict | Verification<R>>
  create(object: ObjectOf<R>, ctx: ExternalContext<R, P>): Promise<ApplyResult | Applied>
  update(object: ObjectOf<R>, ctx: UpdateContext<R, P>): Promise<ApplyResult | Applied>
  /** A missing resource counts as `AlreadyDeleted`. */
  delete(object: ObjectOf<R>, ctx: UnresolvedContext<R, P>): Promise<DeleteResult | Deleted>
  /**
   * The state of the operation that `create`, `update` or `delete` started: polled before each observation, until it ends. Meanwhile a
   * missing resource is neither recreated nor considered gone, and an existing one is not changed. An operation unknown to the provider
   * (404) has ended.
   */
  follow?(object: ObjectOf<R>, ctx: FollowContext<R, P>): Promise<OperationStatus>
}

/** The context of `follow`, with the id of the operation to poll. */
export interface FollowContext<R extends Resource = Resource, P extends Parents = Parents>
  extends Omit<UnresolvedContext<R, P>, 'operation'> {
  readonly operation: string
}

/** The context of `update`, with the differences to remove. */
export interface UpdateContext<R extends Resource = Resource, P extends Parents = Parents>
  extends ExternalContext<R, P> {
  /** The changes reported by the preceding observation. */
  readonly changes: readonly Change[]
}
