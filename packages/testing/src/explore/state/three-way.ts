/** Applies the change from one JSON document to another to a third one. Pure. */
import { deepEqual, isJsonObject, type JsonObject, type JsonValue } from '@kubewright/core/json'

type Value = JsonValue | undefined

/**
 * Fields that are equal in `before` and `after` keep their values in `document`. Lists of equal length are compared item by item; any other
 * changed list is replaced as a whole.
 */
export function withChanges(document: Value, before: Value, after: Value): Value {
  if (isEqual(before, after)) return document
  if (isJsonObject(after)) return withChangedFields(fieldsOf(document), fieldsOf(before), after)
  if (!Array.isArray(after) || !isListOf(after.length, before) || !isListOf(after.length, document)) return after
  return after.map((item, at) => withChanges(document[at], before[at], item as JsonValue)!)
}

/** The same for objects. */
export function withChangedFields(document: JsonObject, before: JsonObject, after: JsonObject): JsonObject {
  const keys = new Set([...Object.keys(document), ...Object.keys(after), ...Object.keys(before)])
  const entries = [...keys].map((key) => [key, withChanges(document[key], before[key], after[key])] as const)
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined))
}

function isEqual(one: Value, two: Value): boolean {
  return one === undefined || two === undefined ? one === two : deepEqual(one, two)
}

function fieldsOf(value: Value): JsonObject {
  return isJsonObject(value) ? value : {}
}

function isListOf(length: number, value: Value): value is readonly JsonValue[] {
  return Array.isArray(value) && value.length === length
}
