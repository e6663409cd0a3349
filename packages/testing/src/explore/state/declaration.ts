/**
 * The declaration of an object: the last value that the user wrote to each field, even if the operator has changed it since. Managed
 * fields do not hold it: they name the last writer of a field, but not the values of the earlier ones. Pure.
 */
import {
  deepEqual,
  getOwn,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  parseJsonPointer,
  setOwn,
} from '@kubewright/core/json'
import { withChangedFields } from './three-way.ts'

/** A write of the user. */
export interface DeclaringWrite {
  readonly type: 'create' | 'update' | 'merge' | 'json' | 'strategic' | 'apply'
  /** The body; `undefined` if it is in another version than the stored objects. */
  readonly sent: JsonValue | undefined
  /** The user's previous apply of this object. */
  readonly applied?: JsonObject | undefined
  /** The stored object before and after the write. */
  readonly before: JsonObject | undefined
  readonly after: JsonObject
}

/** The fields of an object that can be declared: neither its identity, nor its status, nor the bookkeeping of the server. */
export function declarableFields(object: JsonObject): JsonObject {
  const { apiVersion: _, kind: __, status: ___, metadata, ...rest } = object
  const { labels, annotations } = isJsonObject(metadata) ? metadata : {}
  return {
    ...rest,
    metadata: { ...(labels === undefined ? {} : { labels }), ...(annotations === undefined ? {} : { annotations }) },
  }
}

/** @param declared the declaration before the write; `undefined` if the write created the object */
export function declarationAfter(declared: JsonObject | undefined, write: DeclaringWrite): JsonObject {
  const { type, sent, before = {} } = write
  const after = declarableFields(write.after)
  if (declared === undefined || isBlind(write)) return after
  const changed = withChangedFields(declared, declarableFields(before), after)
  if (type === 'json') return Array.isArray(sent) ? withOperations(changed, sent, after) : changed
  if (type === 'update' || !isJsonObject(sent)) return changed
  const { applied } = write
  return withFields(applied === undefined ? changed : withoutAbandoned(changed, applied, sent), sent, after)
}

/** A replacement that was not derived from a read object: the user wrote every field in it. */
function isBlind({ type, sent }: DeclaringWrite): boolean {
  if (type !== 'update' || !isJsonObject(sent)) return false
  const { metadata } = sent
  return !isJsonObject(metadata) || metadata['resourceVersion'] === undefined
}

/** Adds the fields that the user sent, with their stored values: also those whose values did not change. `null` removes a field. */
function withFields(declared: JsonObject, sent: JsonObject, after: JsonObject): JsonObject {
  const result: Record<string, JsonValue | undefined> = { ...declared }
  for (const [key, value] of Object.entries(sent)) {
    const stored = getOwn(after, key)
    if (value === null) delete result[key]
    else if (stored === undefined)
      continue // another form of a field, such as `stringData`
    else if (isJsonObject(value) && isJsonObject(stored))
      setOwn(result, key, withFields(fieldsOf(getOwn(result, key)), value, stored))
    else if (!isLongerThan(value, stored)) setOwn(result, key, stored)
  }
  return result
}

/** Whether a list also has items of other writers, as after an apply or a strategic merge patch. */
function isLongerThan(sent: JsonValue | undefined, stored: JsonValue): boolean {
  return Array.isArray(sent) && Array.isArray(stored) && stored.length > sent.length
}

/** Removes the fields that the user applied before and has left out now. */
function withoutAbandoned(declared: JsonObject, applied: JsonObject, sent: JsonObject): JsonObject {
  const entries = Object.entries(declared).flatMap(([key, value]) => {
    const [earlier, now] = [getOwn(applied, key), getOwn(sent, key)]
    if (earlier !== undefined && now === undefined) return []
    if (!isJsonObject(value) || !isJsonObject(earlier) || !isJsonObject(now)) return [[key, value] as const]
    return [[key, withoutAbandoned(value, earlier, now)] as const]
  })
  return Object.fromEntries(entries)
}

/** Adds what the operations of a JSON patch set outside of lists. */
function withOperations(declared: JsonObject, operations: readonly JsonValue[], after: JsonObject): JsonObject {
  return operations.reduce<JsonObject>((result, operation) => {
    const { op, path, value } = isJsonObject(operation) ? operation : {}
    if ((op !== 'add' && op !== 'replace') || typeof path !== 'string' || value === undefined) return result
    const keys = parseJsonPointer(path)
    const sent = keys.reduceRight<JsonValue>((inner, key) => ({ [key]: inner }), value)
    return isJsonObject(sent) && isStored(sent, after) ? withFields(result, sent, after) : result
  }, declared)
}

/** Whether the object has these values: an operation on a list, or one that a later one undid, has no field of its own. */
function isStored(sent: JsonValue, stored: JsonValue | undefined): boolean {
  if (!isJsonObject(sent)) return stored !== undefined && deepEqual(sent, stored)
  return isJsonObject(stored) && Object.entries(sent).every(([key, value]) => isStored(value!, getOwn(stored, key)))
}

function fieldsOf(value: JsonValue | undefined): JsonObject {
  return isJsonObject(value) ? value : {}
}
