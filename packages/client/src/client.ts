/**
 * The client: verbs, typed by the handle of a kind, on one API server.
 *
 * @example
 * ```text
 * await using client = createClient(await loadConfig(), { fieldManager: 'website-operator' })
 *
 * const site = await client.get(Website, { namespace: 'default', name: 'blog' })
 * await client.status.patch(Website, refOf(site), { status: { url: 'https://blog.example.dev' } })
 * ```
 */
import type { Clock, Duration, Random } from '@kubewright/core'
import type { Resource } from '@kubewright/resource'
import type { ClientObserver } from './call/observer.ts'
import type { RateLimitOptions } from './call/rate-limit.ts'
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

export interface Client extends ResourceVerbs, AsyncDisposable {
  /** Where objects of namespaced kinds are whose namespace is not given; `undefined` if calls have to say it. */
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
   * The handle of a kind that is known only at run time: `await client.discover('Deployment.apps')`. What the server
   * serves is asked once; an unknown kind makes it ask again, and rejects with `isUnknownKind` if it stays unknown.
   */
  discover(kind: KindQuery, options?: DiscoverOptions): Promise<DynamicResource>

  /** Everything the server serves now. */
  discoverAll(options?: DiscoverOptions): Promise<Served>

  /**
   * Waits until an object is as wanted: `established`, `available`, `ready`, `complete`, `conditionIs(…)`, a function, or
   * `deleted`. An object that does not exist yet is waited for.
   *
   * Failure: `KW_CLIENT_WAIT_TIMEOUT` says what was last seen, `KW_CLIENT_WAIT_IMPOSSIBLE` why waiting is in vain.
   */
  readonly waitFor: WaitVerb

  /** Any request whose answer is read as it comes, such as a log that is followed. */
  request(request: RawRequest & { readonly streams: true }): Promise<RawStream>
  /** Any request, read to its end: `(await client.request({ path: '/version' })).json()`. */
  request(request: RawRequest): Promise<RawAnswer>
}

export interface ClientOptions {
  /**
   * The name under which the server records which fields this program sets. Apply needs one. It is stored in objects:
   * choose it once.
   */
  readonly fieldManager?: string | undefined
  /**
   * For objects of namespaced kinds whose namespace is not given. Lists and watches without one mean all namespaces.
   *
   * The namespace of a kubeconfig or pod is not used unless you pass it: `{ namespace: connection.currentNamespace }`.
   * A program that writes wherever the last `kubectl config set-context` pointed is rarely what one wants.
   *
   * @default none: a call that needs a namespace and has none is refused
   */
  readonly namespace?: string | undefined
  /**
   * How long a call may take, repeated attempts included. For a watch: until the server begins to answer.
   *
   * @default '30s'
   */
  readonly timeout?: Duration | undefined
  /** How failed requests are repeated; `false` for not at all. */
  readonly retry?: RetryOptions | false | undefined
  /**
   * How many requests may be under way at once. Others wait for their turn. Watches do not count.
   *
   * @default 32
   */
  readonly maxInFlight?: number | undefined
  /** @default no limit: API servers see to fairness by themselves */
  readonly rateLimit?: RateLimitOptions | undefined
  /**
   * Leaves `metadata.managedFields` out of what is read: often half of an object, and rarely wanted.
   *
   * @default false
   */
  readonly omitManagedFields?: boolean | undefined
  /** Hears each warning of the server once: deprecated versions, unknown fields. */
  readonly onWarning?: ((warning: ServerWarning) => void) | undefined
  /** Hears of every exchange; `restClientMetrics` makes the usual metrics of it. */
  readonly observer?: ClientObserver | undefined
  /** @default systemClock */
  readonly clock?: Clock | undefined
  /** @default systemRandom */
  readonly random?: Random | undefined
}
