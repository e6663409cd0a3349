/** Reads untrusted JSON field by field, with errors that name the invalid field. */
import { isJsonObject, type JsonObject } from '@kubewright/core/json'
import { webhookErrors } from '../errors.ts'

/** Failure: `KW_WEBHOOK_REVIEW`. */
export function objectAt(parent: JsonObject, field: string, what: string): JsonObject {
  const value = parent[field]
  if (isJsonObject(value)) return value
  throw notReview(what, `${field} is ${value === undefined || value === null ? 'missing' : 'no object'}`)
}

/** Failure: `KW_WEBHOOK_REVIEW`. */
export function textAt(parent: JsonObject, field: string, what: string): string {
  const value = parent[field]
  if (typeof value === 'string' && value !== '') return value
  throw notReview(what, `${field} is ${value === undefined || value === '' ? 'missing' : 'no text'}`)
}

/** An optional string. */
export function textOrEmpty(parent: JsonObject, field: string): string {
  const value = parent[field]
  return typeof value === 'string' ? value : ''
}

/** The `request` of a review of exactly this kind. Failure: `KW_WEBHOOK_REVIEW`. */
export function requestOf(review: unknown, apiVersion: string, kind: string): JsonObject {
  const what = `an ${kind}`.replace('an C', 'a C')
  if (!isJsonObject(review)) throw notReview(what, 'it is not an object')
  if (review['apiVersion'] !== apiVersion || review['kind'] !== kind) {
    const got = `${textOrEmpty(review, 'kind') || 'something'} of ${textOrEmpty(review, 'apiVersion') || 'no version'}`
    throw notReview(what, `it is ${got}, not ${kind} of ${apiVersion}`)
  }
  return objectAt(review, 'request', what)
}

const usual = 'Send an AdmissionReview or a ConversionReview of version v1, as the API server does.'

export function notReview(what: string, why: string, next = usual): Error {
  return webhookErrors('KW_WEBHOOK_REVIEW', { what: `read ${what}`, why, next })
}
