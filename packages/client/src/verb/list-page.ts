/** A list, or one page of it. */
import type { KubeObject } from '@kubewright/core'
import { isJsonObject, type JsonObject } from '@kubewright/core/json'
import type { ListMeta } from '@kubewright/core/object'
import type { Operation } from '../error/operation.ts'
import { isStatus } from '../error/server-status.ts'
import { unusable } from './answer.ts'
import type { View } from './view.ts'

/** A list of objects, with the version from which a watch continues. */
export interface List<Item extends KubeObject = KubeObject> {
  readonly items: readonly Item[]
  /** Its `resourceVersion` is where a watch continues without gaps or duplicates. */
  readonly metadata: ListMeta
}

/** Failure: `KW_CLIENT_ANSWER` if `json` is not a list. */
export function readList<Item extends KubeObject>(
  json: JsonObject,
  operation: Operation,
  view: View<Item>,
): List<Item> {
  const metadata = readMeta(isJsonObject(json.metadata) ? json.metadata : {})
  const items = itemsIn(json, operation)
  return { items: items.map(view.toObject), metadata }
}

function itemsIn(json: JsonObject, operation: Operation): readonly JsonObject[] {
  // Some servers respond to a collection delete with a bare success, and to an empty list with null.
  if (json.items === null) return []
  if (isStatus(json) && json.status !== 'Failure' && operation.verb === 'deletecollection') return []
  if (!Array.isArray(json.items) || !json.items.every(isJsonObject)) throw notAList(json, operation, 'has no items')
  if (!json.items.every(({ metadata }) => isJsonObject(metadata))) {
    throw notAList(json, operation, 'has items without metadata')
  }
  return json.items
}

function readMeta(metadata: JsonObject): ListMeta {
  const { resourceVersion, continue: next, remainingItemCount } = metadata
  return {
    resourceVersion: typeof resourceVersion === 'string' ? resourceVersion : '',
    ...(typeof next === 'string' && next !== '' && { continue: next }),
    ...(typeof remainingItemCount === 'number' && { remainingItemCount }),
  }
}

function notAList({ kind }: JsonObject, operation: Operation, lack: string): Error {
  return unusable(
    operation,
    `the server answered with ${typeof kind === 'string' ? `a ${kind}` : 'something'} that ${lack}`,
  )
}
