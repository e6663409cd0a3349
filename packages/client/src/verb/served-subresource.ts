/** Whether a kind has the subresource a verb is about. */
import type { Resource } from '@kubewright/resource'
import { ApiError } from '../error/api-error.ts'
import { describeOperation, type Verb } from '../error/operation.ts'
import { resourceProblem } from './path-segment.ts'
import type { Target } from './target.ts'

/** Where the object is, as far as the author says. */
interface Place {
  readonly name?: string | undefined
  readonly namespace?: string | undefined
}

/**
 * Failure: `KW_CLIENT_METHOD_NOT_ALLOWED` if the handle says that the kind has no such subresource. A server would answer
 * "not found", which callers take for a missing object.
 */
export function servedTarget(
  resource: Resource,
  subresource: string,
  verb: Verb,
  place: () => Place | undefined,
): Target {
  const target = { resource, subresource }
  // What cannot be part of a path is refused for that, like any other name.
  if (resourceProblem(resource, subresource) !== undefined || isUnknown(resource)) return target
  // Some have parts of their own: `proxy/metrics`.
  if (resource.subresources.includes(subresource.split('/')[0]!)) return target
  const { name, namespace } = place() ?? {}
  const operation = { verb, resource, subresource, name, namespace }
  const why = `the kind ${resource.kind} has no subresource ${subresource}`
  const others = resource.subresources.length === 0 ? 'none' : resource.subresources.join(', ')
  const next = `Write the object itself, or use a handle whose subresources hold it; this one has ${others}.`
  throw new ApiError('KW_CLIENT_METHOD_NOT_ALLOWED', { what: describeOperation(operation), why, next }, operation)
}

/** A handle that was written down by hand and says nothing of subresources. */
function isUnknown(resource: Partial<Resource> & { readonly verbs?: readonly string[] }): boolean {
  return resource.subresources === undefined || (resource.subresources.length === 0 && resource.verbs?.length === 0)
}
