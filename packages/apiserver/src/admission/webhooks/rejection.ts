/** Errors for the caller when a webhook refuses or fails. */
import { badRequest } from '../../status/failures.ts'
import { type Status, StatusError } from '../../status/status.ts'

/** The webhook could not be called, or its answer is invalid: its failure policy decides. */
export class WebhookCallFailure extends Error {
  /** @param why the failed step, and its error */
  constructor(webhook: string, why: string) {
    super(`failed calling webhook ${JSON.stringify(webhook)}: ${why}`)
  }
}

/** The error for a refusal: the webhook's own Status, as far as it is valid. */
export function rejection(webhook: string, given: Partial<Status> | undefined): StatusError {
  const { reason = '', message = '', details, metadata, status = '' } = given ?? {}
  const denied = `admission webhook ${JSON.stringify(webhook)} denied the request`
  const why = message || reason
  const error = new StatusError(
    codeOf(given?.code ?? 0),
    reason,
    why === '' ? `${denied} without explanation` : `${denied}: ${why}`,
    details,
  )
  return Object.assign(error, {
    status: {
      ...error.status,
      metadata: metadata ?? {},
      status: status === '' || status === 'Success' ? 'Failure' : status,
    },
  })
}

/** A refusal is never a success, and HTTP status codes have three digits. */
function codeOf(given: number): number {
  if (given < 400) return 400
  return given > 999 ? 500 : given
}

export function dryRunUnsupported(webhook: string): StatusError {
  return badRequest(`admission webhook ${JSON.stringify(webhook)} does not support dry run`)
}
