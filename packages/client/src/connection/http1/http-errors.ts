/** Errors of HTTP/1.1, recognised by their code. */

/** The request has characters or headers that cannot be sent. */
export const requestInvalid = 'HTTP_REQUEST_INVALID'
/** The server sent something that is not an HTTP/1.1 response. */
export const responseInvalid = 'HTTP_RESPONSE_INVALID'
/** The connection was closed before the response was complete. */
export const closedEarly = 'HTTP_CLOSED_EARLY'

export interface HttpError extends Error {
  readonly code: string
  /** The first bytes of an invalid response. */
  readonly data?: Buffer
}

export function httpError(code: string, message: string, data?: Buffer): HttpError {
  return Object.assign(new Error(message), { code, ...(data && { data }) })
}
