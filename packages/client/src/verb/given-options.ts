/**
 * Validates the options argument of a verb in untyped code. A value that is not an object would be treated as absent: a namespace passed
 * instead of `{ namespace }` would select all of them.
 */
import { clientErrors } from '../errors.ts'
import { describeValue } from './check-options.ts'

/** Records an invalid options argument. */
interface Refusable {
  readonly '~refused'?: { readonly given: unknown }
}

/** The options with the view. An invalid argument is kept for later, so that the call rejects rather than throws. */
export function viewed<Options extends object, View>(
  options: Options | null | undefined,
  view: View,
): Options & { readonly view: View } {
  const refused: Refusable = { '~refused': { given: options } }
  return (isUsable(options) ? { ...options, view } : { ...refused, view }) as Options & { readonly view: View }
}

/** Failure: `KW_CLIENT_OPTION`. */
export function assertViewed(options: object): void {
  const { '~refused': refused } = options as Refusable
  if (refused !== undefined) throw noOptions(refused.given)
}

/** The options of a call that reads no objects. Failure: `KW_CLIENT_OPTION`. */
export function givenOptions<Options extends object>(options: Options | null | undefined): Partial<Options> {
  if (!isUsable(options)) throw noOptions(options)
  return options ?? {}
}

function isUsable(options: unknown): boolean {
  return options === undefined || (typeof options === 'object' && !Array.isArray(options))
}

function noOptions(given: unknown): Error {
  return clientErrors('KW_CLIENT_OPTION', {
    what: 'use the options of a call',
    why: `they are ${describeValue(given)}, not an object`,
    next: "Pass an object of options, such as { namespace: 'default' }.",
    details: { option: 'options' },
  })
}
