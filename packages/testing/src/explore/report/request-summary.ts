/** A request body in one line, without the parts that the call label already has. Pure. */
import { isJsonObject, type JsonObject, type JsonValue } from '@kubewright/core/json'

const longest = 110

/** `{ status: { note: "adopted" } }`; empty if nothing is left to show. */
export function requestSummary(sent: string): string {
  let value: JsonValue
  try {
    value = JSON.parse(sent) as JsonValue
  } catch {
    return cut(sent) // not JSON, for example an apply in YAML
  }
  if (!isJsonObject(value)) return cut(written(value))
  const { apiVersion: _, kind: __, metadata, status, ...rest } = value
  const kept = isJsonObject(metadata) ? metadataInShort(metadata) : {}
  // A request with a whole object includes the status unintentionally.
  const shown = status === undefined || rest['spec'] !== undefined ? {} : { status }
  const shownFields = { ...rest, ...shown, ...(Object.keys(kept).length === 0 ? {} : { metadata: kept }) }
  return Object.keys(shownFields).length === 0 ? '' : cut(written(shownFields))
}

/** Fields that are in the call label, or managed by the server. */
const known = ['name', 'namespace', 'uid', 'resourceVersion', 'managedFields', 'generation', 'creationTimestamp']

/** Owners are shown by name. */
function metadataInShort(metadata: JsonObject): JsonObject {
  const rest = Object.fromEntries(Object.entries(metadata).filter(([key]) => !known.includes(key))) as JsonObject
  const { ownerReferences, labels, ...others } = rest
  const owners = (Array.isArray(ownerReferences) ? ownerReferences : []) as readonly { kind?: string; name?: string }[]
  const names = owners.map(({ kind, name }) => `${kind} ${name}`)
  const owned = ownerReferences === undefined ? {} : { owner: names.length === 0 ? 'none' : names.join(', ') }
  return { ...others, ...owned, ...(labels === undefined ? {} : { labels }) }
}

function written(value: JsonValue): string {
  if (Array.isArray(value)) return `[${value.map((item) => written(item as JsonValue)).join(', ')}]`
  if (!isJsonObject(value)) return JSON.stringify(value) ?? 'nothing'
  const fields = Object.entries(value).map(([key, inner]) => `${keyOf(key)}: ${written(inner as JsonValue)}`)
  return fields.length === 0 ? '{}' : `{ ${fields.join(', ')} }`
}

function keyOf(key: string): string {
  return /^[\w.$/-]+$/.test(key) ? key : JSON.stringify(key)
}

function cut(text: string): string {
  return text.length > longest ? `${text.slice(0, longest - 1)}…` : text
}
