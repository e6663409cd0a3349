/** The status of an original: the status of its replica, with the replication condition. Pure. See decision 0333. */
import { type Condition, type KubeObject, setCondition, type Verdict } from '@kubewright/core'
import { deepEqual, diffMergePatch, getOwn, isJsonObject, type JsonObject, type JsonValue } from '@kubewright/core/json'
import { withoutNulls } from './content.ts'
import { conditionType, generationAnnotation, problemAnnotation, uidAnnotation } from './names.ts'
import { isOwnReason } from './outcome.ts'

export interface Returning {
  readonly home: KubeObject
  /** The replica at the peer that provides the status; `undefined` if not known. */
  readonly replica: KubeObject | undefined
  /** `undefined` leaves the condition unchanged; `none` removes it, because the object is no longer replicated. */
  readonly verdict: Verdict | 'none' | undefined
  /** Whether the kind's status has conditions: some have none. */
  readonly keepsConditions: boolean
  readonly now: number
}

/**
 * The merge patch of the original's status; `undefined` if nothing changes. It carries the resourceVersion that was read, so a status is
 * never written to an object that has changed since.
 */
export function statusPatch(returning: Returning): JsonObject | undefined {
  const { home } = returning
  const before = statusOf(home)
  const after = wantedStatus(returning)
  if (deepEqual(before, after)) return undefined
  const { uid, resourceVersion } = home.metadata
  return { metadata: { uid, resourceVersion }, status: diffMergePatch(before, after) as JsonObject }
}

/** The desired status. */
export function wantedStatus({ home, replica, verdict, keepsConditions, now }: Returning): JsonObject {
  const current = statusOf(home)
  const reported = replica !== undefined && isOf(replica, home) ? reportedStatus(replica) : undefined
  const status = reported ?? current
  if (!keepsConditions) return status
  const theirs = conditionsOf(status).filter(({ type }) => type !== conditionType)
  const mine = conditionsOf(current).filter(({ type }) => type === conditionType)
  const own = ownConditions(mine, verdict, now)
  const conditions = [...theirs, ...own]
  if (conditions.length === 0) {
    const { conditions: left, ...rest } = status
    return Array.isArray(left) && left.length > 0 ? rest : status
  }
  return { ...status, conditions: conditions as unknown as JsonValue }
}

function ownConditions(mine: readonly Condition[], verdict: Returning['verdict'], now: number): readonly Condition[] {
  if (verdict === undefined) return mine
  if (verdict === 'none') return mine.filter(({ reason }) => !isOwnReason(reason ?? ''))
  return setCondition(mine, { type: conditionType, ...verdict }, now)
}

/** Whether an object carries a condition or annotation of replication. */
export function isMarked(home: KubeObject): boolean {
  if (getOwn(home.metadata.annotations, problemAnnotation) !== undefined) return true
  const condition = conditionsOf(statusOf(home)).find(({ type }) => type === conditionType)
  return condition !== undefined && isOwnReason(condition.reason ?? '')
}

/**
 * Whether the replica belongs to this object. Compares UIDs: a replica of a deleted object of the same name has that object's status.
 */
function isOf(replica: KubeObject, home: KubeObject): boolean {
  return getOwn(replica.metadata.annotations, uidAnnotation) === home.metadata.uid
}

/**
 * The status of a replica, with generations mapped to the original: a replica has its own generations. A status for the latest one maps to
 * the generation that was copied; anything older maps to the one before.
 */
export function reportedStatus(replica: KubeObject): JsonObject {
  const status = statusOf(replica)
  const { generation } = replica.metadata
  const copied = Number(getOwn(replica.metadata.annotations, generationAnnotation))
  if (generation === undefined || !Number.isSafeInteger(copied)) return status
  const translated = (observed: number) => (observed >= generation ? copied : Math.max(0, copied - 1))
  const conditions = getOwn(status, 'conditions')
  return {
    ...withTranslated(status, translated),
    ...(Array.isArray(conditions)
      ? { conditions: conditions.map((one) => (isJsonObject(one) ? withTranslated(one, translated) : one)) }
      : {}),
  }
}

function withTranslated(from: JsonObject, translated: (observed: number) => number): JsonObject {
  const observed = getOwn(from, 'observedGeneration')
  return typeof observed === 'number' ? { ...from, observedGeneration: translated(observed) } : from
}

function statusOf(object: KubeObject): JsonObject {
  const { status } = object as { readonly status?: JsonValue }
  return isJsonObject(status) ? (withoutNulls(status) as JsonObject) : {}
}

function conditionsOf(status: JsonObject): readonly Condition[] {
  const conditions = getOwn(status, 'conditions')
  if (!Array.isArray(conditions)) return []
  return conditions.filter((one) => isJsonObject(one) && typeof one['type'] === 'string') as unknown as Condition[]
}
