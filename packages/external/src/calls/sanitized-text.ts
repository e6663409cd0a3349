/** Sanitizes third-party text for a status, an event or a terminal. Pure. */

/** Longer messages are truncated. */
const longestText = 1_000

/** Control characters, lone surrogates, and characters that change the text direction. */
const harmful = /[\p{Cc}\p{Cs}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu

/** The text on one line, truncated, with harmful characters replaced. */
export function sanitizedText(text: string): string {
  const cut = text.length > longestText ? `${text.slice(0, longestText - 1)}…` : text
  return cut.replace(harmful, (character) => (/\s/.test(character) ? ' ' : '\ufffd'))
}
