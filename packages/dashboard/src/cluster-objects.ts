/** The state shared by all topics about a cluster: a client, and a cache that watches only what is viewed. */
import { type Cache, createCache, type Source, type SourceOptions, type SourceScope } from '@kubewright/cache'
import type { Client, DynamicResource } from '@kubewright/client'
import type { Clock, KubeObject } from '@kubewright/core'
import type { GroupVersionKind } from '@kubewright/core/object'
import { type Collection, every } from './collecting.ts'
import { apiVersionOf } from './kind-path.ts'

export interface ClusterObjects extends AsyncDisposable {
  readonly client: Client
  readonly clock: Clock
  readonly cache: Cache
  /** Failure: errors of `client.discover`. */
  find(kind: GroupVersionKind): Promise<DynamicResource>
}

export function clusterObjects(client: Client, clock: Clock): ClusterObjects {
  const cache = createCache({ client, clock })
  return {
    client,
    clock,
    cache,
    find: (kind) => client.discover({ apiVersion: apiVersionOf(kind), kind: kind.kind }),
    [Symbol.asyncDispose]: () => cache[Symbol.asyncDispose](),
  }
}

export interface Followed {
  readonly resource: DynamicResource
  readonly scope?: SourceScope
  readonly options?: SourceOptions
}

/** Values of Secrets are not even fetched where only their names are needed. */
export function namesOnly({ group, kind }: GroupVersionKind): SourceOptions {
  return group === '' && kind === 'Secret' ? { metadataOnly: true } : {}
}

/** Topics that watch the same single object share its watch: all use the same options. */
export const oneObject: SourceOptions = { keepsManagedFields: true }

const failureLookMs = 2_000

/** Watches a kind until the collection ends: calls `put` and `remove` for every existing object, then for every change. */
export function follow(
  { cache, clock }: Pick<ClusterObjects, 'cache' | 'clock'>,
  { resource, scope = {}, options = {} }: Followed,
  { hold, publisher }: Collection,
  take: (object: KubeObject, isGone: boolean) => void,
): Source {
  const source = hold(cache.source(resource, scope, options as never)) as unknown as Source
  hold(source.subscribe(({ object, type }) => take(object as KubeObject, type === 'deleted')))
  hold(
    every(clock, failureLookMs, () => {
      const { state } = source
      if (state.phase === 'failing') publisher.problem(state.failure.message)
      else if (state.phase === 'live') publisher.problem(undefined)
    }),
  )
  return source
}
