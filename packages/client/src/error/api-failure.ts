/** Maps an error response to an error. Pure. See decision 0054. */
import type { ClientErrorCode } from '../errors.ts'
import { adviceFor } from './advice.ts'
import { ApiError, type ApiErrorFacts } from './api-error.ts'
import { describeBody, isHtml, shorten } from './body-excerpt.ts'
import { shortenEscalation } from './escalation.ts'
import { describeOperation, type Operation } from './operation.ts'
import { parseJson } from './parse-json.ts'
import { readStatus, type ServerStatus } from './server-status.ts'

/** A response with an error status. */
export interface FailedAnswer {
  readonly status: number
  readonly text: string
  readonly retryAfterMs?: number | undefined
  readonly auditId?: string | undefined
  /** How often the request was sent. */
  readonly attempts?: number | undefined
  /** The body of the request. */
  readonly sent?: string | undefined
}

/** The error for an error response. */
export function apiFailure(operation: Operation, answer: FailedAnswer): ApiError {
  const status = statusIn(answer.text)
  const error =
    status === undefined
      ? failed(operation, { message: '', details: { causes: [] } }, describeForeign(answer.text), answer)
      : statusFailure(operation, status, answer)
  // A stack has ten frames: omit those of this file, so that the line that made the request is included.
  Error.captureStackTrace(error, apiFailure)
  return error
}

/** The error for a Status, from a response body or a watch event. */
export function statusFailure(
  operation: Operation,
  status: ServerStatus,
  answer: Omit<FailedAnswer, 'text'>,
): ApiError {
  return failed(operation, status, describeStatus(status), answer)
}

function failed(
  operation: Operation,
  status: ServerStatus,
  words: string,
  answer: Omit<FailedAnswer, 'text'>,
): ApiError {
  const code = codeFor(answer.status, status, operation)
  const next = adviceFor(code, operation, status, answer.sent)
  const { attempts = 1 } = answer
  const why = `the server answered ${answer.status}${words}${attempts > 1 ? ` (after ${attempts} attempts)` : ''}`
  const fault = { what: describeOperation(operation), why, ...(next === undefined ? {} : { next }) }
  return new ApiError(code, fault, operation, factsOf(status, answer))
}

function statusIn(text: string): ServerStatus | undefined {
  return text.startsWith('{') ? readStatus(parseJson(text)) : undefined
}

/** ` Forbidden: pods is forbidden: …`. The message usually lists the causes; missing ones are added. */
function describeStatus({ reason, message: full, details }: ServerStatus): string {
  const message = shortenEscalation(full)
  const missing = details.causes.filter((cause) => cause.message !== undefined && !full.includes(cause.message))
  const listed = missing.map(({ field, message: text }) => (field === undefined ? text : `${field}: ${text}`))
  const causes = listed.length === 0 ? '' : ` [${listed.join('; ')}]`
  return `${reason === undefined ? '' : ` ${reason}`}${message === '' ? '' : `: ${message}`}${causes}`
}

/** Proxies, and the outer layers of an API server, respond with plain text or HTML. */
function describeForeign(text: string): string {
  const isPlain = text.trim() !== '' && !isHtml(text) && !/^\s*[{[]/.test(text)
  return isPlain ? `: ${shorten(text)}` : ` with ${describeBody(text)}`
}

function factsOf(status: ServerStatus, answer: Omit<FailedAnswer, 'text'>): ApiErrorFacts {
  const seconds = status.details.retryAfterSeconds
  return {
    status: answer.status,
    reason: status.reason,
    causes: status.details.causes,
    retryAfterMs: answer.retryAfterMs ?? (seconds === undefined ? undefined : seconds * 1_000),
    auditId: answer.auditId,
    continue: status.continue,
  }
}

const codeByStatus: Readonly<Record<number, ClientErrorCode>> = {
  400: 'KW_CLIENT_BAD_REQUEST',
  401: 'KW_CLIENT_UNAUTHORIZED',
  403: 'KW_CLIENT_FORBIDDEN',
  404: 'KW_CLIENT_NOT_FOUND',
  405: 'KW_CLIENT_METHOD_NOT_ALLOWED',
  406: 'KW_CLIENT_MEDIA_TYPE',
  409: 'KW_CLIENT_CONFLICT',
  410: 'KW_CLIENT_EXPIRED',
  413: 'KW_CLIENT_TOO_LARGE',
  415: 'KW_CLIENT_MEDIA_TYPE',
  422: 'KW_CLIENT_INVALID',
  429: 'KW_CLIENT_TOO_MANY_REQUESTS',
  502: 'KW_CLIENT_UNAVAILABLE',
  503: 'KW_CLIENT_UNAVAILABLE',
  504: 'KW_CLIENT_SERVER_TIMEOUT',
}

function codeFor(httpStatus: number, status: ServerStatus, operation: Operation): ClientErrorCode {
  if (status.reason === 'AlreadyExists') return 'KW_CLIENT_ALREADY_EXISTS'
  if (httpStatus === 404 && isAboutTheKind(status, operation)) return 'KW_CLIENT_UNKNOWN_KIND'
  return codeByStatus[httpStatus] ?? (httpStatus < 500 ? 'KW_CLIENT_BAD_REQUEST' : 'KW_CLIENT_SERVER_FAILED')
}

/** A missing object is named in the details; a missing kind is reported by layers without knowledge of objects. */
function isAboutTheKind({ details }: ServerStatus, { resource }: Operation): boolean {
  return resource !== undefined && details.name === undefined && details.kind === undefined
}
