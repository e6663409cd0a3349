/** Applies the change from one JSON document to another to a third one. Pure. */
import { deepEqual, getOwn, isJsonObject, type JsonObject, type JsonValue } from '@kubewright/core/json'

type Value = JsonValue | undefined

/**
 * Fields that are equal in `before` and `after` keep their values in `document`. Items of lists are compared by their names, or by their
 * places if the lists are of equal length; any other changed list is replaced as a whole.
 */
export function withChanges(document: Value, before: Value, after: Value): Value {
  if (isEqual(before, after)) return document
  if (isJsonObject(after)) return withChangedFields(fieldsOf(document), fieldsOf(before), after)
  const lists = [document, before, after].map(namedItems)
  const [mine, earlier, later] = lists
  if (mine && earlier && later) {
    const items = withChangedItems(mine, earlier, later)
    return items.length === 0 && after === undefined ? undefined : items
  }
  if (!Array.isArray(after) || !isListOf(after.length, before) || !isListOf(after.length, document)) return after
  return after.map((item, at) => withChanges(document[at], before[at], item as JsonValue)!)
}

/** The same for objects. */
export function withChangedFields(document: JsonObject, before: JsonObject, after: JsonObject): JsonObject {
  const keys = new Set([...Object.keys(document), ...Object.keys(after), ...Object.keys(before)])
  const changed = (key: string) => withChanges(getOwn(document, key), getOwn(before, key), getOwn(after, key))
  const entries = [...keys].map((key) => [key, changed(key)] as const)
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined))
}

type Items = ReadonlyMap<string, JsonObject>

/** The items of a list by name, if all have different ones, as containers and ports do. */
function namedItems(list: Value): Items | undefined {
  if (list === undefined) return new Map()
  if (!Array.isArray(list)) return undefined
  const items = new Map(list.flatMap((item: Value) => (isNamed(item) ? [[item.name, item] as const] : [])))
  return items.size === list.length ? items : undefined
}

function isNamed(item: Value): item is JsonObject & { readonly name: string } {
  return isJsonObject(item) && typeof item['name'] === 'string'
}

function withChangedItems(document: Items, before: Items, after: Items): readonly JsonValue[] {
  const names = new Set([...document.keys(), ...after.keys()])
  return [...names].flatMap((name) => {
    const [own, earlier, later] = [document.get(name), before.get(name), after.get(name)]
    // An item of another writer that changed is taken as a whole: a part of it would be no item.
    const item = own === undefined && !isEqual(earlier, later) ? later : withChanges(own, earlier, later)
    return item === undefined ? [] : [item]
  })
}

function isEqual(one: Value, two: Value): boolean {
  return one === undefined || two === undefined ? one === two : deepEqual(one, two)
}

function fieldsOf(value: Value): JsonObject {
  return isJsonObject(value) ? value : {}
}

function isListOf(length: number, value: Value): value is readonly JsonValue[] {
  return Array.isArray(value) && value.length === length
}
