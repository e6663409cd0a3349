/** A heading and a line each, for the end of a message; nothing if there is nothing. */
export function listed(heading: string, lines: readonly string[]): string {
  if (lines.length === 0) return ''
  return [`\n${heading}:`, ...lines.slice(0, 8).map((line) => `- ${line}`)].join('\n')
}
