/** What operations return, made whole. Programs without a compiler may return anything: that is said, not guessed at. */
import { externalErrors } from './errors.ts'
import type { Applied, Verification } from './operations.ts'
import { type ApplyResult, applyResults, type DeleteResult, deleteResults, type Verdict, verdicts } from './state.ts'

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
export function normalizedDeletion(result: DeleteResult, controller: string): DeleteResult {
  if (deleteResults.includes(result)) return result
  throw noResult('delete', controller, result, deleteResults)
}

function noResult(verb: string, controller: string, said: unknown, known: readonly string[]): Error {
  return externalErrors('KW_EXTERNAL_RESULT', {
    what: `go on after ${verb} of ${controller}`,
    why: `it returned ${JSON.stringify(said) ?? 'nothing'}`,
    next: `Return one of ${known.join(', ')}, or an object that says so.`,
    details: { controller, verb },
  })
}
