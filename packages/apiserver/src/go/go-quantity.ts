/** Quantities as Go reads and writes them. */
import { isKubewrightError } from '@kubewright/core'
import { parseQuantity } from '@kubewright/core/quantities'
import { ValueProblem } from './value-problem.ts'

const pattern = String.raw`quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'`

/** Texts that Go splits into a number and a suffix, whether or not the suffix is valid. */
const splits = /^[+-]?\d*(?:\.\d*)?(?:[eEinumkKMGTP]+[+-]?\d*|[+-]\d*)?$/

/**
 * Returns the quantity in canonical form.
 *
 * Failure: throws a `ValueProblem` with Go's words.
 *
 * @param text without quotes, otherwise as written in the JSON
 */
export function readQuantity(text: string): string {
  const trimmed = text.trim()
  try {
    return parseQuantity(trimmed).toString()
  } catch (error) {
    if (!isKubewrightError(error)) throw error
    throw new ValueProblem(trimmed !== '' && splits.test(trimmed) ? "unable to parse quantity's suffix" : pattern)
  }
}
