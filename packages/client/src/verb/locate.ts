/** Resolves and validates names and namespaces before they become part of a URL. */
import type { Ref } from '@kubewright/core'
import { nameProblems } from '@kubewright/core/object'
import { ApiError } from '../error/api-error.ts'
import { describeOperation, formatResource, type Operation, type ResourceName } from '../error/operation.ts'
import type { ClientErrorCode } from '../errors.ts'
import { describeValue } from './check-options.ts'
import { isHandle, resourceProblem, segmentProblems } from './path-segment.ts'

/** An operation on a resource, as opposed to a raw request. */
export interface ResourceOperation extends Operation {
  readonly resource: ResourceName
}

/**
 * - `object`: one object: a name, and a namespace if the kind is namespaced.
 * - `home`: one collection: a namespace if the kind is namespaced.
 * - `anywhere`: one namespace or all of them.
 */
export type Place = 'object' | 'home' | 'anywhere'

/**
 * The operation with its namespace filled in.
 *
 * Failure: `KW_CLIENT_NAME`, `KW_CLIENT_NAMESPACE`.
 */
export function locate(
  operation: ResourceOperation,
  place: Place,
  defaultNamespace: string | undefined,
): ResourceOperation {
  assertResource(operation)
  return placed(operation, place, defaultNamespace)
}

/** The same for one object. Failure: also `KW_CLIENT_NAME` without a reference. */
export function locateObject(
  draft: ResourceOperation,
  ref: Ref,
  defaultNamespace: string | undefined,
): ResourceOperation {
  assertResource(draft)
  if (typeof ref !== 'object' || ref === null) {
    const why = `${describeValue(ref)} is not a reference to an object`
    throw refusal('KW_CLIENT_NAME', draft, why, 'Pass its name, and its namespace if it has one: { namespace, name }.')
  }
  const { name, namespace } = ref
  return placed({ ...draft, name, namespace }, 'object', defaultNamespace)
}

function placed(operation: ResourceOperation, place: Place, defaultNamespace: string | undefined): ResourceOperation {
  const { resource, name, namespace } = operation
  if (place === 'object' || name !== undefined) assertName(operation)
  if (resource.scope === 'Cluster') {
    assertNoNamespace(operation)
    return namespace === undefined ? operation : { ...operation, namespace: undefined }
  }
  const found = place === 'anywhere' ? namespace : (namespace ?? defaultNamespace)
  if (found === undefined && place === 'anywhere') return operation
  if (found === undefined) throw missingNamespace(operation)
  assertNamespace(operation, found)
  return found === namespace ? operation : { ...operation, namespace: found }
}

function assertName(operation: ResourceOperation): void {
  const { name = '' } = operation
  const problems = segmentProblems(name)
  if (problems.length === 0) return
  const next = String(name).includes('/')
    ? 'Pass namespace and name apart: { namespace, name }.'
    : 'Pass the name of one object, or use list for all of them.'
  throw refusal('KW_CLIENT_NAME', operation, `the name ${JSON.stringify(name)} ${problems.join(' and ')}`, next)
}

function assertResource(operation: ResourceOperation): void {
  const { resource, subresource, verb } = operation
  const why = resourceProblem(resource, subresource)
  if (why === undefined) return
  if (isHandle(resource)) {
    throw refusal('KW_CLIENT_NAME', operation, why, 'Name the resource as `kubectl api-resources` does.')
  }
  const next = 'Pass the handle of a kind: from defineResource, @kubewright/kubernetes or client.discover.'
  throw new ApiError('KW_CLIENT_NAME', { what: `${verb} an object`, why, next }, { verb })
}

/** Fast path for almost all namespaces; the others are validated in full. */
const usualNamespace = /^[a-z][a-z0-9]{0,62}$/

function assertNamespace(operation: ResourceOperation, namespace: unknown): void {
  const problems = namespaceProblems(namespace)
  if (problems.length === 0) return
  const why = `the namespace ${JSON.stringify(namespace)} is not valid: ${problems.join('; ')}`
  throw refusal('KW_CLIENT_NAME', operation, why, 'Pass one namespace, or leave it out for all of them or the default.')
}

function namespaceProblems(namespace: unknown): readonly string[] {
  if (typeof namespace !== 'string') return ['is not text']
  if (usualNamespace.test(namespace)) return []
  return namespace === '' ? ['is empty'] : nameProblems('dns1123Label', namespace)
}

function assertNoNamespace(operation: ResourceOperation): void {
  const { namespace, resource } = operation
  if (namespace === undefined || namespace === '') return
  const why = `${formatResource(resource)} are cluster-scoped, but the namespace ${namespace} is given`
  throw refusal('KW_CLIENT_NAMESPACE', operation, why, 'Leave the namespace out.')
}

function missingNamespace(operation: ResourceOperation): Error {
  const why = `${formatResource(operation.resource)} live in a namespace, and none is given`
  return refusal('KW_CLIENT_NAMESPACE', operation, why, 'Pass one, or set a default: createClient(…, { namespace }).')
}

function refusal(code: ClientErrorCode, operation: ResourceOperation, why: string, next: string): Error {
  return new ApiError(code, { what: describeOperation(operation), why, next }, operation)
}
