/** How the items of a list are told apart: by the member that names them, if all have one. */
import { isJsonObject, type JsonArray, type JsonValue } from './json.ts'

/** Members that name an item in Kubernetes objects, most telling first. */
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

/** Reads an item's identity, if there is a member that names every item of both lists, and none twice. */
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
