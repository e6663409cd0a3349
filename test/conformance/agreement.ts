/** Compares our code with the real server on random input. */
import { isKubewrightError } from '@kubewright/core'
import fc from 'fast-check'

/** Checks many inputs. The seed is fixed, so that every run checks the same. */
export function forMany<Input>(
  input: fc.Arbitrary<Input>,
  check: (input: Input) => Promise<void>,
  numRuns = 400,
): Promise<void> {
  return fc.assert(fc.asyncProperty(input, check), { seed: 36, numRuns })
}

export interface Refusal {
  /** The message of an API server. */
  readonly refused: string
}

/** The result of `run`, or the message of an API server if it throws. */
export function attempt<Result>(run: () => Result): Result | Refusal {
  try {
    return run()
  } catch (error) {
    if (!isKubewrightError(error)) throw error
    const { message } = error.details
    return { refused: typeof message === 'string' ? message : error.message }
  }
}

export function isRefusal(result: unknown): result is Refusal {
  return typeof result === 'object' && result !== null && 'refused' in result
}
