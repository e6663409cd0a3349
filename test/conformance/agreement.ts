/** Asking the same of our code and of the real server, with random input. */
import { isKubewrightError } from '@kubewright/core'
import fc from 'fast-check'

/** Checks many inputs. The seed is fixed, so that a run today and one tomorrow ask the same. */
export function forMany<Input>(
  input: fc.Arbitrary<Input>,
  check: (input: Input) => Promise<void>,
  numRuns = 400,
): Promise<void> {
  return fc.assert(fc.asyncProperty(input, check), { seed: 36, numRuns })
}

export interface Refusal {
  /** In the words of an API server. */
  readonly refused: string
}

/** What `run` returns, or what an API server would say where it throws. */
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
