/** Fills in fields of an object. Pure. */
import { applyMergePatch, isJsonObject, type JsonObject, type JsonValue } from '@kubewright/core/json'
import { webhookErrors } from '../errors.ts'
import { findOddNumber } from '../review/odd-number.ts'

/** The identity of an object. These fields may be set if they are empty, but never changed. */
const identity = [['apiVersion'], ['kind'], ['metadata', 'name'], ['metadata', 'namespace'], ['metadata', 'uid']]

/**
 * Merges the result of `fill` into `object`.
 *
 * Failure: `KW_WEBHOOK_ANSWER` if the result is not a partial object, or changes the identity.
 */
export function fillIn(object: JsonObject, filled: unknown): JsonObject {
  if (filled === undefined || filled === null) return object
  if (!isJsonObject(filled)) throw unusable(`it returned ${describe(filled)} instead of the fields to fill in`)
  const odd = findOddNumber(filled)
  if (odd !== undefined) throw unusable(`its ${odd} is not a number`)
  // Serialized as on the wire: dates become strings, and `undefined` members are dropped.
  const merged = applyMergePatch(object, JSON.parse(JSON.stringify(filled)) as JsonValue) as JsonObject
  for (const path of identity) {
    const [before, after] = [valueAt(object, path), valueAt(merged, path)]
    if (before === undefined || before === '' || before === after) continue
    throw unusable(`it changed ${path.join('.')} from ${JSON.stringify(before)} to ${JSON.stringify(after ?? null)}`)
  }
  return merged
}

function valueAt(object: JsonObject, path: readonly string[]): JsonValue | undefined {
  return path.reduce<JsonValue | undefined>((value, key) => (isJsonObject(value) ? value[key] : undefined), object)
}

function describe(value: unknown): string {
  return Array.isArray(value) ? 'a list' : `a ${typeof value}`
}

function unusable(why: string): Error {
  const next = 'Return an object with the fields to fill in, without the name, namespace and kind of the object.'
  return webhookErrors('KW_WEBHOOK_ANSWER', { what: 'use the result of `fill`', why, next })
}
