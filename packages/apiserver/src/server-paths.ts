/** Everything that is served beside objects: discovery, health, version. */
import { createHash } from 'node:crypto'
import { aggregatedDiscovery, groupDocument, groupList, resourceList } from './discovery/discovery.ts'
import type { KindRegistry } from './kinds/kind-registry.ts'
import type { ServerRequest, ServerResponse } from './request/exchange.ts'
import { unknownResource } from './status/failures.ts'
import { answer, encode } from './verbs/encode.ts'

const plainJson = { mediaType: 'application/json', isPretty: false } as const
const aggregatedType = 'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList'
const wantsAggregated =
  /application\/json;(?=[^,]*as=APIGroupDiscoveryList)(?=[^,]*v=v2(?:[;,]|$))[^,]*g=apidiscovery\.k8s\.io/

export function servePath(kinds: KindRegistry, request: ServerRequest, version: object): ServerResponse {
  const segments = request.path.split('/').filter((segment) => segment !== '')
  const [first, second, third, ...more] = segments
  if (more.length > 0) return notFoundText()
  switch (first) {
    case 'api':
      if (second === undefined) return serveDiscovery(kinds, request, true)
      return second === 'v1' && third === undefined ? documentOr404(resourceList(kinds, '', 'v1')) : notFoundText()
    case 'apis':
      if (second === undefined) return serveDiscovery(kinds, request, false)
      return documentOrText(third === undefined ? groupDocument(kinds, second) : resourceList(kinds, second, third))
    case 'version':
      return answer(200, encode(version, { ...plainJson, isPretty: true }))
    case 'healthz':
    case 'livez':
    case 'readyz':
      return health(first, second, request.query)
    default:
      return notFoundText()
  }
}

function serveDiscovery(kinds: KindRegistry, request: ServerRequest, isCore: boolean): ServerResponse {
  if (!wantsAggregated.test(request.headers['accept'] ?? '')) {
    const legacy = isCore ? apiVersions(request.headers['host'] ?? '127.0.0.1') : groupList(kinds)
    return answer(200, encode(legacy, plainJson))
  }
  const body = encode(aggregatedDiscovery(kinds, isCore), plainJson)
  const etag = `"${createHash('sha512').update(body).digest('hex').toUpperCase()}"`
  const headers = { 'content-type': aggregatedType, etag, vary: 'Accept', 'cache-control': 'public' }
  if (request.headers['if-none-match'] === etag) return { status: 304, headers, body: '' }
  return { status: 200, headers, body }
}

function apiVersions(host: string): object {
  const serverAddressByClientCIDRs = [{ clientCIDR: '0.0.0.0/0', serverAddress: host }]
  return { kind: 'APIVersions', versions: ['v1'], serverAddressByClientCIDRs }
}

const checks = [
  'ping',
  'etcd',
  'poststarthook/start-apiextensions-controllers',
  'poststarthook/rbac/bootstrap-roles',
] as const

function health(endpoint: string, check: string | undefined, query: URLSearchParams): ServerResponse {
  if (check !== undefined && !checks.some((one) => one === check)) return notFoundText()
  const text = 'text/plain; charset=utf-8'
  if (!query.has('verbose')) return answer(200, 'ok', text)
  const excluded = query.getAll('exclude')
  const lines = checks.map((name) => (excluded.includes(name) ? `[+]${name} excluded: ok` : `[+]${name} ok`))
  return answer(200, `${lines.join('\n')}\n${endpoint} check passed\n`, text)
}

function documentOr404(document: object | undefined): ServerResponse {
  if (document === undefined) throw unknownResource()
  return answer(200, encode(document, plainJson))
}

function documentOrText(document: object | undefined): ServerResponse {
  return document === undefined ? notFoundText() : answer(200, encode(document, plainJson))
}

/** What Go's own file server says; clients know it. */
export function notFoundText(): ServerResponse {
  const response = answer(404, '404 page not found\n', 'text/plain; charset=utf-8')
  return { ...response, headers: { ...response.headers, 'x-content-type-options': 'nosniff' } }
}
