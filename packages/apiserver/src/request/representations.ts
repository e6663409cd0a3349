/** The Accept header of requests for built-in paths. */
import { StatusError } from '../status/status.ts'
import type { ServerRequest } from './exchange.ts'
import { builtInMediaTypes } from './negotiation.ts'

/**
 * A first check of the Accept header on built-in paths. It supports neither `application/*` nor parameters.
 *
 * Failure: a 406 that lists the available representations.
 */
export function checkRepresentations(
  { headers }: Pick<ServerRequest, 'headers'>,
  produced: readonly string[] = builtInMediaTypes,
): void {
  const asked = (headers['accept'] || '*/*').split(',').map((clause) => clause.split(';')[0]!.trim())
  if (asked.some((type) => type === '*/*' || produced.includes(type))) return
  const message = `406: Not Acceptable\n\nAvailable representations: ${produced.join(', ')}`
  throw new StatusError(406, 'NotAcceptable', message, {})
}
