/** The sources of one cache: creation, selection for reads, and shutdown. See decision 0145. */
import type { ObjectOf, Resource } from '@kubewright/resource'
import type { CacheOptions } from './create-cache.ts'
import { cacheErrors } from './errors.ts'
import type { IndexDefinition } from './index-definition.ts'
import { notKept } from './object-store.ts'
import { SharedSource } from './shared-source.ts'
import type { Source, SourceOptions, SourceScope } from './source.ts'
import { nameOf } from './source-failure.ts'
import { sharedBehind, sourceHold } from './source-hold.ts'

type Options = CacheOptions & Required<Pick<CacheOptions, 'clock' | 'random' | 'freezes' | 'report'>>

/** The kind and namespace of a read. */
export interface Reading {
  readonly resource: Resource
  readonly namespace: string | undefined
  readonly preferred?: readonly Source[] | undefined
}

export class SourceSet {
  readonly #options: Options
  /** By kind, then by scope. */
  readonly #shared = new Map<string, Map<string, SharedSource>>()
  readonly #stopping = new Set<Promise<void>>()
  #isClosed = false

  constructor(options: Options) {
    this.#options = options
  }

  hold<R extends Resource>(resource: R, scope: SourceScope, how: SourceOptions<ObjectOf<R>>): Source<R> {
    if (this.#isClosed) throw closed(resource)
    const shared = this.#find(resource, scope, how as SourceOptions)
    const inspecting = how.inspect && shared.addInspector(how.inspect)
    shared.hold()
    return sourceHold(shared, () => {
      inspecting?.[Symbol.dispose]()
      if (shared.release()) this.#stop(shared)
    }) as unknown as Source<R>
  }

  of(resource: Resource): readonly SharedSource[] {
    return [...(this.#shared.get(kindKey(resource))?.values() ?? [])]
  }

  all(): readonly SharedSource[] {
    return [...this.#shared.values()].flatMap((scopes) => [...scopes.values()])
  }

  /**
   * The source that answers reads of the kind in the namespace: see `Cache`.
   *
   * @param preferred if any of them is of the kind, only those are considered
   */
  covering({ resource, namespace, preferred }: Reading): SharedSource {
    return synced(this.#candidates(resource, namespace, preferred)[0]!)
  }

  /** The same among the sources that have the index. */
  indexed(index: IndexDefinition, { namespace, preferred }: Omit<Reading, 'resource'>): SharedSource {
    const candidates = this.#candidates(index.resource, namespace, preferred)
    const found = candidates.find(({ followed }) => followed.store.hasIndex(index))
    if (found === undefined) throw notKept(index)
    return synced(found)
  }

  async close(): Promise<void> {
    this.#isClosed = true
    for (const shared of this.all()) this.#stop(shared)
    await Promise.all(this.#stopping)
  }

  /** The sources that can answer, best first; at least one. */
  #candidates(
    resource: Resource,
    namespace: string | undefined,
    preferred: readonly Source[] = [],
  ): readonly SharedSource[] {
    const all = this.of(resource)
    const own = all.filter((one) => preferred.some((source) => sharedBehind(source) === one))
    const there = (own.length > 0 ? own : all).filter(({ scope }) => isThere(scope, namespace))
    const complete = there.filter(({ scope }) => knowsAll(scope, namespace))
    // If only parts of the kind are watched, reads use the part that includes all others; without one they are ambiguous.
    const widest = there.filter(({ scope }) => there.every((other) => includes(scope, other.scope)))
    const found = complete.length > 0 ? complete : widest
    if (found.length === 0) throw notFollowed(resource, namespace, all)
    return found.sort((one, two) => rank(one) - rank(two))
  }

  #find(resource: Resource, scope: SourceScope, how: SourceOptions): SharedSource {
    const kind = kindKey(resource)
    const key = JSON.stringify([...scopeParts(scope), how.metadataOnly ?? false])
    const known = this.#shared.get(kind)?.get(key)
    if (known !== undefined) return agreeing(known, how)
    const { client, clock, random, freezes, report, observe } = this.#options
    const observer = observe?.({ resource, scope }) ?? {}
    const shared = new SharedSource({ client, clock, random, resource, scope, how, freezes, observer, report })
    const scopes = this.#shared.get(kind) ?? new Map<string, SharedSource>()
    this.#shared.set(kind, scopes.set(key, shared))
    return shared
  }

  #stop(shared: SharedSource): void {
    const kind = kindKey(shared.resource)
    const scopes = this.#shared.get(kind) ?? new Map<string, SharedSource>()
    for (const [key, one] of scopes) if (one === shared) scopes.delete(key)
    if (scopes.size === 0) this.#shared.delete(kind)
    const stopping = shared.stop().finally(() => this.#stopping.delete(stopping))
    this.#stopping.add(stopping)
  }
}

/** Whether the source may hold objects of the namespace. Without a namespace every source qualifies. */
function isThere(scope: SourceScope, namespace: string | undefined): boolean {
  return namespace === undefined || scope.namespace === undefined || scope.namespace === namespace
}

function knowsAll(scope: SourceScope, namespace: string | undefined): boolean {
  if (scope.labels !== undefined || scope.fields !== undefined) return false
  return scope.namespace === undefined || scope.namespace === namespace
}

/** Whether every object in `narrow` is also in `wide`. Selectors are compared as text, not by meaning. */
function includes(wide: SourceScope, narrow: SourceScope): boolean {
  const isWithin = (outer: string | undefined, inner: string | undefined) =>
    outer === undefined || outer === inner || (inner?.startsWith(`${outer},`) ?? false)
  const isPlace = wide.namespace === undefined || wide.namespace === narrow.namespace
  return isPlace && isWithin(wide.labels, narrow.labels) && isWithin(wide.fields, narrow.fields)
}

/** Whole objects before metadata, synced before unsynced. */
function rank({ how, followed }: SharedSource): number {
  return (how.metadataOnly === true ? 2 : 0) + (followed.isSynced ? 0 : 1)
}

function synced(source: SharedSource): SharedSource {
  if (source.followed.isSynced) return source
  const { resource, state } = source
  throw cacheErrors('KW_CACHE_NOT_SYNCED', {
    what: `read ${nameOf(resource)} from the cache`,
    why: state.phase === 'failing' ? state.failure.message : `it has not synced yet (${state.phase})`,
    next: 'Await `synced()` of the source first.',
    details: { kind: resource.kind, state: state.phase },
  })
}

const defaults = { transform: undefined, holds: 'objects', keepsManagedFields: false } as const

/** Failure: `KW_CACHE_OPTIONS` if the source already runs with different options. */
function agreeing(source: SharedSource, asked: SourceOptions): SharedSource {
  for (const key of ['transform', 'holds', 'keepsManagedFields'] as const) {
    if (asked[key] === undefined || asked[key] === (source.how[key] ?? defaults[key])) continue
    throw cacheErrors('KW_CACHE_OPTIONS', {
      what: `watch ${nameOf(source.resource)} with another \`${key}\``,
      why: 'another part of this program already watches it, and both share one watch',
      next: 'Pass the same options in both places, including the same function.',
      details: { kind: source.resource.kind, option: key },
    })
  }
  return source
}

function kindKey({ group, version, plural }: Resource): string {
  return `${group}/${version}/${plural}`
}

function scopeParts({ namespace = '', labels = '', fields = '' }: SourceScope): readonly string[] {
  return [namespace, labels, fields]
}

function notFollowed(resource: Resource, namespace: string | undefined, all: readonly SharedSource[]): Error {
  const parts = all.map(({ scope }) => describeScope(scope))
  return cacheErrors('KW_CACHE_NOT_FOLLOWED', {
    what: `read ${nameOf(resource)}${namespace === undefined ? '' : ` of the namespace ${namespace}`} from the cache`,
    why:
      parts.length === 0
        ? 'this process does not watch them'
        : `this process watches only a part of them: ${parts.join('; ')}`,
    next: 'Declare the kind in `owns` or `watches` of a controller, or read from the API server with `client.get`.',
    details: { kind: resource.kind },
  })
}

function describeScope({ namespace, labels, fields }: SourceScope): string {
  const where = namespace === undefined ? 'all namespaces' : `the namespace ${namespace}`
  return [where, labels && `labels ${labels}`, fields && `fields ${fields}`].filter(Boolean).join(', ')
}

function closed({ kind }: Resource): Error {
  return cacheErrors('KW_CACHE_CLOSED', {
    what: `watch ${kind}`,
    why: 'the cache has been closed',
    next: 'Dispose the cache after everything that uses it.',
    details: { kind },
  })
}
