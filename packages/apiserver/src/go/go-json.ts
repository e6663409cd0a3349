/** JSON as Go writes it: unlike `JSON.stringify`, it escapes characters that are unsafe in HTML. */

const risky = /[<>&\u2028\u2029]/
const everyRisky = /[<>&\u2028\u2029]/g

/**
 * @example
 * ```text
 * goJson({ a: '<' }) // => '{"a":"\\u003c"}'
 * ```
 */
export function goJson(value: unknown, indent?: number): string {
  return escapeRisky(JSON.stringify(value, undefined, indent))
}

/** Escapes the HTML-unsafe characters of a JSON text; they occur only in strings. */
export function escapeRisky(json: string): string {
  return risky.test(json) ? json.replace(everyRisky, escapeCharacter) : json
}

function escapeCharacter(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
}

/** Sorts the keys of all objects, as Go does for maps. */
export function sortKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortKeys)
  if (typeof value !== 'object' || value === null) return value
  const sorted = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return Object.fromEntries(sorted.map(([key, item]) => [key, sortKeys(item)]))
}
