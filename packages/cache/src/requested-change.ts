/**
 * Decides whether a write produced the state in its response. A no-op write returns the current state, which may come from
 * another client and not have reached the watch yet. Taken for our own, that client's change would never be delivered.
 * See decision 0140.
 */
import type { KubeObject } from '@kubewright/core'
import { deepEqual, getOwn, isJsonObject } from '@kubewright/core/json'

/** The change that a write requested. */
export interface AskedChange {
  /** The object, or part of it, that was sent. Fields it leaves out were not requested. A JSON patch names no fields. */
  readonly body: unknown
  /** Whether the object can only exist because of this write. Used if no earlier state of the object is known. */
  readonly isMade: boolean
}

/**
 * In doubt it returns false: an own change then counts as news and causes one extra reconcile.
 *
 * @param before the newest known state of the same object before `after`
 */
export function isMadeBy<Item extends KubeObject>(
  { body, isMade }: AskedChange,
  before: Item | undefined,
  after: Item,
): boolean {
  if (before === undefined) return isMade
  // A resourceVersion in the body is a precondition: if the version moved, this write moved it.
  const condition =
    isJsonObject(body) && isJsonObject(body['metadata']) ? body['metadata']['resourceVersion'] : undefined
  if (condition !== undefined) return condition !== after.metadata.resourceVersion
  const [old, now] = [content(before), content(after)]
  return !deepEqual(old, now) && isAsked(old, now, body)
}

/** The object without the fields that the server changes on its own. */
function content(object: KubeObject): object {
  const { resourceVersion: _, generation: _1, managedFields: _2, ...metadata } = object.metadata
  return { ...object, metadata }
}

/** Whether every difference was requested. */
function isAsked(before: unknown, after: unknown, asked: unknown): boolean {
  if (deepEqual(before, after)) return true
  if (asked === undefined) return false
  if (asked === null) return after === undefined
  if (Array.isArray(after) && Array.isArray(asked)) {
    return areElementsAsked(Array.isArray(before) ? before : [], after, asked)
  }
  if (!isJsonObject(after) || !isJsonObject(asked)) return deepEqual(after, asked)
  const old = isJsonObject(before) ? before : {}
  return [...new Set([...Object.keys(old), ...Object.keys(after)])].every((key) =>
    isAsked(getOwn(old, key), getOwn(after, key), getOwn(asked, key)),
  )
}

/** The merge keys that servers use for lists. */
const elementKeys = ['type', 'name', 'key', 'uid', 'containerPort', 'port', 'mountPath', 'ip'] as const

/**
 * Lists with unique merge keys may be merged element by element; other lists are replaced or appended to. An element that
 * disappeared need not have been removed by this write: a merge keeps the elements that the body leaves out.
 */
function areElementsAsked(before: readonly unknown[], after: readonly unknown[], asked: readonly unknown[]): boolean {
  const lists = [before, after, asked]
  const key = elementKeys.find((one) => lists.every((list) => isNamedBy(list, one)))
  if (key === undefined)
    return deepEqual(after, asked) && !after.every((one) => before.some((two) => deepEqual(one, two)))
  const named = (list: readonly unknown[]): Named => new Map(list.map((one) => [nameOf(one, key), one]))
  const [old, now, wanted] = [named(before), named(after), named(asked)]
  return [...new Set([...old.keys(), ...now.keys()])].every((name) =>
    isAsked(old.get(name), now.get(name), wanted.get(name)),
  )
}

type Named = ReadonlyMap<unknown, unknown>

function isNamedBy(list: readonly unknown[], key: string): boolean {
  const names = list.map((one) => nameOf(one, key))
  return names.every((name) => name !== undefined) && new Set(names).size === list.length
}

function nameOf(element: unknown, key: string): unknown {
  return isJsonObject(element) ? element[key] : undefined
}
