/** Options and parts of the verbs of a client. */
export type { DynamicResourceInput } from './discovery/dynamic-resource.ts'
export type { KindQuery } from './discovery/kind-query.ts'
export type { StatusCause } from './error/server-status.ts'
export type { RawRequest } from './surface/raw-request.ts'
export type { ScaleInput } from './surface/scale-verbs.ts'
export type {
  ApplyOptions,
  CallOptions,
  DeleteCollectionOptions,
  DeleteOptions,
  GetOptions,
  ListOptions,
  UpdateOptions,
  WatchOptions,
  WriteOptions,
} from './verb/options.ts'
export type { MergePatch, PatchOptions, StrategicPatch } from './verb/patch.ts'
export type { WaitOptions } from './wait/wait-for.ts'
export type { BookmarkEvent, ChangeEvent } from './watch/watch-event.ts'
