/** Kinds that wait for each other. */
import { externalErrors } from './errors.ts'

/** @param path the kinds, from one back to itself */
export function cycle(path: readonly string[]): Error {
  return externalErrors('KW_EXTERNAL_CYCLE', {
    what: 'put the kinds in an order',
    why: `${path.join(' → ')}: each needs the next`,
    next: 'Take one of these dependencies out.',
    details: { path },
  })
}
