/** Errors and reports of a failed reconcile of an external resource. */
import { type CallFailure, failureOf } from '../calls/call-failure.ts'
import { externalErrors } from '../errors.ts'
import { CallFailed } from '../calls/external-calls.ts'
import type { ExternalVerb } from '../operations/external-observer.ts'
import { failureReport, type Report } from '../reporting/report.ts'
import type { RunParts } from './run-parts.ts'

/** The condition reason, by the failed step. */
const failureReasons: Readonly<Record<CallFailed['verb'] | 'reconcile', string>> = {
  verify: 'VerifyFailed',
  create: 'CreateFailed',
  update: 'UpdateFailed',
  delete: 'DeleteFailed',
  complete: 'CompletionFailed',
  reconcile: 'ReconcileFailed',
}

/** A failed observation, throttling and a failing cluster say nothing about the resource. */
export function reportFailure(
  error: unknown,
  { message, isThrottled }: CallFailure,
  { status, isDeleting }: Pick<RunParts, 'status' | 'isDeleting'>,
): Report {
  const { state } = status
  const verb = error instanceof CallFailed ? error.verb : 'reconcile'
  const saysNothing = verb === 'reconcile' || ((verb === 'verify' || isThrottled) && state === 'Succeeded')
  const next = isDeleting ? 'Terminating' : saysNothing ? state : 'Failed'
  return failureReport(next, isThrottled ? 'Throttled' : failureReasons[verb], message)
}

/** A missing resource counts as deleted. */
export function goneIsDeleted(error: unknown): 'AlreadyDeleted' {
  if (failureOf(error).isNotFound) return 'AlreadyDeleted'
  throw error
}

/** The error of an operation that returned a failure. */
export function saidError(verb: ExternalVerb, message: string | undefined): Error {
  return externalErrors('KW_EXTERNAL_FAILED', {
    what: `${verb} the external resource`,
    why: message ?? 'the operation returned Error',
    details: { verb },
  })
}

/** The error of a creation that returned no assigned name. */
export function nameless(controller: string): Error {
  return externalErrors('KW_EXTERNAL_RESULT', {
    what: `record the resource that ${controller} created`,
    why: 'names are assigned by the provider, and `create` returned none',
    next: "Return `externalName` from `create`, or an `operation` whose result has the name; or set `names: 'chosen'` if fields of the spec identify the resource.",
    details: { controller },
  })
}
