/** The status line and headers of a response, and the framing of its body. Pure. */
import { httpError, responseInvalid } from './http-errors.ts'
import type { ResponseHeaders } from './request-handler.ts'

/** How the end of the body is found. */
export type Framing =
  | { readonly by: 'length'; readonly bytes: number }
  | { readonly by: 'chunks' }
  | { readonly by: 'close' }

export interface ResponseHead {
  readonly status: number
  readonly headers: ResponseHeaders
  readonly framing: Framing
  /** How long the connection may be idle afterwards, as far as the server says; 0 if it must not be used again. */
  readonly keepAliveMs: number
}

const statusLine = /^HTTP\/1\.([01]) ([1-9]\d\d)(?: .*)?$/
const nameForm = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/
/** Control characters but tabs; a lone CR or LF is a smuggled line for other parsers. */
// oxlint-disable-next-line no-control-regex -- they are what is looked for
const forbidden = /[\0-\x08\x0a-\x1f\x7f]/
const keepAliveTimeout = /(?:^|,)\s*timeout=(\d{1,9})/i
/** The connection is given up this long before the server does: a request that crosses its end would be lost. */
const keepAliveMarginMs = 2_000

/**
 * @param text everything before the empty line
 *
 * Failure: throws an error with the code `HTTP_RESPONSE_INVALID`.
 */
export function parseHead(text: string): ResponseHead {
  const lines = text.split('\r\n')
  const first = statusLine.exec(lines[0]!)
  if (first === null || forbidden.test(lines[0]!)) throw invalid('it has no status line')
  const headers = headersOf(lines)
  const status = Number(first[2])
  const framing = framingOf(status, headers)
  const isReusable = framing.by !== 'close' && !isDoubtful(status, first[1]!, headers)
  return { status, headers, framing, keepAliveMs: isReusable ? keepAliveMsOf(first[1]!, headers) : 0 }
}

function headersOf(lines: readonly string[]): ResponseHeaders {
  // Without a prototype: a server may send a header of any name.
  const headers = Object.create(null) as Record<string, string | string[]>
  for (let at = 1; at < lines.length; at++) {
    const line = lines[at]!
    const colon = line.indexOf(':')
    const name = line.slice(0, Math.max(0, colon)).toLowerCase()
    if (!nameForm.test(name) || forbidden.test(line)) throw invalid('a header has no name')
    const value = trimmed(line.slice(colon + 1))
    const known = headers[name]
    if (known === undefined) headers[name] = value
    else if (typeof known === 'string') headers[name] = [known, value]
    else known.push(value)
  }
  return headers
}

function framingOf(status: number, headers: ResponseHeaders): Framing {
  if (status < 200 || status === 204 || status === 304) return { by: 'length', bytes: 0 }
  const [encoding, length] = [headers['transfer-encoding'], headers['content-length']]
  if (encoding !== undefined) {
    if (length !== undefined) throw invalid('it has both Content-Length and Transfer-Encoding')
    if (typeof encoding !== 'string' || encoding.toLowerCase() !== 'chunked')
      throw invalid('its Transfer-Encoding is unknown')
    return { by: 'chunks' }
  }
  return length === undefined ? { by: 'close' } : { by: 'length', bytes: lengthOf(length) }
}

/** Whether the server may have sent a body where there must be none, or a body that ends elsewhere than the headers say. */
function isDoubtful(status: number, minorVersion: string, headers: ResponseHeaders): boolean {
  const isChunked = headers['transfer-encoding'] !== undefined
  if (minorVersion === '0') return isChunked
  return status === 204 && (isChunked || (headers['content-length'] ?? '0') !== '0')
}

/** A repeated length is accepted if all values are equal, as RFC 9110 allows. */
function lengthOf(header: string | readonly string[]): number {
  const values = [header].flat().flatMap((value) => value.split(',').map(trimmed))
  const [first = ''] = values
  const bytes = /^\d{1,15}$/.test(first) ? Number(first) : Number.NaN
  if (!Number.isSafeInteger(bytes) || values.some((value) => value !== first))
    throw invalid('its Content-Length is not a number')
  return bytes
}

function keepAliveMsOf(minorVersion: string, headers: ResponseHeaders): number {
  const options = tokensOf(headers['connection'])
  if (options.includes('close') || (minorVersion === '0' && !options.includes('keep-alive'))) return 0
  const announced = keepAliveTimeout.exec([headers['keep-alive'] ?? ''].flat().join(','))?.[1]
  return announced === undefined ? Infinity : Math.max(0, Number(announced) * 1_000 - keepAliveMarginMs)
}

function tokensOf(header: string | readonly string[] | undefined): readonly string[] {
  return [header ?? []].flat().flatMap((value) => value.toLowerCase().split(',').map(trimmed))
}

/** Without the white space that HTTP allows around values. `trim` would also accept what other parsers do not. */
function trimmed(value: string): string {
  let [start, end] = [0, value.length]
  while (start < end && isBlank(value.charCodeAt(start))) start++
  while (end > start && isBlank(value.charCodeAt(end - 1))) end--
  return value.slice(start, end)
}

const isBlank = (code: number) => code === 0x20 || code === 0x09

function invalid(why: string): Error {
  return httpError(responseInvalid, `the response is not HTTP: ${why}`)
}
