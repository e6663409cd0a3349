/**
 * Whether a write made the state it was answered with. One that changes nothing is answered with the state that was there,
 * which may be somebody else's and not shown by the watch yet: taken for our own, its change would never be heard of.
 */
import { deepEqual, getOwn, isJsonObject, type KubeObject } from '@kubewright/core'

/** What a write asked for. */
export interface AskedChange {
  /** The object, or the part of it, that was sent: what it does not name it did not ask for. A JSON patch names nothing. */
  readonly body: unknown
  /** Whether the object can only be there because of it. Looked at if nothing was known of the object before. */
  readonly isMade: boolean
}

/**
 * When in doubt it says no: then a change of our own is taken for news, and somebody looks once more than needed.
 *
 * @param before the newest state that is known before this one, of the same object
 */
export function isMadeBy<Object extends KubeObject>(
  { body, isMade }: AskedChange,
  before: Object | undefined,
  after: Object,
): boolean {
  if (before === undefined) return isMade
  // With this condition the server would have refused to touch any other state: if it moved, it was moved by this write.
  const condition =
    isJsonObject(body) && isJsonObject(body['metadata']) ? body['metadata']['resourceVersion'] : undefined
  if (condition !== undefined) return condition !== after.metadata.resourceVersion
  const [old, now] = [content(before), content(after)]
  return !deepEqual(old, now) && isAsked(old, now, body)
}

/** Without what moves by itself. */
function content(object: KubeObject): object {
  const { resourceVersion: _, generation: _1, managedFields: _2, ...metadata } = object.metadata
  return { ...object, metadata }
}

/** Whether every difference is one that was asked for. */
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

/** By what servers merge lists by. */
const elementKeys = ['type', 'name', 'key', 'uid', 'containerPort', 'port', 'mountPath', 'ip'] as const

/**
 * Lists whose elements have names of their own may be merged element by element, others replaced or added to. An element that
 * went need not have been asked to go: where lists are merged, one that is not named stays.
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
