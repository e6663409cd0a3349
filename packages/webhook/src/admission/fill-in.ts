/** An object with fields filled in. Pure. */
import { applyMergePatch, isJsonObject, type JsonObject, type JsonValue } from '@kubewright/core'
import { webhookErrors } from '../errors.ts'
import { findOddNumber } from '../review/odd-number.ts'

/** What tells one object from another. It may be filled in where nothing is, and never changed. */
const identity = [['apiVersion'], ['kind'], ['metadata', 'name'], ['metadata', 'namespace'], ['metadata', 'uid']]

/**
 * `object` with what a function returned laid over it.
 *
 * Failure: `KW_WEBHOOK_ANSWER` if that is no part of an object, or would make it another one.
 */
export function fillIn(object: JsonObject, filled: unknown): JsonObject {
  if (filled === undefined || filled === null) return object
  if (!isJsonObject(filled)) throw unusable(`it returned ${describe(filled)} and not the fields to fill in`)
  const odd = findOddNumber(filled)
  if (odd !== undefined) throw unusable(`its ${odd} is no number`)
  // As it would be sent: dates become texts, and what is undefined is not there.
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
  const next = 'Return an object with the fields to fill in, and nothing that names the object.'
  return webhookErrors('KW_WEBHOOK_ANSWER', { what: 'use what `fill` returned', why, next })
}
