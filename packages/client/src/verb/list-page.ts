/** A list, or one page of it. */
import { isJsonObject, type JsonObject, type KubeObject, type ListMeta } from '@kubewright/core'
import { ApiError } from '../error/api-error.ts'
import { describeOperation, type Operation } from '../error/operation.ts'
import { isStatus } from '../error/server-status.ts'
import type { View } from './view.ts'

export interface List<Object extends KubeObject = KubeObject> {
  readonly items: readonly Object[]
  /** Its `resourceVersion` is where a watch goes on without missing or repeating anything. */
  readonly metadata: ListMeta
}

/** Failure: `KW_CLIENT_ANSWER` if `json` is no list. */
export function readList<Object extends KubeObject>(
  json: JsonObject,
  operation: Operation,
  view: View<Object>,
): List<Object> {
  const metadata = readMeta(isJsonObject(json.metadata) ? json.metadata : {})
  // Some servers answer a deletion of many with a bare success, and an empty list with null.
  const items = isStatus(json) ? [] : (json.items ?? [])
  if (!Array.isArray(items) || !items.every(isJsonObject)) throw notAList(json, operation)
  return { items: items.map(view.toObject), metadata }
}

function readMeta(metadata: JsonObject): ListMeta {
  const { resourceVersion, continue: next, remainingItemCount } = metadata
  return {
    resourceVersion: typeof resourceVersion === 'string' ? resourceVersion : '',
    ...(typeof next === 'string' && next !== '' && { continue: next }),
    ...(typeof remainingItemCount === 'number' && { remainingItemCount }),
  }
}

function notAList({ kind }: JsonObject, operation: Operation): Error {
  const why = `the server answered with ${typeof kind === 'string' ? `a ${kind}` : 'something'} that has no items`
  return new ApiError('KW_CLIENT_ANSWER', { what: describeOperation(operation), why }, operation)
}
