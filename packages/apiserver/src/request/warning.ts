/** Warning headers: texts that a client shows to a person. */

/** Above this many characters together, every warning is cut. */
const mostTogether = 4096
const mostEach = 256

/**
 * `299 - "text"` for each, with what would end the quotes escaped. What is empty or cannot travel in a header is left out;
 * if all are too much together, each is cut, and what still does not fit after the limit is left out too.
 */
export function formatWarnings(texts: Iterable<string>): readonly string[] {
  const printable = [...new Set(texts)].filter(isPrintable)
  if (fitTogether(printable)) return printable.map((text) => format(text))
  let written = 0
  return printable.flatMap((text) => {
    if (written >= mostTogether) return []
    const cut = firstCharacters(text, mostEach)
    written += cut.length
    return [format(cut.join(''))]
  })
}

/** In characters, of which UTF-16 needs two units each at the most. */
function fitTogether(texts: readonly string[]): boolean {
  if (texts.reduce((sum, { length }) => sum + length, 0) > 2 * mostTogether) return false
  return texts.reduce((sum, text) => sum + Array.from(text).length, 0) <= mostTogether
}

function firstCharacters(text: string, count: number): readonly string[] {
  return Array.from(text.slice(0, 2 * count)).slice(0, count)
}

/** As many of the texts as can ever be shown: who would find more pairs of something than that need not look for them. */
export function* shownWarnings(texts: Iterable<string>): Iterable<string> {
  const seen = new Set<string>()
  let written = 0
  for (const text of texts) {
    if (seen.has(text) || !isPrintable(text)) continue
    seen.add(text)
    written += Math.min(mostEach, text.length)
    yield text
    // Counted in UTF-16, of which a character has two units at the most.
    if (written > 2 * mostTogether) return
  }
}

function isPrintable(text: string): boolean {
  // oxlint-disable-next-line no-control-regex -- these are what no header may hold
  return text !== '' && !/[\u0000-\u001f\u007f]/.test(text)
}

/** A header is bytes. Other letters than those of ASCII go as UTF-8, each byte a character, and come out that way too. */
function format(characters: string): string {
  const text = Buffer.from(characters, 'utf8').toString('latin1')
  return `299 - "${text.replace(/[\\"]/g, '\\$&')}"`
}
