/** The error for cyclic dependencies between kinds. */
import { externalErrors } from '../errors.ts'

/** @param path the kinds of the cycle, first one repeated at the end */
export function cycle(path: readonly string[]): Error {
  return externalErrors('KW_EXTERNAL_CYCLE', {
    what: 'put the kinds in an order',
    why: `${path.join(' → ')}: each needs the next`,
    next: 'Take one of these dependencies out.',
    details: { path },
  })
}
