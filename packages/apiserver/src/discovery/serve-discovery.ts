/** Serves `/api` and `/apis`, down to a version. */
import { createHash } from 'node:crypto'
import type { KindRegistry } from '../kinds/kind-registry.ts'
import type { ServerRequest, ServerResponse } from '../request/exchange.ts'
import { methodNotAllowed, unknownResource } from '../status/failures.ts'
import { answer, encode } from '../rendering/encode.ts'
import { aggregatedDiscovery } from './aggregated-discovery.ts'
import { type AggregatedForm, findAggregatedForm, negotiateDocument } from './discovery-form.ts'
import { checkRepresentations } from '../request/representations.ts'
import { coreVersions, groupDocument, groupList, resourceList } from './legacy-discovery.ts'
import { groupsOf } from './served-groups.ts'

export class Discovery {
  readonly #kinds: KindRegistry
  /** Encoded aggregated documents, by path and media type, for one generation of kinds. */
  readonly #encoded = new Map<string, Encoded>()
  #generation = -1

  constructor(kinds: KindRegistry) {
    this.#kinds = kinds
  }

  /** @param segments of the path after `/api` */
  serveCore(segments: readonly string[], request: ServerRequest): ServerResponse {
    const isRoot = segments.length === 0
    if (!isRoot && (segments.length > 1 || segments[0] !== 'v1')) throw unknownResource()
    checkMethod(request)
    checkRepresentations(request)
    const form = isRoot ? findAggregatedForm(request) : undefined
    if (form !== undefined) return this.#aggregated(request, form, true)
    if (isRoot) return document(coreVersions(request.headers['host'] ?? '127.0.0.1'), request)
    const core = groupsOf(this.#kinds).find(({ group }) => group === '')
    return document(core && resourceList(core, 'v1'), request)
  }

  /** @param segments of the path after `/apis`; `undefined` for an unknown path */
  serveGroups(segments: readonly string[], request: ServerRequest): ServerResponse | undefined {
    const [name, version, ...more] = segments
    if (name === undefined) return this.#groups(request)
    const group = groupsOf(this.#kinds).find((one) => one.group === name)
    if (group === undefined || name === '') return undefined
    if (version === undefined) return document(groupDocument(group), request)
    const list = more.length === 0 ? resourceList(group, version) : undefined
    if (group.isCustom) return list && document(list, request)
    if (list === undefined) throw unknownResource()
    checkMethod(request)
    checkRepresentations(request)
    return document(list, request)
  }

  #groups(request: ServerRequest): ServerResponse {
    const form = findAggregatedForm(request)
    return form === undefined ? document(groupList(this.#kinds), request) : this.#aggregated(request, form, false)
  }

  #aggregated(request: ServerRequest, form: AggregatedForm, isCore: boolean): ServerResponse {
    const { body, etag } = this.#encode(form, isCore)
    const headers = { etag, vary: 'Accept', 'cache-control': 'public' }
    if (request.headers['if-none-match'] === etag) return { status: 304, headers, body: '' }
    return { status: 200, headers: { 'content-type': form.contentType, ...headers }, body }
  }

  #encode({ mediaType }: AggregatedForm, isCore: boolean): Encoded {
    if (this.#generation !== this.#kinds.generation) {
      this.#encoded.clear()
      this.#generation = this.#kinds.generation
    }
    const key = `${isCore} ${mediaType}`
    const known = this.#encoded.get(key)
    if (known !== undefined) return known
    const value = aggregatedDiscovery(this.#kinds, isCore)
    const etag = `"${createHash('sha512').update(JSON.stringify(value)).digest('hex').toUpperCase()}"`
    const encoded = { body: encode(value, { mediaType, isPretty: false }), etag }
    this.#encoded.set(key, encoded)
    return encoded
  }
}

interface Encoded {
  readonly body: string
  readonly etag: string
}

function document(value: object | undefined, request: ServerRequest): ServerResponse {
  if (value === undefined) throw unknownResource()
  const form = negotiateDocument(request)
  return answer(200, encode(value, form), form.mediaType)
}

/** Failure: a 405. Built-in paths support only GET, not even HEAD. */
export function checkMethod({ method }: ServerRequest): void {
  if (method !== 'GET') throw methodNotAllowed()
}
