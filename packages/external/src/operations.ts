/**
 * The four operations of the seed: whoever knows an external API supplies them, and nothing else. They are called one at a time
 * for an object, with a signal to listen to, and never change the object.
 */
import type { Context } from '@kubewright/controller'
import type { InputOf, ObjectOf, Resource, StatusOf } from '@kubewright/resource'
import type { Change } from './changes.ts'
import type { Parents, Resolved } from './dependency.ts'
import type { OperationStanding } from './external-operation.ts'
import type { ApplyResult, DeleteResult, Verdict } from './state.ts'

/** What an operation has at hand. */
export interface ExternalContext<R extends Resource = Resource, P extends Parents = Parents>
  extends Pick<
    Context<R>,
    'client' | 'cache' | 'log' | 'signal' | 'now' | 'clock' | 'reasons' | 'reconcileId' | 'fencingToken'
  > {
  /** What it depends on, ready to be relied on. */
  readonly dependencies: Resolved<P>
  /** What the provider called it, where that chooses names. */
  readonly externalName: string | undefined
  /** What is under way at the provider, as the call that began it returned it. */
  readonly operation: string | undefined
  /** What `verify`, `create` or `update` last returned as such. Nobody else looks at it. */
  readonly payload: unknown
  /**
   * The spec that the last create or update was made from. `undefined` if that is not known: it failed half-way, a process died
   * in it, it was taken over. Where nothing else shows what is applied, say `UpdateRequired` then.
   */
  readonly lastApplied: SpecOf<R> | undefined
  /** What the connection Secret holds now; `undefined` if there is none. */
  readonly connection: ConnectionDetails | undefined
}

/** At the end an object may have outlived what it depends on. */
export interface LookContext<R extends Resource = Resource, P extends Parents = Parents>
  extends Omit<ExternalContext<R, P>, 'dependencies'> {
  /** What it depends on, as far as it exists: an object that is deleted does not wait for it. */
  readonly dependencies: Partial<Resolved<P>>
}

export type SpecOf<R extends Resource> = ObjectOf<R> extends { readonly spec: infer Spec } ? Spec : unknown
/** Any part of a spec, as an author writes it. */
export type SpecPart<R extends Resource> =
  InputOf<R> extends { readonly spec?: infer Spec } ? Partial<NonNullable<Spec>> : never

/** Texts by key: host, port, user, password. They go to a Secret and nowhere else. */
export type ConnectionDetails = Readonly<Record<string, string>>

/** What a look says. */
export interface Verification<R extends Resource = Resource> {
  readonly verdict: Verdict
  /** For people. */
  readonly message?: string
  /** Handed back at the next look. Kept in `status.payload`. */
  readonly payload?: unknown
  /** Fields of the status that follow from what is seen. */
  readonly status?: StatusOf<R>
  /** Whether it bears our mark. Left out where nothing tells: then what was written down of its creation counts. */
  readonly isOurs?: boolean
  /** What an update has to change. */
  readonly changes?: readonly Change[]
  /** Fields the author left open, as they are. Only those are filled in. */
  readonly lateInitialized?: SpecPart<R>
  readonly connection?: ConnectionDetails
}

/** What a create or an update came to. */
export interface Applied {
  readonly result: ApplyResult
  readonly message?: string
  readonly payload?: unknown
  /** What the provider calls it, where that chooses names. */
  readonly externalName?: string
  /** What the provider calls the operation that was begun: handed to `follow` until that is over. */
  readonly operation?: string
  /** Published at once: what cannot be read later, such as a password, is lost otherwise. */
  readonly connection?: ConnectionDetails
}

/** What a delete came to. */
export interface Deleted {
  readonly result: DeleteResult
  /** What the provider calls the operation that was begun: handed to `follow` until that is over. */
  readonly operation?: string
}

export interface ExternalOperations<R extends Resource, P extends Parents> {
  /** Looks, and changes nothing. */
  verify(object: ObjectOf<R>, ctx: LookContext<R, P>): Promise<Verdict | Verification<R>>
  create(object: ObjectOf<R>, ctx: ExternalContext<R, P>): Promise<ApplyResult | Applied>
  update(object: ObjectOf<R>, ctx: UpdateContext<R, P>): Promise<ApplyResult | Applied>
  /** Not there any more counts as `AlreadyDeleted`. */
  delete(object: ObjectOf<R>, ctx: LookContext<R, P>): Promise<DeleteResult | Deleted>
  /**
   * How the operation stands that `create`, `update` or `delete` began: asked before each look, until it is over. Meanwhile what
   * does not show is neither made again nor taken for gone, and what shows is not changed. One that the provider does not know
   * any more (404) is over.
   */
  follow?(object: ObjectOf<R>, ctx: FollowContext<R, P>): Promise<OperationStanding>
}

export interface FollowContext<R extends Resource = Resource, P extends Parents = Parents>
  extends Omit<LookContext<R, P>, 'operation'> {
  readonly operation: string
}

export interface UpdateContext<R extends Resource = Resource, P extends Parents = Parents>
  extends ExternalContext<R, P> {
  /** What the look before said that has to change. */
  readonly changes: readonly Change[]
}
