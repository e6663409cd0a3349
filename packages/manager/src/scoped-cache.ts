/** A cache that watches each kind only in the scope configured for the manager. */
import type { Cache, SourceOptions, SourceScope } from '@kubewright/cache'
import type { Resource } from '@kubewright/resource'
import type { FollowedKind } from './manager-options.ts'

export interface KindScopes {
  readonly namespace: string | undefined
  readonly kinds: readonly FollowedKind[]
}

/** The scope of a kind: its own rule, or the default namespace. */
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

/** Controllers pass `metadataOnly: false` as their default, which must not override the rule. */
function definite(options: SourceOptions | undefined): SourceOptions {
  return Object.fromEntries(Object.entries(options ?? {}).filter(([, value]) => value !== false)) as SourceOptions
}

/** The intersection: a controller may narrow the manager's scope, not widen it. */
function narrow(rule: SourceScope, asked: SourceScope): SourceScope {
  const joined = (one: string | undefined, two: string | undefined) =>
    one === two ? one : [one, two].filter((part) => part !== undefined).join(',')
  const namespace = asked.namespace ?? rule.namespace
  const labels = joined(rule.labels, asked.labels)
  const fields = joined(rule.fields, asked.fields)
  return {
    ...asked, // the cache refuses unknown options
    ...(namespace === undefined ? {} : { namespace }),
    ...(labels === undefined ? {} : { labels }),
    ...(fields === undefined ? {} : { fields }),
  }
}
