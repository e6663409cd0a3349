/** Names and values in InfluxQL queries, quoted to prevent injection. Pure. */

/**
 * A quoted identifier: the name of a measurement, field or tag.
 *
 * @example
 * ```ts
 * influxName('cpu "idle"') // => '"cpu \\"idle\\""'
 * ```
 */
export function influxName(name: string): string {
  return quoted(name, '"')
}

/**
 * A quoted string: the value of a tag.
 *
 * @example
 * ```ts
 * influxText("it's") // => "'it\\'s'"
 * ```
 */
export function influxText(text: string): string {
  return quoted(text, "'")
}

function quoted(text: string, quote: string): string {
  const escaped = text.replaceAll('\\', '\\\\').replaceAll(quote, `\\${quote}`).replaceAll('\n', String.raw`\n`)
  return `${quote}${escaped}${quote}`
}
