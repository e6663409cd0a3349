/** Parses the `Status` object of an API server without trusting its shape. */
import { isJsonObject, type JsonObject } from '@kubewright/core/json'

export interface ServerStatus {
  readonly code?: number
  /** One CamelCase word, machine-readable; absent if the server has none. */
  readonly reason?: string
  readonly message: string
  readonly details: StatusDetails
  /** For an expired list: a token to continue with, at the price of consistency. */
  readonly continue?: string
}

export interface StatusDetails {
  readonly name?: string
  readonly group?: string
  /** The plural, or the kind, depending on the error. */
  readonly kind?: string
  readonly causes: readonly StatusCause[]
  readonly retryAfterSeconds?: number
}

/** One of several causes of a failure: a field and its problem. */
export interface StatusCause {
  readonly reason?: string
  readonly message?: string
  readonly field?: string
}

/** Whether an object is a Status, successful or not. Other groups may have a kind of that name. */
export function isStatus({ kind, apiVersion }: JsonObject): boolean {
  return kind === 'Status' && (apiVersion === undefined || apiVersion === 'v1' || apiVersion === 'meta.k8s.io/v1')
}

/** The Status in `value`, or `undefined` if it is something else. */
export function readStatus(value: unknown): ServerStatus | undefined {
  if (!isJsonObject(value) || !isStatus(value)) return undefined
  const metadata = isJsonObject(value.metadata) ? value.metadata : {}
  return {
    ...pickNumber('code', value.code),
    ...pickText('reason', value.reason),
    message: typeof value.message === 'string' ? value.message : '',
    details: readDetails(isJsonObject(value.details) ? value.details : {}),
    ...pickText('continue', metadata.continue),
  }
}

function readDetails(details: JsonObject): StatusDetails {
  const causes = Array.isArray(details.causes) ? details.causes.filter(isJsonObject) : []
  return {
    ...pickText('name', details.name),
    ...pickText('group', details.group),
    ...pickText('kind', details.kind),
    causes: causes.map(readCause),
    ...pickNumber('retryAfterSeconds', details.retryAfterSeconds),
  }
}

function readCause(cause: JsonObject): StatusCause {
  return {
    ...pickText('reason', cause.reason),
    ...pickText('message', cause.message),
    ...pickText('field', cause.field),
  }
}

/** Servers write an empty string for an absent value. */
function pickText<Key extends string>(key: Key, value: unknown): { [K in Key]?: string } {
  return typeof value === 'string' && value !== '' ? ({ [key]: value } as { [K in Key]: string }) : {}
}

function pickNumber<Key extends string>(key: Key, value: unknown): { [K in Key]?: number } {
  return typeof value === 'number' ? ({ [key]: value } as { [K in Key]: number }) : {}
}
