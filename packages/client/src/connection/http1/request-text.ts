/** The bytes of a request before its body. Pure. */
import { httpError, requestInvalid } from './http-errors.ts'
import type { HttpRequest } from './request-handler.ts'

const methodForm = /^[A-Z]+$/
/** Visible ASCII without a fragment: a space or a line break would end the path, and start a header or another request. */
const pathForm = /^\/[\x21\x22\x24-\x7e]*$/
const nameForm = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/
/** Latin-1 without control characters, but tabs. */
const valueForm = /^[\t\x20-\x7e\x80-\xff]*$/
/** The connection itself sets the headers for the end of a message and for keep-alive. */
const reserved = new Set([
  'connection',
  'content-length',
  'expect',
  'host',
  'keep-alive',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
])

/** Failure: throws an error with the code `HTTP_REQUEST_INVALID`. */
export function headOf({ method, path, headers, body }: HttpRequest, host: string): string {
  if (!methodForm.test(method) || !pathForm.test(path)) throw invalid()
  let text = `${method} ${path} HTTP/1.1\r\nhost: ${host}\r\nconnection: keep-alive\r\n`
  for (let at = 0; at < headers.length; at += 2) text += headerLine(headers[at]!, headers[at + 1])
  if (body !== undefined || (method !== 'GET' && method !== 'DELETE')) text += `content-length: ${lengthOf(body)}\r\n`
  return `${text}\r\n`
}

/** Whether its UTF-8 bytes are its Latin-1 bytes. */
export function isAscii(text: string): boolean {
  // oxlint-disable-next-line no-control-regex -- exactly the characters of ASCII
  return /^[\x00-\x7f]*$/.test(text)
}

function headerLine(name: string, value: string | undefined): string {
  if (value === undefined || !nameForm.test(name) || !valueForm.test(value) || reserved.has(name.toLowerCase()))
    throw invalid()
  return `${name}: ${value}\r\n`
}

function lengthOf(body: string | Uint8Array | undefined): number {
  return typeof body === 'string' ? Buffer.byteLength(body) : (body?.length ?? 0)
}

function invalid(): Error {
  return httpError(requestInvalid, 'the request has characters or headers that cannot be sent')
}
