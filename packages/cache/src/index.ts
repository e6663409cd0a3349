/** Local copies of Kubernetes objects, kept current by watches. Experimental: the API may change. */

export type { Cache, CacheReads, WriteWindow } from './cache.ts'
export type { CacheObserver } from './cache-observer.ts'
export type { Change, ChangeType } from './change.ts'
export { type CacheOptions, createCache } from './create-cache.ts'
export { cacheErrors } from './errors.ts'
export { type IndexDefinition, index } from './index-definition.ts'
export type { ObjectReader, ReadScope } from './object-reader.ts'
export { readYourWrites } from './read-your-writes.ts'
export type { AskedChange } from './requested-change.ts'
export type { Source, SourceOptions, SourceScope } from './source.ts'
export type { SourceFailure, SourceState } from './source-state.ts'
