// Made by `npm run generate:kubernetes`; edits are lost.
import type { AuthoredMeta, LabelSelector, ObjectMeta } from '@kubewright/core'
import { type BuiltIn, builtIn } from '../../built-in.ts'
import type { ObjectReference, PodTemplateSpec } from '../core/v1.ts'
import type { Time } from '../meta/v1.ts'

/** `cronjobs`, `cj` in `batch/v1`, namespaced. */
export const CronJob: BuiltIn<CronJob, CronJobInput, CronJobStatus> = /*#__PURE__*/ builtIn({
  group: 'batch',
  version: 'v1',
  kind: 'CronJob',
  plural: 'cronjobs',
  scope: 'Namespaced',
  shortNames: ['cj'],
  categories: ['all'],
  subresources: ['status'],
})

export interface CronJob {
  readonly apiVersion: 'batch/v1'
  readonly kind: 'CronJob'
  readonly metadata: ObjectMeta
  readonly spec: CronJobSpec
  readonly status?: CronJobStatus | undefined
}

export interface CronJobInput {
  readonly apiVersion?: 'batch/v1' | undefined
  readonly kind?: 'CronJob' | undefined
  readonly metadata: AuthoredMeta
  readonly spec: CronJobSpec
}

/** `jobs` in `batch/v1`, namespaced. */
export const Job: BuiltIn<Job, JobInput, JobStatus> = /*#__PURE__*/ builtIn({
  group: 'batch',
  version: 'v1',
  kind: 'Job',
  plural: 'jobs',
  scope: 'Namespaced',
  categories: ['all'],
  subresources: ['status'],
})

export interface Job {
  readonly apiVersion: 'batch/v1'
  readonly kind: 'Job'
  readonly metadata: ObjectMeta
  readonly spec: JobSpec
  readonly status?: JobStatus | undefined
}

export interface JobInput {
  readonly apiVersion?: 'batch/v1' | undefined
  readonly kind?: 'Job' | undefined
  readonly metadata: AuthoredMeta
  readonly spec: JobSpec
}

export interface CronJobSpec {
  readonly concurrencyPolicy?: 'Allow' | 'Forbid' | 'Replace' | undefined
  readonly failedJobsHistoryLimit?: number | undefined
  readonly jobTemplate: JobTemplateSpec
  readonly schedule: string
  readonly startingDeadlineSeconds?: number | undefined
  readonly successfulJobsHistoryLimit?: number | undefined
  readonly suspend?: boolean | undefined
  readonly timeZone?: string | undefined
}

export interface CronJobStatus {
  readonly active?: readonly ObjectReference[] | undefined
  readonly lastScheduleTime?: Time | undefined
  readonly lastSuccessfulTime?: Time | undefined
}

export interface JobCondition {
  readonly lastProbeTime?: Time | null | undefined
  readonly lastTransitionTime?: Time | null | undefined
  readonly message?: string | undefined
  readonly reason?: string | undefined
  readonly status: string
  readonly type: string
}

export interface JobSpec {
  readonly activeDeadlineSeconds?: number | undefined
  readonly backoffLimit?: number | undefined
  readonly backoffLimitPerIndex?: number | undefined
  readonly completionMode?: 'Indexed' | 'NonIndexed' | undefined
  readonly completions?: number | undefined
  readonly managedBy?: string | undefined
  readonly manualSelector?: boolean | undefined
  readonly maxFailedIndexes?: number | undefined
  readonly parallelism?: number | undefined
  readonly podFailurePolicy?: PodFailurePolicy | undefined
  readonly podReplacementPolicy?: 'Failed' | 'TerminatingOrFailed' | undefined
  readonly selector?: LabelSelector | undefined
  readonly successPolicy?: SuccessPolicy | undefined
  readonly suspend?: boolean | undefined
  readonly template: PodTemplateSpec
  readonly ttlSecondsAfterFinished?: number | undefined
}

export interface JobStatus {
  readonly active?: number | undefined
  readonly completedIndexes?: string | undefined
  readonly completionTime?: Time | undefined
  readonly conditions?: readonly JobCondition[] | undefined
  readonly failed?: number | undefined
  readonly failedIndexes?: string | undefined
  readonly ready?: number | undefined
  readonly startTime?: Time | undefined
  readonly succeeded?: number | undefined
  readonly terminating?: number | undefined
  readonly uncountedTerminatedPods?: UncountedTerminatedPods | undefined
}

export interface JobTemplateSpec {
  readonly metadata?: AuthoredMeta | undefined
  readonly spec: JobSpec
}

export interface PodFailurePolicy {
  readonly rules: readonly PodFailurePolicyRule[]
}

export interface PodFailurePolicyOnExitCodesRequirement {
  readonly containerName?: string | undefined
  readonly operator: 'In' | 'NotIn'
  readonly values: readonly number[]
}

export interface PodFailurePolicyOnPodConditionsPattern {
  readonly status?: string | undefined
  readonly type: string
}

export interface PodFailurePolicyRule {
  readonly action: 'Count' | 'FailIndex' | 'FailJob' | 'Ignore'
  readonly onExitCodes?: PodFailurePolicyOnExitCodesRequirement | undefined
  readonly onPodConditions?: readonly PodFailurePolicyOnPodConditionsPattern[] | undefined
}

export interface SuccessPolicy {
  readonly rules: readonly SuccessPolicyRule[]
}

export interface SuccessPolicyRule {
  readonly succeededCount?: number | undefined
  readonly succeededIndexes?: string | undefined
}

export interface UncountedTerminatedPods {
  readonly failed?: readonly string[] | undefined
  readonly succeeded?: readonly string[] | undefined
}
