/** Checks that a kind has the subresource of a verb. */
import type { Resource } from '@kubewright/resource'
import { ApiError } from '../error/api-error.ts'
import { describeOperation, type Verb } from '../error/operation.ts'
import { resourceProblem } from './path-segment.ts'
import type { Target } from './target.ts'

/** The object's name and namespace, as far as given. */
interface Place {
  readonly name?: string | undefined
  readonly namespace?: string | undefined
}

/**
 * Failure: `KW_CLIENT_METHOD_NOT_ALLOWED` if the handle has no such subresource. A server would respond with 404, which callers interpret
 * as a missing object.
 */
export function servedTarget(
  resource: Resource,
  subresource: string,
  verb: Verb,
  place: () => Place | undefined,
): Target {
  const target = { resource, subresource }
  // Invalid path segments are refused later, like any other name.
  if (resourceProblem(resource, subresource) !== undefined || isUnknown(resource)) return target
  // Some subresources have several segments: `proxy/metrics`.
  if (resource.subresources.includes(subresource.split('/')[0]!)) return target
  const { name, namespace } = place() ?? {}
  const operation = { verb, resource, subresource, name, namespace }
  const why = `the kind ${resource.kind} has no subresource ${subresource}`
  const others = resource.subresources.length === 0 ? 'none' : resource.subresources.join(', ')
  const next = `Write the object itself, or use a handle that lists the subresource; this one has ${others}.`
  throw new ApiError('KW_CLIENT_METHOD_NOT_ALLOWED', { what: describeOperation(operation), why, next }, operation)
}

/** A handle without information on subresources. */
function isUnknown(resource: Partial<Resource> & { readonly verbs?: readonly string[] }): boolean {
  return resource.subresources === undefined || (resource.subresources.length === 0 && resource.verbs?.length === 0)
}
