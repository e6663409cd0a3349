/**
 * Interprets a webhook's response as client-go does: the body of a successful one; for any other, the error message that
 * client-go would report.
 */
import type { WebhookAnswer } from './webhook-transport.ts'

/** The body of a successful response. Failure: throws an error with client-go's message. */
export function readAnswer({ status, body, contentType = '' }: WebhookAnswer): Buffer {
  if (status < 200 || status > 206) throw new Error(describeStatus(status, body, contentType))
  if (body.length > 0) return body
  // client-go assumes the requested type if the response has none.
  const type = contentType === '' ? 'application/json' : contentType
  throw new Error(`0-length response with status code: ${status} and content type: ${type}`)
}

/** How much of a body an error message quotes. */
const quotedBytes = 2048

function describeStatus(status: number, body: Buffer, contentType: string): string {
  const text = isText(contentType) ? body.subarray(0, quotedBytes).toString('utf8').trim() : 'unknown'
  return messageOfStatus(body) ?? quoted(status, text) ?? fixed[status] ?? general(status, text)
}

/** The message of a failed Status, if the body is one. */
function messageOfStatus(body: Buffer): string | undefined {
  try {
    const { kind, apiVersion, status, message } = JSON.parse(body.toString('utf8')) as Record<string, unknown>
    const isStatus = (kind === undefined || kind === 'Status') && (apiVersion === undefined || apiVersion === 'v1')
    return isStatus && status === 'Failure' && typeof message === 'string' ? message : undefined
  } catch {
    return undefined
  }
}

function isText(contentType: string): boolean {
  return contentType === '' || contentType.toLowerCase().startsWith('text/')
}

/** For these codes the message quotes the body. */
function quoted(status: number, text: string): string | undefined {
  const isSilent = text === '' || text === 'unknown'
  if (status === 406 && isSilent) return 'the server was unable to respond with a content type that the client supports'
  return status === 403 || status === 406 || status === 415 ? text : undefined
}

const fixed: Readonly<Record<number, string>> = {
  400: 'the server rejected our request for an unknown reason',
  401: 'the server has asked for the client to provide credentials',
  404: 'the server could not find the requested resource',
  405: 'the server does not allow this method on the requested resource',
  409: 'the server reported a conflict',
  422: 'the server rejected our request due to an error in our request',
  429: 'the server has received too many requests and has asked us to try again later',
  503: 'the server is currently unable to handle the request',
  504: 'the server was unable to return a response in the time allotted, but may still be processing the request',
}

function general(status: number, text: string): string {
  if (status >= 500) return `an error on the server (${JSON.stringify(text)}) has prevented the request from succeeding`
  return `the server responded with the status code ${status} but did not return more information`
}
