/** A cache of which each kind is followed only as far as the manager was told. */
import type { Cache, SourceOptions, SourceScope } from '@kubewright/cache'
import type { Resource } from '@kubewright/resource'
import type { FollowedKind } from './manager-options.ts'

export interface KindScopes {
  readonly namespace: string | undefined
  readonly kinds: readonly FollowedKind[]
}

/** What is followed of a kind: where its rule says, or where everything is. */
export function scopeOf(resource: Resource, { namespace, kinds }: KindScopes): SourceScope {
  const rule = ruleOf(resource, kinds)
  const place = resource.scope === 'Cluster' ? undefined : (rule?.namespace ?? namespace)
  return {
    ...(place === undefined ? {} : { namespace: place }),
    ...(rule?.labels === undefined ? {} : { labels: rule.labels }),
    ...(rule?.fields === undefined ? {} : { fields: rule.fields }),
  }
}

export function scopedCache(cache: Cache, scopes: KindScopes): Cache {
  return {
    source: (resource, scope, options) => {
      const narrowed = narrow(scopeOf(resource, scopes), scope ?? {})
      return cache.source(resource, narrowed, {
        ...optionsOf(resource, scopes),
        ...definite(options),
      } as typeof options)
    },
    get: (resource, ref) => cache.get(resource, ref),
    list: (resource, scope) => cache.list(resource, scope),
    find: (index, value, scope) => cache.find(index, value, scope),
    preferring: (sources) => cache.preferring(sources),
    writing: (resource, ref, writer) => cache.writing(resource, ref, writer),
    wrote: (resource, object, writer) => cache.wrote(resource, object, writer),
    get sources() {
      return cache.sources
    },
    [Symbol.asyncDispose]: () => cache[Symbol.asyncDispose](),
  }
}

function ruleOf({ group, kind }: Resource, kinds: readonly FollowedKind[]): FollowedKind | undefined {
  return kinds.find(({ resource }) => resource.group === group && resource.kind === kind)
}

function optionsOf(resource: Resource, { kinds }: KindScopes): SourceOptions {
  const { resource: _, namespace: __, labels: ___, fields: ____, ...options } = ruleOf(resource, kinds) ?? {}
  return options
}

/** Controllers say `metadataOnly: false` when they say nothing. */
function definite(options: SourceOptions | undefined): SourceOptions {
  return Object.fromEntries(Object.entries(options ?? {}).filter(([, value]) => value !== false)) as SourceOptions
}

/** Both hold: a controller may ask for less than the manager follows, not for more. */
function narrow(rule: SourceScope, asked: SourceScope): SourceScope {
  const joined = (one: string | undefined, two: string | undefined) =>
    one === two ? one : [one, two].filter((part) => part !== undefined).join(',')
  const namespace = asked.namespace ?? rule.namespace
  const labels = joined(rule.labels, asked.labels)
  const fields = joined(rule.fields, asked.fields)
  return {
    ...(namespace === undefined ? {} : { namespace }),
    ...(labels === undefined ? {} : { labels }),
    ...(fields === undefined ? {} : { fields }),
  }
}
