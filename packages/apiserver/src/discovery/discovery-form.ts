/** Content negotiation for discovery: aggregated or legacy, and the media type. */
import { ownField } from '../object/own-field.ts'
import { parseAccept } from '../request/accept-header.ts'
import type { ServerRequest } from '../request/exchange.ts'
import { builtInMediaTypes, findForm, type MediaType } from '../request/negotiation.ts'
import { notAcceptable } from '../status/failures.ts'

export interface AggregatedForm {
  readonly mediaType: MediaType
  /** The content type of the response. */
  readonly contentType: string
}

const subtypes: Readonly<Record<string, MediaType>> = {
  '*': 'application/json',
  json: 'application/json',
  yaml: 'application/yaml',
}

/** The first clause, by preference, that requests aggregated discovery; `undefined` if there is none. */
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

/** Failure: a 406 if the client accepts no format of the legacy documents. */
export function negotiateDocument(request: ServerRequest) {
  const form = findForm(request, scope)
  if (form !== undefined) return form
  throw notAcceptable(`only the following media types are accepted: ${builtInMediaTypes.join(', ')}`)
}
