/** JSON Pointer (RFC 6901): the path to one place in a document. `~1` encodes a slash, `~0` a tilde. */
import { coreErrors } from '../errors.ts'

/**
 * The keys and indexes of a pointer. The empty string is the whole document.
 *
 * @example
 * ```ts
 * parseJsonPointer('/metadata/annotations/example.dev~1note') // => ['metadata', 'annotations', 'example.dev/note']
 * ```
 */
export function parseJsonPointer(pointer: string): readonly string[] {
  if (pointer === '') return []
  if (!pointer.startsWith('/')) throw unreadable(pointer, 'it does not start with a slash')
  if (/~(?![01])/.test(pointer)) throw unreadable(pointer, 'a tilde is followed by neither 0 nor 1')
  const tokens = pointer.slice(1).split('/')
  return pointer.includes('~') ? tokens.map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~')) : tokens
}

/**
 * The inverse of `parseJsonPointer`.
 *
 * @example
 * ```ts
 * formatJsonPointer(['spec', 'a/b', 0]) // => '/spec/a~1b/0'
 * ```
 */
export function formatJsonPointer(path: readonly (string | number)[]): string {
  return path.map((token) => `/${escapeToken(String(token))}`).join('')
}

/** Escapes one key for use in a pointer. */
export function escapeToken(token: string): string {
  return /[~/]/.test(token) ? token.replaceAll('~', '~0').replaceAll('/', '~1') : token
}

function unreadable(pointer: string, why: string): Error {
  return coreErrors('KW_CORE_JSON_POINTER', {
    what: `read the JSON Pointer ${JSON.stringify(pointer)}`,
    why,
    next: "Write '/spec/replicas'; inside a key write ~1 for / and ~0 for ~.",
    details: { pointer },
  })
}
