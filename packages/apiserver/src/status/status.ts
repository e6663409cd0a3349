/** The `Status` object, with which the API server reports a failure or a successful deletion. */

export interface StatusCause {
  readonly reason?: string
  readonly message?: string
  readonly field?: string
}

/** The object that a `Status` is about, and the causes field by field. */
export interface StatusDetails {
  readonly name?: string
  readonly group?: string
  readonly kind?: string
  readonly uid?: string
  readonly causes?: readonly StatusCause[]
  readonly retryAfterSeconds?: number
}

/** The `Status` object that the API answers with on failures and some deletions. */
export interface Status {
  readonly kind: 'Status'
  readonly apiVersion: 'v1'
  readonly metadata: { readonly continue?: string }
  readonly status: 'Success' | 'Failure'
  readonly message?: string
  readonly reason?: string
  readonly details?: StatusDetails
  readonly code?: number
}

/** Thrown by request handlers to end the request with this Status. */
export class StatusError extends Error {
  override readonly name = 'StatusError'
  readonly status: Status & { readonly code: number }

  /** `continue` is the token with which an expired list can be continued; it is sent in the metadata. */
  constructor(code: number, reason: string, message: string, details?: StatusDetails & { readonly continue?: string }) {
    super(message)
    const { continue: token, ...rest } = details ?? {}
    const hasDetails = details !== undefined && token === undefined
    this.status = {
      kind: 'Status',
      apiVersion: 'v1',
      metadata: token === undefined ? {} : { continue: token },
      status: 'Failure',
      message,
      ...(reason === '' ? {} : { reason }),
      ...(hasDetails ? { details: rest } : {}),
      code,
    }
  }
}
