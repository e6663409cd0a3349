/** Text of several lines, of which all but the first are indented: a line of somebody's message never looks like one of ours. */
export function indented(text: string, by = '  '): string {
  return text.replaceAll('\n', `\n${by}`)
}
