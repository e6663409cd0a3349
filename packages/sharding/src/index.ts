/** Horizontal scale-out: a ring of shards, each with its own lease and its own part of the objects. */
export { ControllerRing } from './ring/controller-ring.ts'
export { shardingErrors } from './errors.ts'
export type { ChildPlace, PlaceExplanation } from './reporting/explain-place.ts'
export { findRings, type RingName } from './ring/find-rings.ts'
export { type HashRing, hashRing, type RingPlace, tokensPerShard } from './ring/hash-ring.ts'
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
export { controllerKey, partitionKey } from './ring/partition-key.ts'
export type { Place } from './reporting/place-report.ts'
export { RingReader, type RingReaderOptions } from './reporting/ring-reader.ts'
export type { KindReport, LeaderReport, RingReport, ShardReport } from './reporting/ring-report.ts'
export { shard, type ShardCoordination } from './shard-coordination.ts'
export type { ShardOptions } from './shard/shard-options.ts'
export { type ShardState, shardStates } from './ring/shard-state.ts'
export { xxh64 } from './ring/xxh64.ts'
