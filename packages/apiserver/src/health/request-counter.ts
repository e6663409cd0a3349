/** Counts answered requests by outcome: `apiserver_request_total`. */
import type { KindRegistry } from '../kinds/kind-registry.ts'
import type { ServerRequest } from '../request/exchange.ts'
import type { RequestInfo, ResourceRequest, Verb } from '../request/request-info.ts'
import { labelText, type Metric } from './metric.ts'

const methodOf: Readonly<Record<Verb, string>> = {
  get: 'GET',
  list: 'LIST',
  watch: 'WATCH',
  create: 'POST',
  update: 'PUT',
  patch: 'PATCH',
  delete: 'DELETE',
  deletecollection: 'DELETECOLLECTION',
}

/** Paths that are counted separately; all others share a row, so that callers cannot create new rows. */
const countedPaths = [
  '/api',
  '/apis',
  '/healthz',
  '/livez',
  '/metrics',
  '/openapi/v2',
  '/openapi/v3',
  '/readyz',
  '/version',
]
const countedMethods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

export class RequestCounter {
  readonly #kinds: KindRegistry
  /** By label values. The number of rows is bounded by the uses of served resources. */
  readonly #rows = new Map<string, { readonly labels: string; count: number }>()

  constructor(kinds: KindRegistry) {
    this.#kinds = kinds
  }

  add(info: RequestInfo, request: ServerRequest, code: number): void {
    const labels = this.#isServed(info) ? resourceLabels(info, request) : pathLabels(request)
    const key = keyOf(labels, code)
    const row = this.#rows.get(key)
    if (row === undefined) this.#rows.set(key, { labels: labelText({ code: String(code), ...labels }), count: 1 })
    else row.count++
  }

  reset(): void {
    this.#rows.clear()
  }

  metric(): Metric {
    return {
      name: 'apiserver_request_total',
      help: '[STABLE] Requests answered, by verb, dry run, group, version, resource, scope, component and code.',
      type: 'counter',
      rows: Array.from(this.#rows.values(), ({ labels, count }) => [labels, count] as const).sort(([a], [b]) =>
        a < b ? -1 : 1,
      ),
    }
  }

  #isServed(info: RequestInfo): info is ResourceRequest {
    if (!info.isResource) return false
    const kind = this.#kinds.find(info.group, info.version, info.resource)
    return kind !== undefined && (info.subresource === '' || kind.subresources.has(info.subresource))
  }
}

/** Computed for every request, to find its row. */
function keyOf({ dry_run, group, resource, scope, subresource, verb, version }: Labels, code: number): string {
  return `${code} ${verb} ${group} ${version} ${resource} ${subresource} ${scope} ${dry_run}`
}

type Labels = ReturnType<typeof resourceLabels>

function resourceLabels(info: ResourceRequest, { headers, query }: ServerRequest) {
  const { group, version, resource, subresource, verb } = info
  const isApply = verb === 'patch' && (headers['content-type'] ?? '').startsWith('application/apply-patch')
  return {
    component: 'apiserver',
    dry_run: query.get('dryRun') === 'All' ? 'All' : '',
    group,
    resource,
    scope: scopeOf(info),
    subresource,
    verb: isApply ? 'APPLY' : verb === '' ? '' : methodOf[verb],
    version,
  }
}

function scopeOf({ verb, name, namespace }: ResourceRequest): string {
  if (name !== '' || verb === 'create') return 'resource'
  return namespace === '' ? 'cluster' : 'namespace'
}

function pathLabels({ method, path }: ServerRequest) {
  const subresource = countedPaths.find((one) => path === one || path.startsWith(`${one}/`)) ?? ''
  const verb = countedMethods.has(method) ? method : 'other'
  return { component: '', dry_run: '', group: '', resource: '', scope: '', subresource, verb, version: '' }
}
