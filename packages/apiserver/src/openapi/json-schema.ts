/** A schema as documents hold it: plain JSON whose meaning the keys tell. */
export type JsonSchema = { [key: string]: unknown }

export type SchemaMap = { [name: string]: JsonSchema }

/** Where OpenAPI v3 keeps definitions. */
export const componentPrefix = '#/components/schemas/'

/** Every definition a schema refers to, as often as it does. */
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

/** The definitions with these names, and all they lead to, by name. */
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
