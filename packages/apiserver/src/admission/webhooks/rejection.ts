/** What the caller is told when a webhook says no, or cannot be asked. */
import { badRequest } from '../../status/failures.ts'
import { type Status, StatusError } from '../../status/status.ts'

/** The webhook could not be asked, or did not answer as it must: its failure policy decides. */
export class WebhookCallFailure extends Error {
  /** @param why what was tried, and what came of it */
  constructor(webhook: string, why: string) {
    super(`failed calling webhook ${JSON.stringify(webhook)}: ${why}`)
  }
}

/** A webhook said no: its own Status, as far as that makes sense. */
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

/** A refusal is no success, and no HTTP has codes of four digits. */
function codeOf(given: number): number {
  if (given < 400) return 400
  return given > 999 ? 500 : given
}

export function dryRunUnsupported(webhook: string): StatusError {
  return badRequest(`admission webhook ${JSON.stringify(webhook)} does not support dry run`)
}
