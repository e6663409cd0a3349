/**
 * A short description of an unexpected body: enough to recognise a proxy's page, and never the content of an object, which might be a
 * Secret.
 */
import { isJsonObject } from '@kubewright/core/json'
import { parseJson } from './parse-json.ts'

const longestExcerpt = 200
/** A title is near the start of a page, which may be very long; the rest is not searched. */
const searchedForTitle = 8_000

/** `an HTML page titled "502 Bad Gateway"`, `the text "upstream connect error"`, `a JSON list of length 3`. */
export function describeBody(text: string): string {
  const trimmed = text.trim()
  if (trimmed === '') return 'an empty body'
  if (trimmed === 'null') return 'the JSON value null'
  if (/^[{[]/.test(trimmed)) return describeJson(trimmed)
  if (isHtml(trimmed)) return describeHtml(trimmed)
  return `the text ${JSON.stringify(shorten(trimmed))}`
}

function describeJson(text: string): string {
  const json = parseJson(text)
  if (Array.isArray(json)) return `a JSON list of length ${json.length}`
  if (!isJsonObject(json)) return `${Buffer.byteLength(text)} bytes of JSON that is damaged or cut off`
  if (typeof json.kind === 'string') return `a JSON object of kind ${shorten(json.kind)}`
  const names = Object.keys(json)
  // Member names identify the sender; only values may be secret.
  return names.length === 0 ? 'an empty JSON object' : `a JSON object with ${shorten(names.slice(0, 8).join(', '))}`
}

/** Plain text on one line, truncated. */
export function shorten(text: string): string {
  const oneLine = text.replace(/\s+/g, ' ').trim()
  return oneLine.length > longestExcerpt ? `${oneLine.slice(0, longestExcerpt)}…` : oneLine
}

export function isHtml(text: string): boolean {
  return /^\s*<(?:!doctype|html|head|body|\?xml)/i.test(text)
}

function describeHtml(page: string): string {
  const html = page.slice(0, searchedForTitle)
  const title = /<title[^>]*>([^<]*)<\/title>/i.exec(html)?.[1] ?? /<h1[^>]*>([^<]*)<\/h1>/i.exec(html)?.[1]
  return title === undefined ? 'an HTML page' : `an HTML page titled ${JSON.stringify(shorten(title))}`
}
