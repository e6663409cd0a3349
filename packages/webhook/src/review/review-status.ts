/** The Status in a review's response, or in the response to an invalid request. */

/** The status of a refused review, as the API server shows it to the client. */
export interface ReviewStatus {
  readonly apiVersion?: 'v1'
  readonly kind?: 'Status'
  readonly status: 'Success' | 'Failure'
  readonly message?: string
  readonly reason?: string
  readonly code?: number
  readonly details?: StatusDetails
}

/** The `details` of a Status: the object, and the causes of its rejection. */
export interface StatusDetails {
  readonly name?: string
  readonly group?: string
  readonly kind?: string
  readonly causes?: readonly StatusCause[]
}

/** One cause of a rejection: a field, and what is wrong with it. */
export interface StatusCause {
  readonly reason: string
  readonly message: string
  readonly field: string
}

const reasons: Readonly<Record<number, string>> = {
  400: 'BadRequest',
  403: 'Forbidden',
  404: 'NotFound',
  405: 'MethodNotAllowed',
  408: 'Timeout',
  413: 'RequestEntityTooLarge',
  415: 'UnsupportedMediaType',
  422: 'Invalid',
  429: 'TooManyRequests',
  500: 'InternalError',
  503: 'ServiceUnavailable',
  504: 'Timeout',
}

export function failure(code: number, message: string, details?: StatusDetails): ReviewStatus {
  const reason = reasons[code]
  return {
    status: 'Failure',
    message,
    ...(reason === undefined ? {} : { reason }),
    code,
    ...(details === undefined ? {} : { details }),
  }
}

/** The body of a response that is not a review. */
export function statusBody(code: number, message: string): string {
  return JSON.stringify({ apiVersion: 'v1', kind: 'Status', metadata: {}, ...failure(code, message) })
}
