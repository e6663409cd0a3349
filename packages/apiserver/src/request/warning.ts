/** Warning headers: texts that a client shows to a person. */

/** Above this many characters together, every warning is cut. */
const mostTogether = 4096
const mostEach = 256

/**
 * `299 - "text"` for each, with what would end the quotes escaped. What is empty or cannot travel in a header is left out;
 * if all are too much together, each is cut, and what still does not fit after the limit is left out too.
 */
export function formatWarnings(texts: Iterable<string>): readonly string[] {
  const characters = [...new Set(texts)].filter(isPrintable).map((text) => Array.from(text))
  const total = characters.reduce((sum, { length }) => sum + length, 0)
  if (total <= mostTogether) return characters.map(format)
  let written = 0
  return characters.flatMap((text) => {
    if (written >= mostTogether) return []
    const cut = text.slice(0, mostEach)
    written += cut.length
    return [format(cut)]
  })
}

function isPrintable(text: string): boolean {
  return text !== '' && Array.from(text).every((character) => character >= ' ' && character !== '\u007f')
}

/** A header is bytes. Other letters than those of ASCII go as UTF-8, each byte a character, and come out that way too. */
function format(characters: readonly string[]): string {
  const text = Buffer.from(characters.join(''), 'utf8').toString('latin1')
  return `299 - "${text.replace(/[\\"]/g, '\\$&')}"`
}
