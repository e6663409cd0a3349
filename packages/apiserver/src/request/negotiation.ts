/** Which form the answer takes: media type, and whether the object, its metadata or a table is wanted. */
import { notAcceptable } from '../status/failures.ts'

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

interface Clause {
  readonly type: string
  readonly parameters: ReadonlyMap<string, string>
  readonly quality: number
}

/** For built-in kinds; custom resources do not speak protobuf. Answers are JSON even where protobuf is accepted. */
export const builtInMediaTypes = [
  'application/json',
  'application/yaml',
  'application/vnd.kubernetes.protobuf',
] as const

const prettyAgents = ['curl', 'Wget', 'Mozilla/5.0']

export function negotiate(
  accept: string | undefined,
  query: URLSearchParams,
  userAgent: string | undefined,
  { renderings, mediaTypes }: NegotiationScope,
): Negotiated {
  const isPretty = wantsPretty(query, userAgent)
  for (const clause of parseAccept(accept ?? '')) {
    const mediaType = chooseMediaType(clause.type, mediaTypes)
    if (mediaType === undefined) continue
    const rendering = chooseRendering(clause.parameters, renderings)
    if (rendering !== undefined) return { mediaType, isPretty, ...rendering }
  }
  throw notAcceptable(`only the following media types are accepted: ${mediaTypes.join(', ')}`)
}

/** Clauses by falling quality, and in the order written within one quality. */
function parseAccept(accept: string): readonly Clause[] {
  if (accept.trim() === '') return [{ type: '*/*', parameters: new Map(), quality: 1 }]
  const clauses = accept.split(',').map(parseClause)
  return clauses
    .map((clause, at) => ({ clause, at }))
    .sort((a, b) => b.clause.quality - a.clause.quality || a.at - b.at)
    .map(({ clause }) => clause)
}

function parseClause(text: string): Clause {
  const [type = '', ...pairs] = text.split(';').map((part) => part.trim())
  const parameters = new Map(pairs.map((pair) => splitOnce(pair, '=')))
  const quality = Number(parameters.get('q') ?? 1)
  return { type: type.toLowerCase(), parameters, quality: Number.isNaN(quality) ? 0 : quality }
}

/** We read protobuf but answer in JSON, which every client that asks for protobuf also accepts. */
function chooseMediaType(type: string, mediaTypes: readonly string[]): MediaType | undefined {
  const written = mediaTypes.filter((candidate) => candidate !== 'application/vnd.kubernetes.protobuf') as MediaType[]
  if (type === '*/*' || type === 'application/*') return written[0]
  return written.find((candidate) => candidate === type)
}

function chooseRendering(parameters: ReadonlyMap<string, string>, allowed: readonly Rendering[]) {
  const as = parameters.get('as')
  if (as === undefined) return { rendering: 'Object' as const, version: 'v1' as const }
  const version = parameters.get('v')
  const rendering = allowed.find((candidate) => candidate === as)
  if (parameters.get('g') !== 'meta.k8s.io' || rendering === undefined) return undefined
  return version === 'v1' || version === 'v1beta1' ? ({ rendering, version } as const) : undefined
}

function wantsPretty(query: URLSearchParams, userAgent: string | undefined): boolean {
  const asked = query.get('pretty')
  if (asked !== null) return asked === 'true' || asked === '1'
  return prettyAgents.some((agent) => userAgent?.startsWith(agent) ?? false)
}

function splitOnce(text: string, separator: string): [string, string] {
  const at = text.indexOf(separator)
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)]
}
