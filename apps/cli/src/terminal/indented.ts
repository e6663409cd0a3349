/** Indents all lines but the first, so that a line of foreign text never looks like one of this command. */
export function indented(text: string, by = '  '): string {
  return text.replaceAll('\n', `\n${by}`)
}
