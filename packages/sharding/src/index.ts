/** Horizontal scale-out: a ring of shards, each with its own lease and its own part of the objects. */
export { ControllerRing } from './controller-ring.ts'
export { shardingErrors } from './errors.ts'
export type { ChildPlace, PlaceExplanation } from './explain-place.ts'
export { findRings, type RingName } from './find-rings.ts'
export { type HashRing, hashRing, type RingPlace, tokensPerShard } from './hash-ring.ts'
export {
  answeredAnnotation,
  askedAnnotation,
  assignmentAnnotation,
  drainLabel,
  releasedNote,
  renewalsAnnotation,
  reservedAnnotation,
  ringLabel,
  sharderHolder,
  shardLabel,
  shardLeaseName,
  shardNameLabel,
  stateLabel,
  workAnnotation,
} from './names.ts'
export { controllerKey, partitionKey } from './partition-key.ts'
export type { Place } from './place-report.ts'
export { RingReader, type RingReaderOptions } from './ring-reader.ts'
export type { KindReport, LeaderReport, RingReport, ShardReport } from './ring-report.ts'
export { shard, type ShardCoordination } from './shard.ts'
export type { ShardOptions } from './shard-options.ts'
export { type ShardState, shardStates } from './shard-state.ts'
export { xxh64 } from './xxh64.ts'
