/** How the size of a component follows from what is measured of it. Plain data. */
import type { Duration } from '@kubewright/core'

/** A measured value of one component, summed over its pods. */
export interface Sample {
  /** Milliseconds since the epoch. */
  readonly at: number
  readonly value: number
}

/** Replicas from a metric. */
export interface ScalingPolicy {
  /** The metric, as the source of samples names it. */
  readonly metric: string
  /** How much of the metric one replica should have. */
  readonly target: number
  /** @default 1 */
  readonly min?: number | undefined
  readonly max: number
  /** By how much the ratio to the target may be off before anything changes. @default 0.1 */
  readonly tolerance?: number | undefined
  /** Samples that count: their average is compared with the target. @default '1m' */
  readonly window?: Duration | undefined
  /** How long fewer replicas must have been enough before there are fewer. @default '5m' */
  readonly stabilization?: Duration | undefined
}

/** Requests and limits from what a component uses. */
export interface TuningPolicy {
  /** The metric of used cores. @default 'cpu' */
  readonly cpu?: string | undefined
  /** The metric of used bytes. @default 'memory' */
  readonly memory?: string | undefined
  /** How far back to look. @default '24h' */
  readonly window?: Duration | undefined
  /** Whether the recommendation is applied, not only shown in the status. @default false */
  readonly applies?: boolean | undefined
}

/** A metric that is compared with its own past. */
export interface AbnormalityPolicy {
  readonly metric: string
  /** How many times the usual deviation is abnormal. @default 6 */
  readonly sensitivity?: number | undefined
  /** How far back to look. @default '1h' */
  readonly window?: Duration | undefined
}
