/** The smaller form: say what exists and what is wrong with it. The four operations follow from that. */
import type { ObjectOf, Resource, StatusOf } from '@kubewright/resource'
import { type Change, formatChanges } from './changes.ts'
import type { Parents } from './dependency.ts'
import type {
  Applied,
  ConnectionDetails,
  Deleted,
  ExternalContext,
  ExternalOperations,
  LookContext,
  SpecPart,
  Verification,
} from './operations.ts'
import { deleteResults, type Verdict } from './state.ts'

/** How far along something is that exists. */
export type Phase = Extract<Verdict, 'Ready' | 'InProgress' | 'Deleting' | 'Error'>

export interface ObservedOperations<R extends Resource, P extends Parents, Actual, Field extends string> {
  /** What exists now; `undefined` when nothing does. Looks, and changes nothing. */
  observe(object: ObjectOf<R>, ctx: LookContext<R, P>): Promise<Actual | undefined>
  /** What is wrong with it. Pure; an empty list means nothing. */
  diff(object: ObjectOf<R>, actual: NoInfer<Actual>, ctx: LookContext<R, P>): readonly Change<Field>[]
  /** Returns what it likes; `applied(…)` to say more. */
  create(object: ObjectOf<R>, ctx: ExternalContext<R, P>): Promise<unknown>
  /** Puts right what `diff` reported. */
  update(object: ObjectOf<R>, changes: readonly Change<NoInfer<Field>>[], ctx: ExternalContext<R, P>): Promise<unknown>
  /** What is gone already counts as deleted, also if the API says 404. Returns what it likes; `deletion(…)` to say more. */
  delete(object: ObjectOf<R>, ctx: LookContext<R, P>): Promise<unknown>
  /** How the operation stands that one of these began, and named with `applied` or `deletion`. See `ExternalOperations`. */
  follow?: ExternalOperations<R, P>['follow']
  /** Fields of the status that follow from what exists. */
  status?(actual: NoInfer<Actual>, object: ObjectOf<R>): StatusOf<R>
  /** How far along it is, where changes take their time. @default 'Ready' */
  phase?(actual: NoInfer<Actual>): Phase
  /** Fields that only a new resource can have otherwise. @default none */
  readonly recreateFor?: readonly NoInfer<Field>[]
  /** Whether it bears the mark of this object; `undefined` if nothing tells. @default what was written down counts */
  isOurs?(object: ObjectOf<R>, actual: NoInfer<Actual>): boolean | undefined
  /** Fields the author left open, as they are. Only those are filled in. */
  lateInitialize?(actual: NoInfer<Actual>): SpecPart<R>
  /** How to reach it, for the Secret. */
  connection?(object: ObjectOf<R>, actual: NoInfer<Actual>): ConnectionDetails
}

/** What `create` and `update` may return to say more than that they are done. */
export interface SaidApplied extends Applied {
  readonly '~applied': true
}

/**
 * What a create or update came to: a name that the provider chose, details that cannot be read later, or that it takes its time.
 *
 * @example
 * ```ts
 * applied({ externalName: 'i-0a1b' }).result // => 'Succeeded'
 * applied({ operation: 'operations/7' }).result // => 'AwaitingVerification'
 * ```
 */
export function applied(said: Omit<Applied, 'result'> & { readonly result?: Applied['result'] }): SaidApplied {
  return { result: said.operation === undefined ? 'Succeeded' : 'AwaitingVerification', ...said, '~applied': true }
}

/** What `delete` may return to say more than that it was asked for. */
export interface SaidDeletion extends Deleted {
  readonly '~deletion': true
}

/**
 * What a delete came to: that it was gone, that it is, or the operation that removes it.
 *
 * @example
 * ```ts
 * deletion({ operation: 'operations/8' }).result // => 'AwaitingVerification'
 * ```
 */
export function deletion(said: Partial<Deleted>): SaidDeletion {
  return { result: 'AwaitingVerification', ...said, '~deletion': true }
}

export function fromObserved<R extends Resource, P extends Parents, Actual, Field extends string>(
  observed: ObservedOperations<R, P, Actual, Field>,
): ExternalOperations<R, P> {
  return {
    async verify(object, ctx) {
      const actual = await observed.observe(object, ctx)
      // `null` is what many databases say for nothing.
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
  ctx: LookContext<R, P>,
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

/** What is to go need not be right: nothing is asked that only says whether it is, and what goes wrong there is in nobody's way. */
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
    return false // deleting it once more does no harm
  }
}

/** What is broken may be mended by what is wrong with it. */
function verdictOf(phase: Phase, changes: readonly Change[], recreateFor: readonly string[] = []): Verdict {
  if (changes.length === 0) return phase
  return changes.some(({ field }) => recreateFor.includes(field)) ? 'RecreateRequired' : 'UpdateRequired'
}

function appliedOf(said: unknown): Applied {
  const isApplied = typeof said === 'object' && said !== null && '~applied' in said
  if (!isApplied) return { result: 'Succeeded' }
  const { '~applied': _, ...rest } = said as SaidApplied
  return rest
}

/** Whether it is gone, only a look tells, unless the operation knows. */
function deletionOf(said: unknown): Deleted {
  if (typeof said !== 'object' || said === null || !('~deletion' in said)) {
    return { result: deleteResults.find((one) => one === said) ?? 'AwaitingVerification' }
  }
  const { '~deletion': _, ...rest } = said as SaidDeletion
  return rest
}
