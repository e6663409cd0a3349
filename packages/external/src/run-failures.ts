/** What goes wrong in a reconcile of an external resource, in words. */
import { type CallFailure, failureOf } from './call-failure.ts'
import { externalErrors } from './errors.ts'
import { CallFailed } from './external-calls.ts'
import type { ExternalVerb } from './external-observer.ts'
import { failureReport, type Report } from './report.ts'
import type { RunParts } from './run-parts.ts'

/** The reason of a condition, by what failed. */
const failureReasons: Readonly<Record<CallFailed['verb'] | 'reconcile', string>> = {
  verify: 'VerifyFailed',
  create: 'CreateFailed',
  update: 'UpdateFailed',
  delete: 'DeleteFailed',
  complete: 'CompletionFailed',
  reconcile: 'ReconcileFailed',
}

/** A look that fails, an API that wants to be left alone and a cluster that does not answer say nothing about the resource. */
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

/** A thing that is not there any more is what deletion is about. */
export function goneIsDeleted(error: unknown): 'AlreadyDeleted' {
  if (failureOf(error).isNotFound) return 'AlreadyDeleted'
  throw error
}

/** An operation that says itself that it failed. */
export function saidError(verb: ExternalVerb, message: string | undefined): Error {
  return externalErrors('KW_EXTERNAL_FAILED', {
    what: `${verb} it`,
    why: message ?? 'the operation says that it failed',
    details: { verb },
  })
}

/** A creation without the name that only its provider knows. */
export function nameless(controller: string): Error {
  return externalErrors('KW_EXTERNAL_RESULT', {
    what: `note what ${controller} created`,
    why: 'names are assigned by the provider, and `create` returned none',
    next: "Return `externalName` from `create`, or an `operation` whose end names it; or say `names: 'chosen'` if the resource is found by something known before.",
    details: { controller },
  })
}
