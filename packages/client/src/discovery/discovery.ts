/**
 * Cached discovery of the served resources. An unknown kind triggers a refresh, because it may have been installed in the meantime; the
 * server responds with 304 if nothing changed.
 */
import type { JsonObject } from '@kubewright/core/json'
import type { Caller } from '../call/caller.ts'
import { ApiError } from '../error/api-error.ts'
import type { Operation } from '../error/operation.ts'
import { unlessAborted } from '../unless-aborted.ts'
import { readJson } from '../verb/answer.ts'
import { checkSignal } from '../verb/check-options.ts'
import { givenOptions } from '../verb/given-options.ts'
import { aggregatedKind, readAggregated } from './aggregated.ts'
import type { DynamicResource } from './dynamic-resource.ts'
import { assertQuery, findKind, formatKindQuery, type KindQuery } from './kind-query.ts'
import { fetchLegacy, readVersions } from './legacy.ts'
import { mergeServed, type Served } from './served.ts'

const roots = ['/api', '/apis'] as const
const acceptAggregated = `application/json;g=apidiscovery.k8s.io;v=v2;as=${aggregatedKind},application/json`

/** A response and its ETag. */
interface Kept {
  readonly json: JsonObject
  readonly etag: string
}

/** Options of a discovery call. */
export interface DiscoverOptions {
  readonly signal?: AbortSignal | undefined
}

export class Discovery {
  readonly #caller: Caller
  readonly #kept = new Map<string, Kept>()
  #served: Served | undefined
  /** Concurrent callers share one refresh. */
  #asking: Promise<Served> | undefined

  constructor(caller: Caller) {
    this.#caller = caller
  }

  /** Failure: `KW_CLIENT_OPTION`; `KW_CLIENT_UNKNOWN_KIND` if the server does not serve the kind after a refresh. */
  async find(query: KindQuery, options?: DiscoverOptions): Promise<DynamicResource> {
    assertQuery(query)
    const { signal } = givenOptions(options)
    const known = this.#served && findKind(this.#served.resources, query)
    if (known !== undefined) return known
    const isJoining = this.#asking !== undefined
    let served = await this.refresh({ signal })
    // The refresh that was joined may have started before the kind was installed, which the caller relies on.
    if (isJoining && findKind(served.resources, query) === undefined) served = await this.refresh({ signal })
    const found = findKind(served.resources, query)
    if (found === undefined) throw unknownKind(query, served)
    return found
  }

  /** Refreshes, or joins the refresh in flight. */
  async refresh(options?: DiscoverOptions): Promise<Served> {
    const signal = checkSignal(givenOptions(options).signal)
    this.#asking ??= this.#ask().finally(() => (this.#asking = undefined))
    return unlessAborted(this.#asking, signal)
  }

  async #ask(): Promise<Served> {
    const [core, groups] = await Promise.all(roots.map((path) => this.#get(path, acceptAggregated)))
    // If only one root supports aggregated discovery, use the legacy form for both.
    this.#served =
      core!.kind === aggregatedKind && groups!.kind === aggregatedKind
        ? mergeServed([readAggregated(core!), readAggregated(groups!)])
        : await this.#askEach()
    return this.#served
  }

  async #askEach(): Promise<Served> {
    const [core, groups] = await Promise.all(roots.map((path) => this.#get(path, 'application/json')))
    return fetchLegacy(readVersions(core!, groups!), (path) => this.#get(path, 'application/json'))
  }

  async #get(path: string, accept: string): Promise<JsonObject> {
    const operation: Operation = { verb: 'request', line: `GET ${path}` }
    const key = `${path} ${accept}`
    const kept = this.#kept.get(key)
    const headers = kept === undefined ? { accept } : { accept, 'if-none-match': kept.etag }
    const answer = await this.#caller.send({ operation, method: 'GET', path, headers, repeat: 'read' })
    if (answer.status === 304 && kept !== undefined) return kept.json
    const json = readJson(answer, operation)
    const { etag } = answer.headers
    if (typeof etag === 'string') this.#kept.set(key, { json, etag })
    return json
  }
}

function unknownKind(query: KindQuery, { stale, failures }: Served): Error {
  const name = formatKindQuery(query)
  const away = stale.length === 0 ? '' : ` (discovery failed for ${stale.join(', ')})`
  const fault = {
    what: `discover ${name}`,
    why: `the server serves no such kind${away}`,
    next: 'Install the CustomResourceDefinition and wait until it is established. `kubectl api-resources` lists the served kinds.',
    details: { query, stale },
    cause: failures[0],
  }
  return new ApiError('KW_CLIENT_UNKNOWN_KIND', fault, { verb: 'request', line: `discover ${name}` })
}
