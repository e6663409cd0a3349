/** Distinguishes responses of an API server from those of any other server at its address. */
import type { TransportBody, TransportRequest, TransportResponse } from '../transport.ts'
import { textBody } from '../text-body.ts'
import { connectionErrors } from './errors.ts'
import { wrongProtocol } from './wire/failures.ts'

/** Go's message for HTTP on an HTTPS port. */
const httpToHttps = 'Client sent an HTTP request to an HTTPS server'

export interface AnswerContext {
  readonly request: TransportRequest
  /** For messages: `GET /api/v1/pods at 10.0.0.1:6443`. */
  readonly what: () => string
  readonly isSecure: boolean
}

/**
 * Returns the response if it is from an API server.
 *
 * Failure: `KW_CLIENT_NOT_KUBERNETES` for a web page or a redirect; otherwise a page with status 404 would look like a missing object.
 * Errors of 500 and above are passed on: load balancers send temporary error pages too.
 */
export function checkAnswer(
  response: TransportResponse,
  context: AnswerContext,
): TransportResponse | Promise<TransportResponse> {
  const { status } = response
  // 304 answers a conditional request; all other 3xx are redirects.
  if (status >= 300 && status < 400 && status !== 304) return refuseRedirect(response, context)
  const type = header(response, 'content-type')
  if (type.startsWith('text/html') && status < 500 && !acceptsPages(context.request))
    return refusePage(response, context)
  return status !== 400 || context.isSecure || type.includes('json') ? response : checkPlainText(response, context)
}

function acceptsPages({ headers }: TransportRequest): boolean {
  return /text\/html|\*\/\*/.test(headers['accept'] ?? '')
}

async function refuseRedirect(response: TransportResponse, { what }: AnswerContext): Promise<never> {
  // Without what may be secret: the query, and text before an @.
  const location = (header(response, 'location').split(/[?#]/)[0] ?? '').replace(/^.*@/s, '…@')
  await drain(response.body)
  throw notKubernetes(what(), `it redirects to ${location || 'an unknown location'} (${response.status})`)
}

async function refusePage({ body, status }: TransportResponse, { what }: AnswerContext): Promise<never> {
  const title = titleIn(await beginning(body))
  const page = title === '' ? 'a web page' : `the web page ${JSON.stringify(title)}`
  throw notKubernetes(what(), `the response is ${page} (${status})`)
}

async function checkPlainText(response: TransportResponse, { what }: AnswerContext): Promise<TransportResponse> {
  const text = await response.body.text()
  if (text.includes(httpToHttps)) throw wrongProtocol(what(), 'the address has http, but the server expects https')
  return { ...response, body: textBody(text) }
}

function header({ headers }: TransportResponse, name: string): string {
  const value = headers[name]
  return (typeof value === 'string' ? value : value?.[0]) ?? ''
}

/** The first few kilobytes; the rest is discarded. */
async function beginning(body: TransportBody): Promise<string> {
  let text = ''
  for await (const chunk of body) {
    text += Buffer.from(chunk).toString('utf8')
    if (text.length > 4096) break
  }
  return text
}

/** Reads an unneeded body, so that its connection can be reused. Failures are ignored. */
export async function drain(body: TransportBody): Promise<void> {
  await beginning(body).catch(() => {})
}

function titleIn(html: string): string {
  const title = /<title[^<>]*>([^<]*)/i.exec(html)?.[1] ?? ''
  return title.replace(/\s+/g, ' ').trim().slice(0, 80)
}

function notKubernetes(what: string, why: string): Error {
  return connectionErrors('KW_CLIENT_NOT_KUBERNETES', {
    what,
    why,
    next: 'Check the server address and the proxy; perhaps you have to log in to a network first.',
  })
}
