/** The error for cyclic dependencies between kinds. */
import { externalErrors } from '../errors.ts'

/** @param path the kinds of the cycle, first one repeated at the end */
export function cycle(path: readonly string[]): Error {
  return externalErrors('KW_EXTERNAL_CYCLE', {
    what: 'order the kinds by their dependencies',
    why: `${path.join(' → ')}: each needs the next`,
    next: 'Remove one of these dependencies.',
    details: { path },
  })
}
