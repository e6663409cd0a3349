/** Identifies list items by the member that names them, if every item has one. */
import { isJsonObject, type JsonArray, type JsonValue } from './json.ts'

/** Members that name an item in Kubernetes objects, most specific first. */
const candidates = [
  'name',
  'key',
  'uid',
  'id',
  'type',
  'ip',
  'mountPath',
  'devicePath',
  'topologyKey',
  'containerPort',
  'port',
]

/** Reads an item's identity, if one member names every item of both lists and is unique in each. */
export function identityOf(from: JsonArray, to: JsonArray): ((item: JsonValue) => JsonValue | undefined) | undefined {
  const member = candidates.find((candidate) => names(from, candidate) && names(to, candidate))
  return member === undefined ? undefined : (item) => (isJsonObject(item) ? item[member] : undefined)
}

function names(items: JsonArray, member: string): boolean {
  const seen = new Set<JsonValue>()
  for (const item of items) {
    const name = isJsonObject(item) ? item[member] : undefined
    if ((typeof name !== 'string' && typeof name !== 'number') || seen.has(name)) return false
    seen.add(name)
  }
  return true
}
