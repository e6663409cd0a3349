/** Which form of discovery a caller wants, and in which media type. */
import { ownField } from '../object/own-field.ts'
import { parseAccept } from '../request/accept-header.ts'
import type { ServerRequest } from '../request/exchange.ts'
import { builtInMediaTypes, findForm, type MediaType } from '../request/negotiation.ts'
import { notAcceptable } from '../status/failures.ts'
import { StatusError } from '../status/status.ts'

export interface AggregatedForm {
  readonly mediaType: MediaType
  /** As the answer repeats it. */
  readonly contentType: string
}

const subtypes: Readonly<Record<string, MediaType>> = {
  '*': 'application/json',
  json: 'application/json',
  yaml: 'application/yaml',
}

/** The first clause that asks for everything in one document, wherever it stands; `undefined` if none does. */
export function findAggregatedForm({ headers }: Pick<ServerRequest, 'headers'>): AggregatedForm | undefined {
  for (const { type, subtype, parameters } of parseAccept(headers['accept'] ?? '')) {
    const mediaType =
      type === 'application' || (type === '*' && subtype === '*') ? ownField(subtypes, subtype) : undefined
    const isAggregated =
      parameters.get('g') === 'apidiscovery.k8s.io' &&
      parameters.get('v') === 'v2' &&
      parameters.get('as') === 'APIGroupDiscoveryList'
    if (mediaType === undefined || !isAggregated) continue
    return { mediaType, contentType: `${mediaType};g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList` }
  }
  return undefined
}

const scope = { renderings: ['Object'], mediaTypes: builtInMediaTypes } as const

/** Failure: a 406 if the older documents cannot be had as the caller wants them. */
export function negotiateDocument(request: ServerRequest) {
  const form = findForm(request, scope)
  if (form !== undefined) return form
  throw notAcceptable(`only the following media types are accepted: ${builtInMediaTypes.join(', ')}`)
}

/**
 * Built-in addresses have a first look at the header, which knows no `application/*` and no parameters.
 *
 * Failure: a 406 that lists what there is.
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
