/** Conditions of an object's status. */
import { deepEqual } from '../json/deep-equal.ts'
import { formatTime } from '../time/time.ts'

/** The status of a condition. `Unknown` is neither true nor false. */
export type ConditionStatus = 'True' | 'False' | 'Unknown'

/** One condition of an object's status, as Kubernetes stores it. */
export interface Condition {
  readonly type: string
  readonly status: ConditionStatus
  /** A CamelCase identifier for programs. */
  readonly reason: string
  /** A human-readable sentence; may be empty. */
  readonly message: string
  /** When `status` last changed; not when it was last confirmed. */
  readonly lastTransitionTime: string
  /** The generation this condition was computed from. Older than the object's generation: not evaluated yet. */
  readonly observedGeneration?: number
}

/** A condition's status, reason and message, before it is recorded with a transition time. */
export interface Verdict {
  readonly status: ConditionStatus
  readonly reason: string
  readonly message?: string
}

/** The verdict `True` for a condition, with a CamelCase reason and an optional message. */
export function yes(reason: string, message?: string): Verdict {
  return verdict('True', reason, message)
}

/** The verdict `False` for a condition, with a CamelCase reason and an optional message. */
export function no(reason: string, message?: string): Verdict {
  return verdict('False', reason, message)
}

/** The verdict `Unknown` for a condition, with a CamelCase reason and an optional message. */
export function unknown(reason: string, message?: string): Verdict {
  return verdict('Unknown', reason, message)
}

function verdict(status: ConditionStatus, reason: string, message: string | undefined): Verdict {
  return message === undefined ? { status, reason } : { status, reason, message }
}

/** The new state of one condition; the transition time is derived from it. */
export interface ConditionChange extends Verdict {
  readonly type: string
  readonly observedGeneration?: number | undefined
}

/**
 * The conditions after an update. `now` becomes the transition time only if the status changes; the order stays, a new type goes to
 * the end. Returns `conditions` itself if nothing changes, so `===` shows whether a write is needed.
 *
 * @example
 * ```ts
 * const change = { type: 'Ready', ...no('Starting') }
 * const conditions = setCondition([], change, Date.UTC(2026, 0, 1))
 * conditions[0]!.lastTransitionTime // => '2026-01-01T00:00:00Z'
 * setCondition(conditions, change, Date.UTC(2027, 0, 1)) === conditions // => true
 * ```
 */
export function setCondition(
  conditions: readonly Condition[] | undefined = [],
  change: ConditionChange,
  now: number,
): readonly Condition[] {
  const index = conditions.findIndex(({ type }) => type === change.type)
  const current = conditions[index]
  const next = changedCondition(current, change, now)
  if (current === undefined) return [...conditions, next]
  return deepEqual(current, next) ? conditions : conditions.with(index, next)
}

/** The conditions without one type; `conditions` itself if it is not among them. */
export function removeCondition<Item extends { readonly type: string }>(
  conditions: readonly Item[] | undefined = [],
  type: string,
): readonly Item[] {
  return conditions.some((condition) => condition.type === type)
    ? conditions.filter((condition) => condition.type !== type)
    : conditions
}

/** The condition of that type, if there is one. */
export function findCondition<Item extends { readonly type: string }>(
  conditions: readonly Item[] | undefined,
  type: string,
): Item | undefined {
  return conditions?.find((condition) => condition.type === type)
}

/** Whether the condition exists and is true. `Unknown` and missing are neither true nor false. */
export function isConditionTrue(conditions: readonly AnyCondition[] | undefined, type: string): boolean {
  return findCondition(conditions, type)?.status === 'True'
}

/** Whether the condition exists and is false. */
export function isConditionFalse(conditions: readonly AnyCondition[] | undefined, type: string): boolean {
  return findCondition(conditions, type)?.status === 'False'
}

/** A condition of any kind; built-in kinds have their own variants of the type. */
interface AnyCondition {
  readonly type: string
  readonly status: string
}

function changedCondition(current: Condition | undefined, change: ConditionChange, now: number): Condition {
  // Unknown members, such as a heartbeat, are kept; an observedGeneration that the change does not set is dropped.
  const { observedGeneration: _, ...kept } = current ?? {}
  return {
    ...kept,
    type: change.type,
    status: change.status,
    reason: change.reason,
    message: change.message ?? '',
    lastTransitionTime: current?.status === change.status ? current.lastTransitionTime : formatTime(now),
    ...(change.observedGeneration !== undefined && { observedGeneration: change.observedGeneration }),
  }
}
