/** A heading and a list, for the end of a message; empty if there are no lines. */
export function listed(heading: string, lines: readonly string[]): string {
  if (lines.length === 0) return ''
  return [`\n${heading}:`, ...lines.slice(0, 8).map((line) => `- ${line}`)].join('\n')
}
