/**
 * YAML as plain data, with limits on its length, on aliases, which could expand without bound, and on its depth.
 *
 * The library compares each key of a mapping with all others, which takes minutes for a hundred thousand keys. Duplicate keys are detected
 * here instead.
 */
import { isScalar, LineCounter, parseDocument, stringify, visit } from 'yaml'
import { documentError } from './document-error.ts'

const mostCharacters = 4 * 2 ** 20
const mostAliases = 100
const deepest = 100

export function parseYaml(text: string, place: string): unknown {
  if (text.length > mostCharacters) throw documentError(place, `it is longer than ${mostCharacters} characters`)
  if (isDeep(text)) throw documentError(place, 'it is nested too deeply')
  try {
    return parse(text)
  } catch (cause) {
    const [first = ''] = (cause instanceof Error ? cause.message : String(cause)).split('\n')
    const why = first.startsWith('Maximum call stack') ? 'it is nested too deeply' : first.replace(/:$/u, '')
    throw documentError(place, why, undefined, cause)
  }
}

/**
 * Whether a document may be nested so deeply that the recursive library would overflow the stack. Brackets in quoted text count too: that
 * rejects a valid document only if it has a hundred of them open.
 */
function isDeep(text: string): boolean {
  let depth = 0
  for (let at = 0; at < text.length; at++) {
    const character = text[at]
    if (character === '[' || character === '{') depth++
    else if ((character === ']' || character === '}') && depth > 0) depth--
    if (depth > deepest) return true
  }
  return /^[ \t?-]{400}/mu.test(text)
}

function parse(text: string): unknown {
  // Pretty errors scan the whole text each, and there may be as many errors as characters.
  const lineCounter = new LineCounter()
  const document = parseDocument(text, { uniqueKeys: false, prettyErrors: false, lineCounter, logLevel: 'error' })
  const [error] = document.errors
  if (error !== undefined) {
    const { line, col } = lineCounter.linePos(error.pos[0])
    throw new Error(`${error.message} at line ${line}, column ${col}`, { cause: error })
  }
  visit(document, {
    Map(_, { items }) {
      const keys = new Set<unknown>()
      for (const { key } of items) {
        const name = isScalar(key) ? String(key.value) : undefined
        if (name !== undefined && keys.has(name)) throw new Error(`the key ${JSON.stringify(name)} occurs twice`)
        keys.add(name)
      }
    },
  })
  return document.toJS({ maxAliasCount: mostAliases })
}

export function formatYaml(data: unknown): string {
  return stringify(data, { lineWidth: 0, aliasDuplicateObjects: false })
}
