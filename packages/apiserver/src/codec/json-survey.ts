/** Facts about a JSON text that `JSON.parse` does not report. */

export interface JsonSurvey {
  /** The number of members in all objects, duplicates included. */
  readonly members: number
  /** Whether the text has a number with a decimal point or exponent, or an escaped surrogate. Go treats these differently. */
  readonly isUnusual: boolean
}

/** One pass; strings are skipped with `indexOf`. The text must be JSON. */
export function surveyJson(text: string): JsonSurvey {
  let members = 0
  let isUnusual = false
  for (let at = 0; at < text.length; at++) {
    switch (text.charCodeAt(at)) {
      case 34: // "
        at = text.indexOf('"', at + 1)
        while (text.charCodeAt(at - 1) === 92) {
          if (isUnescaped(text, at)) break
          at = text.indexOf('"', at + 1)
        }
        break
      case 58: // :
        members++
        break
      case 46: // .
      case 69: // E
        isUnusual = true
        break
      case 101: // e, except in true and false
        isUnusual ||= text.charCodeAt(at - 1) <= 57
    }
  }
  return { members, isUnusual: isUnusual || (text.includes('\\') && /\\u[dD][89a-fA-F]/.test(text)) }
}

/** Whether an even number of backslashes precedes the quote. */
function isUnescaped(text: string, quote: number): boolean {
  let start = quote
  while (text.charCodeAt(start - 1) === 92) start--
  return (quote - start) % 2 === 0
}
