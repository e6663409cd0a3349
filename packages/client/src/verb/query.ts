/** The part of a URL behind the question mark. */

export type Query = Readonly<Record<string, string | number | boolean | undefined>>

/** With its question mark, or nothing if no parameter is set. Parameters keep their order. */
export function formatQuery(query: Query): string {
  let text = ''
  for (const [key, value] of Object.entries(query)) {
    if (value === undefined) continue
    text += `${text === '' ? '?' : '&'}${encodeURIComponent(key)}=${encodeURIComponent(String(value))}`
  }
  return text
}
