/**
 * Parses JSON; `undefined` if it is invalid. The parser's error is dropped on purpose: it quotes the text, which may be a Secret, and
 * would end up in a log.
 */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
