/** Normalizes the results of operations. Untyped programs may return anything: an invalid result is an error. */
import { externalErrors } from '../errors.ts'
import type { OperationStatus } from './external-operation.ts'
import type { Applied, Deleted, Verification } from './operations.ts'
import {
  type ApplyResult,
  applyResults,
  type DeleteResult,
  deleteResults,
  type Verdict,
  verdicts,
} from '../decision/state.ts'

/** Failure: `KW_EXTERNAL_RESULT`. */
export function normalizedVerification(result: Verdict | Verification, controller: string): Verification {
  const verification = typeof result === 'string' ? { verdict: result } : result
  if (verdicts.includes(verification?.verdict)) return verification
  throw noResult('verify', controller, verification?.verdict ?? result, verdicts)
}

/** Failure: `KW_EXTERNAL_RESULT`. */
export function normalizedApplied(
  result: ApplyResult | Applied,
  verb: 'create' | 'update',
  controller: string,
): Applied {
  const applied = typeof result === 'string' ? { result } : result
  if (applyResults.includes(applied?.result)) return applied
  throw noResult(verb, controller, applied?.result ?? result, applyResults)
}

/** Failure: `KW_EXTERNAL_RESULT`. */
export function normalizedDeletion(result: DeleteResult | Deleted, controller: string): Deleted {
  const deleted = typeof result === 'string' ? { result } : result
  if (deleteResults.includes(deleted?.result)) return deleted
  throw noResult('delete', controller, deleted?.result ?? result, deleteResults)
}

/** Failure: `KW_EXTERNAL_RESULT`. */
export function normalizedStatus(said: OperationStatus, controller: string): OperationStatus {
  if (said === 'under way' || said === 'done' || typeof (said as Ended | undefined)?.error === 'string') return said
  if (typeof (said as Ended | undefined)?.externalName === 'string') return said
  throw noResult('follow', controller, said, ['under way', 'done', '{ externalName }', '{ error }'])
}

interface Ended {
  readonly error?: unknown
  readonly externalName?: unknown
}

/** The field of an object that holds the result of a verb. */
const fields: Readonly<Record<string, string>> = {
  verify: 'verdict',
  create: 'result',
  update: 'result',
  delete: 'result',
}

function noResult(verb: string, controller: string, said: unknown, known: readonly string[]): Error {
  const field = fields[verb]
  const orObject = field === undefined ? '' : `, or an object with it in \`${field}\``
  return externalErrors('KW_EXTERNAL_RESULT', {
    what: `use the result of ${verb} of ${controller}`,
    why: `it returned ${JSON.stringify(said) ?? 'nothing'}`,
    next: `Return one of ${known.join(', ')}${orObject}.`,
    details: { controller, verb },
  })
}
