/** Warning headers, which clients show to the user. */

/** If all warnings together exceed this many characters, each is truncated. */
const mostTogether = 4096
const mostEach = 256

/**
 * `299 - "text"` for each warning, with quotes and backslashes escaped. Empty texts and texts with control characters are dropped. If
 * all together exceed the limit, each is truncated, and those beyond the limit are dropped.
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

/** Counts code points, each of which has at most two UTF-16 units. */
function fitTogether(texts: readonly string[]): boolean {
  if (texts.reduce((sum, { length }) => sum + length, 0) > 2 * mostTogether) return false
  return texts.reduce((sum, text) => sum + Array.from(text).length, 0) <= mostTogether
}

function firstCharacters(text: string, count: number): readonly string[] {
  return Array.from(text.slice(0, 2 * count)).slice(0, count)
}

/** The texts that can be shown at all. Lazy, so that a caller can stop computing further ones. */
export function* shownWarnings(texts: Iterable<string>): Iterable<string> {
  const seen = new Set<string>()
  let written = 0
  for (const text of texts) {
    if (seen.has(text) || !isPrintable(text)) continue
    seen.add(text)
    written += Math.min(mostEach, text.length)
    yield text
    // Counted in UTF-16 units, at most two per code point.
    if (written > 2 * mostTogether) return
  }
}

function isPrintable(text: string): boolean {
  // oxlint-disable-next-line no-control-regex -- these are what no header may hold
  return text !== '' && !/[\u0000-\u001f\u007f]/.test(text)
}

/** Header values are bytes: non-ASCII text is sent as UTF-8, one latin1 character per byte. */
function format(characters: string): string {
  const text = Buffer.from(characters, 'utf8').toString('latin1')
  return `299 - "${text.replace(/[\\"]/g, '\\$&')}"`
}
