/** Creates a cache. */
import type { Client } from '@kubewright/client'
import { type Clock, type KubeObject, type Ref, systemClock } from '@kubewright/core'
import { type Random, systemRandom } from '@kubewright/core/random'
import type { Resource } from '@kubewright/resource'
import type { Cache, CacheReads, WriteWindow } from './cache.ts'
import type { CacheObserver } from './cache-observer.ts'
import { keyOf } from './object-store.ts'
import { cacheNames, checkRead, checkSource, refuseOtherNames } from './option-names.ts'
import type { AskedChange } from './requested-change.ts'
import type { Source, SourceScope } from './source.ts'
import { sourceView } from './source-hold.ts'
import { SourceSet } from './source-set.ts'

/** Options of `createCache`. */
export interface CacheOptions {
  /** Used for lists and watches. Writes go through the client that `readYourWrites` returns. */
  readonly client: Client
  /** @default systemClock */
  readonly clock?: Clock
  /** @default systemRandom */
  readonly random?: Random
  /** Freezes every object, so that a test catches code that mutates one. @default false */
  readonly freezes?: boolean
  /** Creates the observer of a source. Called once per source, when it starts. */
  readonly observe?: (source: { readonly resource: Resource; readonly scope: SourceScope }) => CacheObserver
  /** Receives errors thrown by listeners and index functions. @default they are ignored */
  readonly report?: (error: unknown) => void
}

/**
 * Nothing is watched until a source is held. Disposing the cache ends all watches.
 *
 * Failure: `KW_CACHE_UNKNOWN_OPTION`.
 */
export function createCache(options: CacheOptions): Cache {
  refuseOtherNames('create a cache', options, cacheNames)
  const { clock = systemClock, random = systemRandom, freezes = false, report = ignore } = options
  const sources = new SourceSet({ ...options, clock, random, freezes, report })
  return {
    source: (resource, scope = {}, how = {}) => {
      checkSource(resource.kind, scope, how)
      return sources.hold(resource, scope, how)
    },
    ...readsOf(sources),
    preferring: (preferred) => readsOf(sources, preferred),
    writing: (resource, ref, writer = thisProcess) => writeWindow(sources, { resource, ref, writer }),
    wrote(resource, object, writer = thisProcess) {
      for (const source of sources.of(resource)) source.wrote(object as KubeObject, writer, made)
    },
    get sources() {
      return sources.all().map(sourceView)
    },
    [Symbol.asyncDispose]: () => sources.close(),
  }
}

function readsOf(sources: SourceSet, preferred?: readonly Source[]): CacheReads {
  const reading = (resource: Resource, namespace: string | undefined) =>
    sources.covering({ resource, namespace, preferred }).followed.store
  return {
    get: (resource, ref) => reading(resource, ref.namespace).get(ref) as never,
    list: (resource, scope) => {
      checkRead(resource.kind, scope)
      return reading(resource, scope?.namespace).list(scope) as never
    },
    find: (index, value, scope) => {
      checkRead(index.resource.kind, scope)
      const source = sources.indexed(index, { namespace: scope?.namespace, preferred })
      return source.followed.store.find(index, value, scope) as never
    },
  }
}

/** A write of an object with no earlier known state counts as its creation. */
const made: AskedChange = { body: undefined, isMade: true }

/** The default writer. */
const thisProcess = 'this process'

interface Write {
  readonly resource: Resource
  readonly ref: Ref
  readonly writer: string
}

/** Covers all current sources. Its result is also recorded by sources that started while the write was in flight. */
function writeWindow(sources: SourceSet, { resource, ref, writer }: Write): WriteWindow {
  const windows = new Map(sources.of(resource).map((source) => [source, source.writing(keyOf(ref), writer)]))
  return {
    wrote(object, asked) {
      for (const window of windows.values()) window.wrote(object, asked)
      for (const source of sources.of(resource)) if (!windows.has(source)) source.wrote(object, writer, asked)
    },
    removed(uid) {
      for (const window of windows.values()) window.removed(uid)
    },
    [Symbol.dispose]() {
      for (const window of windows.values()) window[Symbol.dispose]()
    },
  }
}

function ignore(): void {}
