/**
 * Names in a protocol, and paths such as `db.sql` that name a part of a node.
 *
 * A name is any text without control characters: `=`, `|`, a dot and `__proto__` are allowed. A path is resolved by trying every dot,
 * because both of its halves may contain dots.
 */
import { protocolErrors } from './errors.ts'

const longest = 253

/** Rejects a name that a terminal, XML document or error message could not show. */
export function assertName(name: unknown, kind: string): asserts name is string {
  const why = nameProblem(name)
  if (why === undefined) return
  throw protocolErrors('KW_PROTOCOL_DEFINITION', {
    what: `use ${shown(name)} as the name of a ${kind}`,
    why,
    next: 'Choose another name.',
    details: { name },
  })
}

function nameProblem(name: unknown): string | undefined {
  if (typeof name !== 'string') return 'it is not a string'
  if (name === '') return 'it is empty'
  if (name.length > longest) return `it is longer than ${longest} characters`
  if (/[\p{Cc}\p{Cs}\p{Bidi_Control}\u2028\u2029]/u.test(name))
    return 'it holds a control character or half of a surrogate pair'
  return undefined
}

/** `value` for an error message: quoted, escaped, truncated. */
export function shown(value: unknown): string {
  const text = typeof value === 'string' ? JSON.stringify(value) : kindOf(value)
  const safe = text.replaceAll(/[\p{Bidi_Control}\u2028\u2029]/gu, escaped)
  return safe.length > 80 ? `${safe.slice(0, 79)}…` : safe
}

/** An object is described by its type: its own text may be empty, misleading or throw. */
function kindOf(value: unknown): string {
  if (Array.isArray(value)) return 'a list'
  if (typeof value === 'function') return 'a function'
  return typeof value === 'object' && value !== null ? 'an object' : String(value)
}

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
}

/** Untrusted text in a message: removes characters that move the cursor or change the direction of a terminal. */
export function harmless(text: string): string {
  const short = text.length > 1_000 ? `${text.slice(0, 999)}…` : text
  return short.replaceAll(/[\p{Cc}\p{Cs}\p{Bidi_Control}\u2028\u2029]/gu, '\ufffd')
}

/** Names for an error message: the first few, then the number of the rest. */
export function listed(names: Iterable<string>, empty = 'none'): string {
  const all = [...names]
  if (all.length === 0) return empty
  const some = all.slice(0, 8).map(shown).join(', ')
  return all.length > 8 ? `${some} and ${all.length - 8} more` : some
}

/** Every way to split `path` into a node and a part. */
export function splitPath(
  path: string,
  isPart: (node: string, part: string) => boolean,
): readonly { readonly node: string; readonly part: string }[] {
  const found: { node: string; part: string }[] = []
  if (typeof path !== 'string' || path.length > 2 * longest + 1) return found
  for (let dot = path.indexOf('.'); dot !== -1; dot = path.indexOf('.', dot + 1)) {
    const node = path.slice(0, dot)
    const part = path.slice(dot + 1)
    if (isPart(node, part)) found.push({ node, part })
  }
  return found
}
