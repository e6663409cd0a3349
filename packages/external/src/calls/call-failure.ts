/** Classifies a failed call: whether it may have changed anything, whether to retry, and when. */
import { type Duration, toMs } from '@kubewright/core'
import { sanitizedText } from './sanitized-text.ts'

/** Options of `ExternalError`. */
export interface ExternalErrorOptions {
  /**
   * The API rejected the call: certainly nothing was created or changed. Leave it unset if an earlier call of several was accepted.
   *
   * @default false
   */
  readonly nothingDone?: boolean
  /** The API requests a delay: a quota, or too many calls. Implies that nothing was done. */
  readonly retryAfter?: Duration
  readonly cause?: unknown
}

/** Thrown by an operation to classify its failure. */
export class ExternalError extends Error {
  override readonly name = 'ExternalError'
  readonly nothingDone: boolean
  readonly retryAfter: Duration | undefined

  constructor(message: string, { nothingDone = false, retryAfter, cause }: ExternalErrorOptions = {}) {
    super(message, cause === undefined ? undefined : { cause })
    this.nothingDone = nothingDone || retryAfter !== undefined
    this.retryAfter = retryAfter
  }
}

/** The classification of a failed call to an external API: the result of `failureOf`. */
export interface CallFailure {
  readonly message: string
  /** Whether the call certainly changed nothing. */
  readonly nothingDone: boolean
  /** Whether the API reports that the resource does not exist. */
  readonly isNotFound: boolean
  /** Whether only an edit of the object can resolve it. */
  readonly isTerminal: boolean
  /** Whether the API throttles its clients. */
  readonly isThrottled: boolean
  /** The requested delay, if any. */
  readonly retryAfterMs: number | undefined
}

/** Upper bound on delays requested by APIs. */
const longestPauseMs = 3_600_000

/**
 * Classifies an error, including those of third-party client libraries, which carry the HTTP status as `status`, `statusCode` or a
 * numeric `code`, and often the headers.
 *
 * @example
 * ```ts
 * failureOf(Object.assign(new Error('no such bucket'), { status: 404 })).isNotFound // => true
 * failureOf(new ExternalError('quota', { retryAfter: '1m' })).retryAfterMs // => 60000
 * failureOf(new Error('socket hang up')).nothingDone // => false
 * ```
 */
export function failureOf(error: unknown, now = 0): CallFailure {
  const facts = (typeof error === 'object' && error !== null ? error : {}) as ErrorFacts
  const status = statusOf(facts)
  const isTerminal = facts.code === 'KW_CONTROLLER_TERMINAL'
  const retryAfterMs = pauseOf(facts, status, now)
  const isThrottled = status === 429 || retryAfterMs !== undefined
  return {
    message: messageOf(error),
    nothingDone: typeof facts.nothingDone === 'boolean' ? facts.nothingDone : isTerminal || isRefusal(status),
    isNotFound: status === 404 || status === 410,
    isTerminal,
    isThrottled,
    retryAfterMs,
  }
}

interface ErrorFacts {
  readonly status?: unknown
  readonly statusCode?: unknown
  readonly code?: unknown
  readonly nothingDone?: unknown
  readonly retryAfter?: unknown
  readonly headers?: unknown
}

function statusOf({ status, statusCode, code }: ErrorFacts): number | undefined {
  return [status, statusCode, code].find((one): one is number => typeof one === 'number' && one >= 400 && one < 600)
}

/** The server has read and rejected the request. 408 is excluded: the server may have acted on it. */
function isRefusal(status: number | undefined): boolean {
  return status !== undefined && status < 500 && status !== 408
}

function pauseOf(facts: ErrorFacts, status: number | undefined, now: number): number | undefined {
  const asked =
    durationMs(facts.retryAfter) ?? (status === 429 || status === 503 ? headerMs(facts.headers, now) : undefined)
  return asked === undefined ? undefined : Math.min(asked, longestPauseMs)
}

function durationMs(retryAfter: unknown): number | undefined {
  if (retryAfter === undefined || retryAfter === null) return undefined
  try {
    return toMs(retryAfter as Duration)
  } catch {
    return undefined // an unrelated field of that name
  }
}

function headerMs(headers: unknown, now: number): number | undefined {
  const value = headers instanceof Headers ? headers.get('retry-after') : (headers as HeaderRecord)?.['retry-after']
  return typeof value === 'string' ? parseRetryAfter(value, now) : undefined
}

type HeaderRecord = Readonly<Record<string, unknown>> | undefined

/**
 * The `Retry-After` of HTTP: seconds, or a date. `undefined` if it is neither.
 *
 * @example
 * ```ts
 * parseRetryAfter('120', 0) // => 120000
 * parseRetryAfter('Thu, 01 Jan 1970 00:00:05 GMT', 1_000) // => 4000
 * parseRetryAfter('soon', 0) // => undefined
 * ```
 */
export function parseRetryAfter(value: string, now: number): number | undefined {
  if (/^\d{1,9}$/.test(value.trim())) return Number(value) * 1_000
  const date = Date.parse(value)
  return Number.isNaN(date) ? undefined : Math.max(0, date - now)
}

function messageOf(error: unknown): string {
  const { message } = (typeof error === 'object' && error !== null ? error : { message: error }) as {
    message?: unknown
  }
  return typeof message === 'string' && message !== '' ? sanitizedText(message) : 'it failed without a message'
}
