/** The nesting depth of JSON, which bounds recursive functions. Pure. */

/** Objects of a cluster and protocols stay far below it. */
export const mostLevels = 100

/** Whether lists and objects of a JSON text are nested deeper than `levels`. Does not parse the text. */
export function isNestedDeeper(text: string, levels: number): boolean {
  let [depth, isInText] = [0, false]
  for (let at = 0; at < text.length; at++) {
    const character = text[at]
    if (isInText && character === '\\') at++
    else if (character === '"') isInText = !isInText
    else if (isInText) continue
    else if (character === '{' || character === '[') depth++
    else if (character === '}' || character === ']') depth--
    if (depth > levels) return true
  }
  return false
}
