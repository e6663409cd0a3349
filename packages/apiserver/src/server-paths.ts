/** Serves the non-resource paths: discovery, OpenAPI, health, metrics and version. */
import type { Clock } from '@kubewright/core'
import { checkRepresentations } from './request/representations.ts'
import { checkMethod, Discovery } from './discovery/serve-discovery.ts'
import { groupsOf } from './discovery/served-groups.ts'
import { Health, healthEndpoints } from './health/health.ts'
import { RequestCounter } from './health/request-counter.ts'
import { type Measured, serveMetrics } from './health/serve-metrics.ts'
import type { KindRegistry } from './kinds/kind-registry.ts'
import { rootOf } from './openapi/api-root.ts'
import type { OpenApiDocuments } from './openapi/openapi-documents.ts'
import type { ServerRequest, ServerResponse } from './request/exchange.ts'
import { unknownResource } from './status/failures.ts'
import type { Machinery } from './kinds/call.ts'
import { answer, encode, notFoundText } from './rendering/encode.ts'

export interface ServerPathsOptions {
  readonly machinery: Pick<Machinery, 'clock' | 'kinds' | 'store'>
  /** The body of `/version`. */
  readonly version: object
  /** @default one check that is always passed */
  readonly health?: Health
  /** The counter that `/metrics` reports. @default none */
  readonly requests?: RequestCounter
}

export class ServerPaths {
  readonly #version: object
  readonly #clock: Clock
  readonly #kinds: KindRegistry
  readonly #health: Health
  readonly #measured: Measured
  readonly #discovery: Discovery
  /** Created with the first OpenAPI request. */
  #documents: OpenApiDocuments | undefined

  constructor(options: ServerPathsOptions) {
    const { version, health = new Health() } = options
    const { kinds, clock, store } = options.machinery
    this.#version = version
    this.#clock = clock
    this.#kinds = kinds
    this.#health = health
    this.#measured = {
      requests: options.requests ?? new RequestCounter(kinds),
      health,
      objectCounts: () => store.collections().map(({ name, size }) => [name, size]),
      startMs: clock.now(),
    }
    this.#discovery = new Discovery(kinds)
  }

  /** Failure: a Status where kube-apiserver answers with one; otherwise plain text. */
  async serve(request: ServerRequest): Promise<ServerResponse> {
    return (await this.#find(request)) ?? notFoundText()
  }

  async #find(request: ServerRequest): Promise<ServerResponse | undefined> {
    const path = decoded(request.path)
    const [, first = '', ...rest] = path.split('/')
    switch (first) {
      case 'api':
        return this.#discovery.serveCore(segmentsOf(rest), request)
      case 'apis':
        return this.#discovery.serveGroups(segmentsOf(rest), request)
      case 'version':
        return this.#serveVersion(segmentsOf(rest), request)
      case 'openapi':
        return this.#serveOpenApi(path, request)
      case 'metrics':
        return serveMetrics(this.#measured, path.slice('/metrics'.length), request)
      case 'healthz':
      case 'livez':
      case 'readyz':
        return path === `/${first}/` ? undefined : this.#health.serve(first, rest.join('/'), request)
      default:
        return path === '/' || path === '/index.html' ? this.#paths() : undefined
    }
  }

  async #serveOpenApi(path: string, request: ServerRequest): Promise<ServerResponse | undefined> {
    const { OpenApiDocuments } = await import('./openapi/openapi-documents.ts')
    const { serveOpenApi } = await import('./openapi/serve-openapi.ts')
    this.#documents ??= new OpenApiDocuments(this.#kinds, this.#clock, this.#measured.startMs)
    return serveOpenApi(this.#documents, this.#clock, path, request)
  }

  #serveVersion(segments: readonly string[], request: ServerRequest): ServerResponse {
    if (segments.length > 0) throw unknownResource()
    checkMethod(request)
    checkRepresentations(request, ['application/json'])
    return answer(200, encode(this.#version, { mediaType: 'application/json', isPretty: true }))
  }

  /** The path list at `/`. */
  #paths(): ServerResponse {
    const paths = [
      '/.well-known/openid-configuration',
      '/api',
      '/apis',
      '/apis/',
      '/metrics',
      '/metrics/slis',
      '/openapi/v2',
      '/openapi/v3',
      '/openapi/v3/',
      '/openid/v1/jwks',
      '/version',
      ...groupsOf(this.#kinds).flatMap(({ group, versions }) => [
        ...(group === '' ? [] : [`/apis/${group}`]),
        ...versions.map((version) => rootOf({ group, version })),
      ]),
      ...healthEndpoints.flatMap((endpoint) => [
        `/${endpoint}`,
        ...this.#health.checksOf(endpoint).map(({ name }) => `/${endpoint}/${name}`),
      ]),
    ]
    return answer(200, encode({ paths: paths.sort() }, { mediaType: 'application/json', isPretty: true }))
  }
}

/** Ignores a trailing slash; an empty segment in the middle stays. */
function segmentsOf(rest: readonly string[]): readonly string[] {
  return rest.at(-1) === '' ? rest.slice(0, -1) : rest
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
