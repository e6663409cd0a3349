/**
 * A few words about a body that is not what it should be: enough to recognise a proxy's page, and never the content of
 * an object, which might be a Secret.
 */
const longestExcerpt = 200

/** `an HTML page titled "502 Bad Gateway"`, `the text "upstream connect error"`, `118 bytes that start like JSON`. */
export function describeBody(text: string): string {
  const trimmed = text.trim()
  if (trimmed === '') return 'an empty body'
  if (/^[{[]/.test(trimmed)) return `${Buffer.byteLength(text)} bytes of JSON that is damaged or cut off`
  if (isHtml(trimmed)) return describeHtml(trimmed)
  return `the text ${JSON.stringify(shorten(trimmed))}`
}

/** The message of a body that carries one: a Status is read elsewhere, this is for plain text. */
export function shorten(text: string): string {
  const oneLine = text.replace(/\s+/g, ' ').trim()
  return oneLine.length > longestExcerpt ? `${oneLine.slice(0, longestExcerpt)}…` : oneLine
}

export function isHtml(text: string): boolean {
  return /^\s*<(?:!doctype|html|head|body|\?xml)/i.test(text)
}

function describeHtml(html: string): string {
  const title = /<title[^>]*>([^<]*)<\/title>/i.exec(html)?.[1] ?? /<h1[^>]*>([^<]*)<\/h1>/i.exec(html)?.[1]
  return title === undefined ? 'an HTML page' : `an HTML page titled ${JSON.stringify(shorten(title))}`
}
