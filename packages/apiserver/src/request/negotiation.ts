/** Content negotiation: the media type, and whether to send the object, its metadata or a table. */
import { notAcceptable } from '../status/failures.ts'
import { type AcceptClause, parseAccept } from './accept-header.ts'
import type { ServerRequest } from './exchange.ts'

export type MediaType = 'application/json' | 'application/yaml'

/** How the object is rendered. */
export type Rendering = 'Object' | 'Table' | 'PartialObjectMetadata' | 'PartialObjectMetadataList'

export interface Negotiated {
  readonly mediaType: MediaType
  readonly rendering: Rendering
  /** The version of `meta.k8s.io` for tables and partial objects. */
  readonly version: 'v1' | 'v1beta1'
  readonly isPretty: boolean
}

export interface NegotiationScope {
  readonly renderings: readonly Rendering[]
  /** In the server's order of preference. */
  readonly mediaTypes: readonly string[]
}

/** The parts of a request that negotiation reads. */
export type Negotiating = Pick<ServerRequest, 'headers' | 'query'>

/** Custom resources do not support protobuf, although it is listed. Responses are JSON even where protobuf is accepted. */
export const builtInMediaTypes = [
  'application/json',
  'application/yaml',
  'application/vnd.kubernetes.protobuf',
] as const

/** The media types of watches. */
export const streamMediaTypes = [
  'application/json;stream=watch',
  'application/vnd.kubernetes.protobuf;stream=watch',
] as const

const prettyAgents = ['curl', 'Wget', 'Mozilla/5.0']

/** Failure: a 406 if the client accepts none of the formats. */
export function negotiate(request: Negotiating, scope: NegotiationScope): Negotiated {
  const negotiated = findForm(request, scope)
  if (negotiated === undefined)
    throw notAcceptable(`only the following media types are accepted: ${scope.mediaTypes.join(', ')}`)
  return negotiated
}

/** `undefined` if the client accepts none of the formats. */
export function findForm(request: Negotiating, { renderings, mediaTypes }: NegotiationScope): Negotiated | undefined {
  const header = request.headers['accept'] ?? ''
  const clauses = header === '' ? [anything] : parseAccept(header)
  for (const { type, subtype, parameters } of clauses) {
    for (const mediaType of matching(type, subtype, mediaTypes)) {
      const form = formOf(parameters, mediaType, renderings)
      if (form !== undefined)
        return { mediaType, isPretty: parameters.get('pretty') === '1' || isForPeople(request), ...form }
    }
  }
  return undefined
}

const anything: AcceptClause = { type: '*', subtype: '*', quality: 1, parameters: new Map() }

/** Protobuf is accepted in requests, but responses are JSON, which every client that requests protobuf also accepts. */
function matching(type: string, subtype: string, mediaTypes: readonly string[]): readonly MediaType[] {
  return mediaTypes.filter((candidate): candidate is MediaType => {
    if (candidate === 'application/vnd.kubernetes.protobuf') return false
    const [ownType, ownSubtype] = candidate.split('/')
    return (type === ownType && (subtype === ownSubtype || subtype === '*')) || (type === '*' && subtype === '*')
  })
}

/** `undefined` if the clause requests a form that is not available. */
function formOf(parameters: ReadonlyMap<string, string>, mediaType: MediaType, allowed: readonly Rendering[]) {
  const stream = parameters.get('stream') ?? ''
  if (stream !== '' && (stream !== 'watch' || mediaType === 'application/yaml')) return undefined
  if ((parameters.get('sv') ?? 'v1') !== 'v1') return undefined
  if (!['as', 'g', 'v'].some((name) => parameters.has(name))) {
    return allowed.includes('Object') ? ({ rendering: 'Object', version: 'v1' } as const) : undefined
  }
  const version = parameters.get('v')
  const rendering = allowed.find((candidate) => candidate === parameters.get('as') && candidate !== 'Object')
  if (parameters.get('g') !== 'meta.k8s.io' || rendering === undefined) return undefined
  return version === 'v1' || version === 'v1beta1' ? ({ rendering, version } as const) : undefined
}

/** Whether to pretty-print: on request, or for clients such as curl and browsers. */
function isForPeople({ query, headers }: Negotiating): boolean {
  const asked = query.get('pretty') ?? ''
  if (asked !== '') return ['1', 't', 'T', 'TRUE', 'true', 'True'].includes(asked)
  return prettyAgents.some((agent) => headers['user-agent']?.startsWith(agent) ?? false)
}
