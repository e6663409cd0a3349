/** A warning header: text that a client shows to a person. */

/** `299 - "text"`, with what would end the quotes escaped and what cannot travel in a header left out. */
export function formatWarning(text: string): string {
  const printable = Array.from(text)
    .filter((character) => character >= ' ' && character !== '\u007f')
    .join('')
  return `299 - "${printable.replace(/[\\"]/g, '\\$&')}"`
}
