/** A schema in a document, as plain JSON. */
export type JsonSchema = { [key: string]: unknown }

export type SchemaMap = { [name: string]: JsonSchema }

/** The reference prefix of OpenAPI v3. */
export const componentPrefix = '#/components/schemas/'

/** The names of all referenced definitions, with duplicates. */
export function referencesIn(value: unknown, found: string[] = []): string[] {
  if (Array.isArray(value)) for (const item of value) referencesIn(item, found)
  else if (typeof value === 'object' && value !== null) {
    for (const [key, inner] of Object.entries(value)) {
      if (key === '$ref' && typeof inner === 'string') found.push(inner.slice(inner.lastIndexOf('/') + 1))
      else referencesIn(inner, found)
    }
  }
  return found
}

/** The transitive closure of definitions, by name. */
export function closureOf(names: Iterable<string>, definition: (name: string) => JsonSchema | undefined): SchemaMap {
  const found = new Map<string, JsonSchema>()
  const waiting = [...names]
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    if (found.has(name)) continue
    const schema = definition(name)
    if (schema === undefined) continue
    found.set(name, schema)
    waiting.push(...referencesIn(schema))
  }
  return Object.fromEntries([...found].sort(([a], [b]) => (a < b ? -1 : 1)))
}
