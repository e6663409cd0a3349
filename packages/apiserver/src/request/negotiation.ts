/** Which form the answer takes: media type, and whether the object, its metadata or a table is wanted. */
import { notAcceptable } from '../status/failures.ts'
import { type AcceptClause, parseAccept } from './accept-header.ts'
import type { ServerRequest } from './exchange.ts'

export type MediaType = 'application/json' | 'application/yaml'

/** What the object is turned into on its way out. */
export type Rendering = 'Object' | 'Table' | 'PartialObjectMetadata' | 'PartialObjectMetadataList'

export interface Negotiated {
  readonly mediaType: MediaType
  readonly rendering: Rendering
  /** Of `meta.k8s.io`, for tables and partial objects. */
  readonly version: 'v1' | 'v1beta1'
  readonly isPretty: boolean
}

export interface NegotiationScope {
  readonly renderings: readonly Rendering[]
  /** In the order the server prefers. */
  readonly mediaTypes: readonly string[]
}

/** What negotiation looks at. */
export type Negotiating = Pick<ServerRequest, 'headers' | 'query'>

/** Custom resources do not speak protobuf, whatever is said of them. Answers are JSON even where protobuf is accepted. */
export const builtInMediaTypes = [
  'application/json',
  'application/yaml',
  'application/vnd.kubernetes.protobuf',
] as const

/** In what watches are written. */
export const streamMediaTypes = [
  'application/json;stream=watch',
  'application/vnd.kubernetes.protobuf;stream=watch',
] as const

const prettyAgents = ['curl', 'Wget', 'Mozilla/5.0']

/** Failure: a 406 if the server has nothing the caller can read. */
export function negotiate(request: Negotiating, scope: NegotiationScope): Negotiated {
  const negotiated = findForm(request, scope)
  if (negotiated === undefined)
    throw notAcceptable(`only the following media types are accepted: ${scope.mediaTypes.join(', ')}`)
  return negotiated
}

/** `undefined` if the server has nothing the caller can read. */
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

/** We read protobuf but answer in JSON, which every client that asks for protobuf also accepts. */
function matching(type: string, subtype: string, mediaTypes: readonly string[]): readonly MediaType[] {
  return mediaTypes.filter((candidate): candidate is MediaType => {
    if (candidate === 'application/vnd.kubernetes.protobuf') return false
    const [ownType, ownSubtype] = candidate.split('/')
    return (type === ownType && (subtype === ownSubtype || subtype === '*')) || (type === '*' && subtype === '*')
  })
}

/** `undefined` if the clause asks for something this answer cannot be turned into. */
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

/** Whether the caller said so, or is a program through which people look at answers. */
function isForPeople({ query, headers }: Negotiating): boolean {
  const asked = query.get('pretty') ?? ''
  if (asked !== '') return ['1', 't', 'T', 'TRUE', 'true', 'True'].includes(asked)
  return prettyAgents.some((agent) => headers['user-agent']?.startsWith(agent) ?? false)
}
