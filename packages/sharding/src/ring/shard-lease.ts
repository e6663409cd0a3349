/** The lease of a shard, as read from the server. */
import type { Lease } from '@kubewright/kubernetes/coordination/v1'
import { type LeaseRecord, readLease } from '@kubewright/lease'
import type { ObjectOf } from '@kubewright/resource'
import {
  answeredAnnotation,
  askedAnnotation,
  renewalsAnnotation,
  reservedAnnotation,
  shardNameLabel,
  stateLabel,
  workAnnotation,
} from '../names.ts'

/** The parts of a lease that the sharder uses. */
export interface ShardLease extends LeaseRecord {
  readonly shard: string
  readonly name: string
  /** How long its objects are reserved for a shard of the same name after its release; 0 for not at all. */
  readonly reservedMs: number
  /** Number of renewals, as counted by its holder. */
  readonly renewals: string
  /** The owner inquiry the shard was asked for, and the last one it answered. */
  readonly asked: string
  readonly answered: string
  /** The value of its state label. */
  readonly label: string
  /** The kinds it works on, as written by the shard. */
  readonly work: string
}

export function readShardLease(object: ObjectOf<typeof Lease>): ShardLease {
  const { labels = {}, annotations = {}, name } = object.metadata
  const reserved = Number(annotations[reservedAnnotation] ?? 0)
  return {
    ...readLease(object),
    shard: labels[shardNameLabel] ?? '',
    name,
    reservedMs: Number.isFinite(reserved) && reserved > 0 ? reserved * 1_000 : 0,
    renewals: annotations[renewalsAnnotation] ?? '',
    asked: annotations[askedAnnotation] ?? '',
    answered: annotations[answeredAnnotation] ?? '',
    label: labels[stateLabel] ?? '',
    work: annotations[workAnnotation] ?? '',
  }
}
