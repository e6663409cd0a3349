/** The body of a write: the given object, completed with kind and namespace, and validated. */
import { isJsonObject } from '@kubewright/core/json'
import { formatApiVersion } from '@kubewright/core/object'
import { ApiError } from '../error/api-error.ts'
import { describeOperation } from '../error/operation.ts'
import { findLoss } from './json-loss.ts'
import { locate, type ResourceOperation } from './locate.ts'

/** The fields that are checked before a write; the server validates the rest. */
interface Authored {
  readonly apiVersion?: string | undefined
  readonly kind?: string | undefined
  readonly metadata?: AuthoredPlace | undefined
}

interface AuthoredPlace {
  readonly name?: string | undefined
  readonly namespace?: string | undefined
  readonly resourceVersion?: string | undefined
  readonly managedFields?: unknown
}

export interface Payload {
  /** With the object's name and namespace. */
  readonly operation: ResourceOperation
  readonly body: string
  readonly resourceVersion: string | undefined
}

/**
 * Failure: `KW_CLIENT_OBJECT` for an object of another kind or one that is not JSON, `KW_CLIENT_NAME` and `KW_CLIENT_NAMESPACE` for its
 * name and namespace.
 */
export function payloadOf(
  draft: ResourceOperation,
  object: object,
  place: 'object' | 'home',
  defaultNamespace: string | undefined,
): Payload {
  const { resource } = draft
  assertObject(object, draft)
  const { apiVersion, kind, metadata = {}, ...rest } = object as Authored
  assertObject(metadata, draft, 'its metadata')
  const { name, namespace, resourceVersion } = metadata
  const operation = locate({ ...draft, name, namespace }, place, defaultNamespace)
  assertKind(operation, { apiVersion, kind })
  const home = operation.namespace === undefined ? {} : { namespace: operation.namespace }
  const complete = {
    apiVersion: formatApiVersion(resource),
    kind: resource.kind,
    metadata: { ...(draft.verb === 'apply' ? withoutManagedFields(metadata) : metadata), ...home },
    ...rest,
  }
  return { operation, body: formatJson(complete, operation), resourceVersion }
}

/**
 * The body of an apply to a subresource, completed with kind and name.
 *
 * Failure: `KW_CLIENT_OBJECT`.
 */
export function appliedBelow(operation: ResourceOperation, body: object): string {
  assertObject(body, operation)
  const { metadata = {}, ...rest } = body as Authored
  assertObject(metadata, operation, 'its metadata')
  const { name, namespace } = operation
  const place = namespace === undefined ? { name } : { name, namespace }
  return formatJson(
    { ...kindBelow(operation), ...rest, metadata: { ...withoutManagedFields(metadata), ...place } },
    operation,
  )
}

/** Only the scale is a kind of its own among the subresources that support apply; the others take a part of the object. */
function kindBelow({ resource, subresource }: ResourceOperation): {
  readonly apiVersion: string
  readonly kind: string
} {
  if (subresource === 'scale') return { apiVersion: 'autoscaling/v1', kind: 'Scale' }
  return { apiVersion: formatApiVersion(resource), kind: resource.kind }
}

/**
 * Apply rejects managed fields, so they are dropped from an object that was read. Its resourceVersion is kept: with it, apply fails
 * on a concurrent change.
 */
function withoutManagedFields(metadata: AuthoredPlace): AuthoredPlace {
  const { managedFields: _, ...kept } = metadata
  return kept
}

export function assertObject(value: unknown, operation: ResourceOperation, what = 'the request body'): void {
  if (isJsonObject(value) && !isContainer(value)) return
  const kind = Array.isArray(value) ? 'a list' : value === null ? 'null' : nameOfValue(value)
  throw wrongObject(operation, `${what} is ${kind}, not an object`, 'Pass an object with metadata.')
}

/** A `Map` or a `Date` is an object in JavaScript, but has no members. */
function isContainer(value: object): boolean {
  return Symbol.iterator in value || value instanceof Date
}

function nameOfValue(value: unknown): string {
  return typeof value === 'object'
    ? `a ${Object.prototype.toString.call(value).slice('[object '.length, -1)}`
    : typeof value
}

/** `value` as JSON text. */
export function formatJson(value: object, operation: ResourceOperation): string {
  // Values without a JSON text, or without one that a server accepts.
  if (!Array.isArray(value)) assertObject(value, operation)
  let loss: string | undefined
  try {
    const text = JSON.stringify(value)
    loss = findLoss(value)
    if (loss === undefined) return text
  } catch (error) {
    const [reason] = String(error).split('\n')
    const why = `the object cannot be written as JSON (${reason})`
    throw wrongObject(operation, why, 'Pass plain data: no cycles and no bigint.')
  }
  const next = 'Pass plain data: texts, finite numbers, booleans, null, lists and objects.'
  throw wrongObject(operation, `${loss}, which JSON cannot hold`, next)
}

export function wrongObject(operation: ResourceOperation, why: string, next: string): Error {
  return new ApiError('KW_CLIENT_OBJECT', { what: describeOperation(operation), why, next }, operation)
}

function assertKind(operation: ResourceOperation, { apiVersion, kind }: Authored): void {
  const { resource } = operation
  const expected = formatApiVersion(resource)
  if ((apiVersion ?? expected) === expected && (kind ?? resource.kind) === resource.kind) return
  const why = `the object is a ${kind ?? resource.kind} of ${apiVersion ?? expected}, the handle says ${resource.kind} of ${expected}`
  throw wrongObject(operation, why, 'Leave apiVersion and kind out, or use the handle of that kind.')
}
