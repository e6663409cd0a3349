/** Local copies of Kubernetes objects, kept true by watches. In the making: nothing here is promised yet. */
export type { Cache } from './cache.ts'
export type { Change, ChangeType } from './change.ts'
export { type IndexDefinition, index } from './index-definition.ts'
export type { ObjectReader, ReadScope } from './object-reader.ts'
export type { Source, SourceOptions, SourceScope } from './source.ts'
export type { SourceFailure, SourceState } from './source-state.ts'
