/** The smaller form: report the actual state and its differences. The four operations are derived from that. */
import type { ObjectOf, Resource, StatusOf } from '@kubewright/resource'
import { type Change, formatChanges } from '../decision/changes.ts'
import type { Parents } from './dependency.ts'
import type {
  Applied,
  ConnectionDetails,
  Deleted,
  ExternalContext,
  ExternalOperations,
  UnresolvedContext,
  SpecPart,
  Verification,
} from './operations.ts'
import { deleteResults, type Verdict } from '../decision/state.ts'

/** The lifecycle phase of an existing resource. */
export type Phase = Extract<Verdict, 'Ready' | 'InProgress' | 'Deleting' | 'Error'>

/** The operations of the smaller form of `defineExternalController`: report the actual state and its differences from the spec. */
export interface ObservedOperations<R extends Resource, P extends Parents, Actual, Field extends string> {
  /** Returns the actual resource; `undefined` if it does not exist. Must not change anything. */
  observe(object: ObjectOf<R>, ctx: UnresolvedContext<R, P>): Promise<Actual | undefined>
  /** The differences from the desired state. Pure; empty if there are none. */
  diff(object: ObjectOf<R>, actual: NoInfer<Actual>, ctx: UnresolvedContext<R, P>): readonly Change<Field>[]
  /** The return value is ignored, except `applied(…)`. */
  create(object: ObjectOf<R>, ctx: ExternalContext<R, P>): Promise<unknown>
  /** Applies the changes that `diff` reported. */
  update(object: ObjectOf<R>, changes: readonly Change<NoInfer<Field>>[], ctx: ExternalContext<R, P>): Promise<unknown>
  /** A missing resource counts as deleted, also on a 404. The return value is ignored, except `deletion(…)` and result names. */
  delete(object: ObjectOf<R>, ctx: UnresolvedContext<R, P>): Promise<unknown>
  /** The state of an operation started by one of these and named by `applied` or `deletion`. See `ExternalOperations`. */
  follow?: ExternalOperations<R, P>['follow']
  /** Status fields that derive from the resource. */
  status?(actual: NoInfer<Actual>, object: ObjectOf<R>): StatusOf<R>
  /** The lifecycle phase of the resource, for an API with asynchronous changes. @default 'Ready' */
  phase?(actual: NoInfer<Actual>): Phase
  /** Immutable fields: a change recreates the resource. @default none */
  readonly recreateFor?: readonly NoInfer<Field>[]
  /** Whether it carries the mark of this object; `undefined` if unknown. @default unknown: the record in the annotations decides */
  isOurs?(object: ObjectOf<R>, actual: NoInfer<Actual>): boolean | undefined
  /** Actual values for unset spec fields. Only unset ones are filled in. */
  lateInitialize?(actual: NoInfer<Actual>): SpecPart<R>
  /** Connection details, for the Secret. */
  connection?(object: ObjectOf<R>, actual: NoInfer<Actual>): ConnectionDetails
}

/** An explicit result of `create` or `update`. */
export interface AppliedResult extends Applied {
  readonly '~applied': true
}

/**
 * The result of a create or update: an assigned name, details that cannot be read later, or an operation in progress.
 *
 * @example
 * ```ts
 * applied({ externalName: 'i-0a1b' }).result // => 'Succeeded'
 * applied({ operation: 'operations/7' }).result // => 'AwaitingVerification'
 * ```
 */
export function applied(said: Omit<Applied, 'result'> & { readonly result?: Applied['result'] }): AppliedResult {
  return { result: said.operation === undefined ? 'Succeeded' : 'AwaitingVerification', ...said, '~applied': true }
}

/** An explicit result of `delete`. */
export interface DeletionResult extends Deleted {
  readonly '~deletion': true
}

/**
 * The result of a delete: already gone, done, or an operation in progress.
 *
 * @example
 * ```ts
 * deletion({ operation: 'operations/8' }).result // => 'AwaitingVerification'
 * ```
 */
export function deletion(said: Partial<Deleted>): DeletionResult {
  return { result: 'AwaitingVerification', ...said, '~deletion': true }
}

export function fromObserved<R extends Resource, P extends Parents, Actual, Field extends string>(
  observed: ObservedOperations<R, P, Actual, Field>,
): ExternalOperations<R, P> {
  return {
    async verify(object, ctx) {
      const actual = await observed.observe(object, ctx)
      // Many databases return `null` for no result.
      if (actual === undefined || actual === null) return 'Missing'
      const isDeleting = object.metadata.deletionTimestamp !== undefined
      return isDeleting ? lastVerificationOf(observed, object, actual) : verificationOf(observed, object, actual, ctx)
    },
    create: async (object, ctx) => appliedOf(await observed.create(object, ctx)),
    async update(object, ctx) {
      return appliedOf(await observed.update(object, ctx.changes as readonly Change<Field>[], ctx))
    },
    delete: async (object, ctx) => deletionOf(await observed.delete(object, ctx)),
    ...(observed.follow === undefined ? {} : { follow: (object, ctx) => observed.follow!(object, ctx) }),
  }
}

function verificationOf<R extends Resource, P extends Parents, Actual, Field extends string>(
  observed: ObservedOperations<R, P, Actual, Field>,
  object: ObjectOf<R>,
  actual: NonNullable<Actual>,
  ctx: UnresolvedContext<R, P>,
): Verification<R> {
  const phase = observed.phase?.(actual) ?? 'Ready'
  const isSettled = phase === 'Ready' || phase === 'Error'
  const changes = isSettled ? observed.diff(object, actual, ctx) : []
  const isOurs = observed.isOurs?.(object, actual)
  const open = observed.lateInitialize?.(actual)
  const connection = observed.connection?.(object, actual)
  const status = observed.status?.(actual, object)
  return {
    verdict: verdictOf(phase, changes, observed.recreateFor),
    ...(changes.length === 0 ? {} : { changes, message: formatChanges(changes) }),
    ...(status === undefined ? {} : { status }),
    ...(isOurs === undefined ? {} : { isOurs }),
    ...(open === undefined ? {} : { lateInitialized: open }),
    ...(connection === undefined ? {} : { connection }),
  }
}

/** During deletion, functions that only compare the state are not called, so that their failures cannot block it. */
function lastVerificationOf<R extends Resource, P extends Parents, Actual, Field extends string>(
  observed: ObservedOperations<R, P, Actual, Field>,
  object: ObjectOf<R>,
  actual: NonNullable<Actual>,
): Verification<R> {
  const isOurs = observed.isOurs?.(object, actual)
  return { verdict: isGoing(observed, actual) ? 'Deleting' : 'Ready', ...(isOurs === undefined ? {} : { isOurs }) }
}

function isGoing<R extends Resource, P extends Parents, Actual, Field extends string>(
  observed: ObservedOperations<R, P, Actual, Field>,
  actual: NonNullable<Actual>,
): boolean {
  try {
    return observed.phase?.(actual) === 'Deleting'
  } catch {
    return false // repeating the deletion is harmless
  }
}

/** A broken resource may be repaired by applying its differences. */
function verdictOf(phase: Phase, changes: readonly Change[], recreateFor: readonly string[] = []): Verdict {
  if (changes.length === 0) return phase
  return changes.some(({ field }) => recreateFor.includes(field)) ? 'RecreateRequired' : 'UpdateRequired'
}

function appliedOf(said: unknown): Applied {
  const isApplied = typeof said === 'object' && said !== null && '~applied' in said
  if (!isApplied) return { result: 'Succeeded' }
  const { '~applied': _, ...rest } = said as AppliedResult
  return rest
}

/** Without an explicit result only an observation can confirm the deletion. */
function deletionOf(said: unknown): Deleted {
  if (typeof said !== 'object' || said === null || !('~deletion' in said)) {
    return { result: deleteResults.find((one) => one === said) ?? 'AwaitingVerification' }
  }
  const { '~deletion': _, ...rest } = said as DeletionResult
  return rest
}
