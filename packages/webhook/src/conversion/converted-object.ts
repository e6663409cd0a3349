/** Converts one object and validates it as the API server would, so that the error can name the object. */
import { isKubewrightError } from '@kubewright/core'
import { deepEqual, isJsonObject, type JsonObject } from '@kubewright/core/json'
import { findOddNumber } from '../review/odd-number.ts'
import type { ConvertibleKind } from './conversion.ts'

/** The converted object, or the reason it failed. */
export type Converted =
  | { readonly object: JsonObject }
  /** `thrown` is set if a function threw an error rather than rejecting the object. */
  | { readonly why: string; readonly thrown?: unknown }

/** @param version the desired version, without its group */
export function convertOne(kind: ConvertibleKind, object: JsonObject, version: string): Converted {
  try {
    const converted: unknown = kind.convert(object, version)
    const why = problemOf(object, converted, `${kind.group}/${version}`)
    return why === undefined ? { object: converted as JsonObject } : { why }
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    return isRefusal(error) ? { why } : { why, thrown: error }
  }
}

/** `convert` of a resource throws an error with a cause if a user's function threw. */
function isRefusal(error: unknown): boolean {
  return isKubewrightError(error, 'KW_RESOURCE_CONVERT') && error.cause === undefined
}

const kept = ['name', 'namespace', 'uid']

function problemOf(before: JsonObject, after: unknown, apiVersion: string): string | undefined {
  if (!isJsonObject(after)) return 'the conversion returned no object'
  if (after['apiVersion'] !== apiVersion)
    return `its apiVersion is ${JSON.stringify(after['apiVersion'] ?? null)} after the conversion`
  if (after['kind'] !== before['kind'])
    return `its kind is ${JSON.stringify(after['kind'] ?? null)} after the conversion`
  const { metadata } = after
  if (!isJsonObject(metadata)) return 'it has no metadata after the conversion'
  const old = isJsonObject(before['metadata']) ? before['metadata'] : {}
  const lost = kept.find((field) => !deepEqual(old[field], metadata[field]))
  if (lost !== undefined) return `the conversion changed its metadata.${lost}`
  const odd = findOddNumber(after)
  return odd === undefined ? marksProblem(metadata) : `its ${odd} is not a number after the conversion`
}

function marksProblem(metadata: JsonObject): string | undefined {
  for (const field of ['labels', 'annotations']) {
    const marks = metadata[field] ?? {}
    if (!isJsonObject(marks)) return `its metadata.${field} is not an object after the conversion`
    const odd = Object.entries(marks).find(([, value]) => typeof value !== 'string')
    if (odd !== undefined) return `${JSON.stringify(odd[0])} of its metadata.${field} is not text after the conversion`
  }
  return undefined
}
