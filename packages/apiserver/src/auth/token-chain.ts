/** Tries the verifiers of all kinds of bearer tokens in turn. */
import type { TokenVerdict, TokenVerifier } from './authentication.ts'

/** The error for a token that no verifier accepts. */
const unknownToken = 'invalid bearer token'

/** Guarantee: a verdict without a user has an error, and one with a user has none. */
export function tokenChain(verifiers: readonly TokenVerifier[]): TokenVerifier {
  return {
    verify(token, audiences) {
      const errors = [unknownToken]
      for (const verifier of verifiers) {
        const verdict = verifier.verify(token, audiences)
        if (verdict.user !== undefined) return verdict
        if (verdict.error !== undefined) errors.push(verdict.error)
      }
      return refused(errors)
    },
  }
}

function refused(errors: readonly string[]): TokenVerdict {
  const error = errors.length === 1 ? errors[0]! : `[${errors.join(', ')}]`
  return { user: undefined, audiences: [], error }
}
