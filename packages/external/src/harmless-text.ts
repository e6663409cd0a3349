/** Words of others, made fit to be shown: in a status, an event, a terminal. Pure. */

/** Messages are for people: what goes beyond this is a page, not a message. */
const longestText = 1_000

/** Control characters, halves of characters, and what turns the direction of writing round. */
const harmful = /[\p{Cc}\p{Cs}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu

/** The text on one line, cut, with a mark in place of what terminals and servers would stumble over. */
export function harmlessText(text: string): string {
  const cut = text.length > longestText ? `${text.slice(0, longestText - 1)}…` : text
  return cut.replace(harmful, (character) => (/\s/.test(character) ? ' ' : '\ufffd'))
}
