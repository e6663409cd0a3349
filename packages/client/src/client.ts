/**
 * The client: verbs, typed by the handle of a kind, on one API server.
 * See decision 0050.
 *
 * @example
 * ```text
 * await using client = createClient(await loadConfig(), { fieldManager: 'website-operator' })
 *
 * const site = await client.get(Website, { namespace: 'default', name: 'blog' })
 * await client.status.patch(Website, refOf(site), { status: { url: 'https://blog.example.dev' } })
 * ```
 */
import type { Clock, Duration } from '@kubewright/core'
import type { Random } from '@kubewright/core/random'
import type { Resource } from '@kubewright/resource'
import type { ClientObserver } from './call/observer.ts'
import type { RateLimitOptions, SharedRateLimit } from './call/rate-limit.ts'
import type { RetryOptions } from './call/retry.ts'
import type { ServerWarning } from './call/warnings.ts'
import type { DiscoverOptions } from './discovery/discovery.ts'
import type { DynamicResource } from './discovery/dynamic-resource.ts'
import type { KindQuery } from './discovery/kind-query.ts'
import type { Served } from './discovery/served.ts'
import type { WithSubresource } from './surface/kind-with.ts'
import type { MetadataVerbs } from './surface/metadata-verbs.ts'
import type { RawAnswer, RawRequest, RawStream } from './surface/raw-request.ts'
import type { ResourceVerbs } from './surface/resource-verbs.ts'
import type { ScaleVerbs } from './surface/scale-verbs.ts'
import type { StatusVerbs } from './surface/status-verbs.ts'
import type { SubresourceInput, SubresourceObject, SubresourceVerbs } from './surface/subresource-verbs.ts'
import type { WaitVerb } from './surface/wait-verb.ts'

/** A client of one API server, with verbs typed by the handle of a kind. `createClient` creates one. */
export interface Client extends ResourceVerbs, AsyncDisposable {
  /** The default namespace for objects of namespaced kinds; `undefined` if every call must name one. */
  readonly namespace: string | undefined
  readonly status: StatusVerbs
  readonly scale: ScaleVerbs
  /** Metadata without the rest of the object: a tenth of the bytes where only existence, labels or owners matter. */
  readonly metadata: MetadataVerbs

  /** Any other subresource: `client.subresource(Pod, 'eviction').create(ref, { metadata: ref })`. */
  subresource<R extends Resource, Name extends string>(
    resource: R,
    name: Name & WithSubresource<R, Name>,
  ): SubresourceVerbs<SubresourceObject<R, Name>, SubresourceInput<R, Name>>

  /**
   * The handle of a kind that is known only at run time: `await client.discover('Deployment.apps')`. Discovery is cached; an unknown kind
   * refreshes it once, and rejects with `isUnknownKind` if it stays unknown.
   */
  discover(kind: KindQuery, options?: DiscoverOptions): Promise<DynamicResource>

  /** Everything the server serves now. */
  discoverAll(options?: DiscoverOptions): Promise<Served>

  /**
   * Waits until an object meets a condition: `established`, `available`, `ready`, `complete`, `conditionIs(…)`, a function, or
   * `deleted`. The object need not exist yet.
   *
   * Failure: `KW_CLIENT_WAIT_TIMEOUT` with the last observed state, `KW_CLIENT_WAIT_IMPOSSIBLE` if the condition cannot become true.
   */
  readonly waitFor: WaitVerb

  /** Any request with a streamed response, such as a log that is followed. */
  request(request: RawRequest & { readonly streams: true }): Promise<RawStream>
  /** Any request with a complete response: `(await client.request({ path: '/version' })).json()`. */
  request(request: RawRequest): Promise<RawAnswer>
}

/** Options of `createClient`. */
export interface ClientOptions {
  /**
   * The field manager under which the server records the fields this program sets. Required for apply. It is stored in objects: do not
   * change it later.
   */
  readonly fieldManager?: string | undefined
  /**
   * The default namespace for objects of namespaced kinds. Lists and watches without a namespace cover all namespaces.
   *
   * The namespace of a kubeconfig or pod is used only if you pass it: `{ namespace: connection.currentNamespace }`. Otherwise a
   * program would write wherever the last `kubectl config set-context` pointed.
   *
   * @default none: a call that needs a namespace and has none is refused
   */
  readonly namespace?: string | undefined
  /**
   * The deadline of a call, including retries. For a watch: until the response begins.
   *
   * @default '30s'
   */
  readonly timeout?: Duration | undefined
  /** The retry policy; `false` disables retries. */
  readonly retry?: RetryOptions | false | undefined
  /**
   * Maximum number of requests in flight. Further ones are queued. Watches do not count.
   *
   * @default 32
   */
  readonly maxInFlight?: number | undefined
  /** For this client alone, or for several with `sharedRateLimit`. @default no limit: API servers see to fairness by themselves */
  readonly rateLimit?: RateLimitOptions | SharedRateLimit | undefined
  /**
   * Strips `metadata.managedFields` from results: often half of an object, and rarely needed.
   *
   * @default false
   */
  readonly omitManagedFields?: boolean | undefined
  /** Receives each distinct server warning once: deprecated versions, unknown fields. */
  readonly onWarning?: ((warning: ServerWarning) => void) | undefined
  /** Receives every exchange; `restClientMetrics` turns them into the usual metrics. */
  readonly observer?: ClientObserver | undefined
  /** @default systemClock */
  readonly clock?: Clock | undefined
  /** @default systemRandom */
  readonly random?: Random | undefined
}
