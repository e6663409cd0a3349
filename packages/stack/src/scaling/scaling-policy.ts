/** Policies that derive the size of a component from metrics. Plain data. */
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
  /** The target value per replica. */
  readonly target: number
  /** @default 1 */
  readonly min?: number | undefined
  readonly max: number
  /** Relative deviation from the target that is tolerated. @default 0.1 */
  readonly tolerance?: number | undefined
  /** The averaging window of samples. @default '1m' */
  readonly window?: Duration | undefined
  /** How long fewer replicas must have sufficed before scaling down. @default '5m' */
  readonly stabilization?: Duration | undefined
}

/** Requests and limits from observed usage. */
export interface TuningPolicy {
  /** The metric of CPU usage, in cores. @default 'cpu' */
  readonly cpu?: string | undefined
  /** The metric of memory usage, in bytes. @default 'memory' */
  readonly memory?: string | undefined
  /** The length of the history. @default '24h' */
  readonly window?: Duration | undefined
  /** Whether the recommendation is applied, not only reported in the status. @default false */
  readonly applies?: boolean | undefined
}

/** A metric that is compared with its own history. */
export interface AbnormalityPolicy {
  readonly metric: string
  /** The multiple of the usual deviation that counts as abnormal. @default 6 */
  readonly sensitivity?: number | undefined
  /** The length of the history. @default '1h' */
  readonly window?: Duration | undefined
}
