/** The Status a fault answers with. A code suffices; the other fields have defaults. */
import { StatusError } from '../status/status.ts'
import { faultErrors } from './errors.ts'

/** The error response of a fault, as fields of a `Status`. */
export interface FaultStatus {
  readonly code: number
  readonly reason?: string
  readonly message?: string
  /** Also sent as the `Retry-After` header. @default a second for 429, none for others */
  readonly retryAfterSeconds?: number
}

/** The server's own reasons and messages for these codes. */
const known: Readonly<Record<number, { readonly reason: string; readonly message: string }>> = {
  400: { reason: 'BadRequest', message: 'the request was refused' },
  401: { reason: 'Unauthorized', message: 'Unauthorized' },
  403: { reason: 'Forbidden', message: 'the request is forbidden' },
  404: { reason: 'NotFound', message: 'the server could not find the requested resource' },
  409: {
    reason: 'Conflict',
    message: 'the object has been modified; please apply your changes to the latest version and try again',
  },
  410: { reason: 'Expired', message: 'The resourceVersion for the provided request is too old.' },
  429: { reason: 'TooManyRequests', message: 'Too many requests, please try again later.' },
  500: { reason: 'InternalError', message: 'Internal error occurred: an injected fault' },
  503: { reason: 'ServiceUnavailable', message: 'the server is currently unable to handle the request' },
  504: { reason: 'Timeout', message: 'the server was unable to return a response in the time allotted' },
}

/** Failure: throws `KW_FAULT_STATUS` for a code that is not one of a failure, or an invalid `retryAfterSeconds`. */
export function faultStatus(wanted: number | FaultStatus): StatusError {
  const { code, reason, message, retryAfterSeconds }: FaultStatus =
    typeof wanted === 'number' ? { code: wanted } : wanted
  if (!(Number.isInteger(code) && code >= 400 && code <= 599))
    throw invalid(`${String(code)} is not the status code of a failure`, 'Use a code from 400 to 599: 409, 429, 500.')
  if (retryAfterSeconds !== undefined && !(Number.isInteger(retryAfterSeconds) && retryAfterSeconds >= 0)) {
    throw invalid(`retryAfterSeconds is ${String(retryAfterSeconds)}`, 'Use a whole number of zero or more.')
  }
  const seconds = retryAfterSeconds ?? (code === 429 ? 1 : undefined)
  const usual = known[code] ?? { reason: '', message: `an injected fault: ${code}` }
  const details = seconds === undefined ? undefined : { retryAfterSeconds: seconds }
  return new StatusError(code, reason ?? usual.reason, message ?? usual.message, details)
}

function invalid(why: string, next: string): Error {
  return faultErrors('KW_FAULT_STATUS', { what: 'set the error response of a fault', why, next })
}
