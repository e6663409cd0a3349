// Made by `npm run generate:kubernetes`; edits are lost.
import type { StructuralSchema } from '@kubewright/resource'
import { ObjectReference, PodTemplateSpec } from '../core/v1.ts'
import { LabelSelector, ObjectMeta, Time } from '../meta/v1.ts'

export const PodFailurePolicyOnExitCodesRequirement: StructuralSchema = {
  type: 'object',
  required: ['operator', 'values'],
  properties: {
    containerName: { type: 'string' },
    operator: { type: 'string', enum: ['In', 'NotIn'] },
    values: { type: 'array', 'x-kubernetes-list-type': 'set', items: { type: 'integer', format: 'int32' } },
  },
}

export const PodFailurePolicyOnPodConditionsPattern: StructuralSchema = {
  type: 'object',
  required: ['type'],
  properties: { status: { type: 'string' }, type: { type: 'string' } },
}

export const PodFailurePolicyRule: StructuralSchema = {
  type: 'object',
  required: ['action'],
  properties: {
    action: { type: 'string', enum: ['Count', 'FailIndex', 'FailJob', 'Ignore'] },
    onExitCodes: PodFailurePolicyOnExitCodesRequirement,
    onPodConditions: {
      type: 'array',
      'x-kubernetes-list-type': 'atomic',
      items: PodFailurePolicyOnPodConditionsPattern,
    },
  },
}

export const PodFailurePolicy: StructuralSchema = {
  type: 'object',
  required: ['rules'],
  properties: { rules: { type: 'array', 'x-kubernetes-list-type': 'atomic', items: PodFailurePolicyRule } },
}

export const SuccessPolicyRule: StructuralSchema = {
  type: 'object',
  properties: { succeededCount: { type: 'integer', format: 'int32' }, succeededIndexes: { type: 'string' } },
}

export const SuccessPolicy: StructuralSchema = {
  type: 'object',
  required: ['rules'],
  properties: { rules: { type: 'array', 'x-kubernetes-list-type': 'atomic', items: SuccessPolicyRule } },
}

export const JobSpec: StructuralSchema = {
  type: 'object',
  required: ['template'],
  properties: {
    activeDeadlineSeconds: { type: 'integer', format: 'int64' },
    backoffLimit: { type: 'integer', format: 'int32' },
    backoffLimitPerIndex: { type: 'integer', format: 'int32' },
    completionMode: { type: 'string', enum: ['Indexed', 'NonIndexed'] },
    completions: { type: 'integer', format: 'int32' },
    managedBy: { type: 'string' },
    manualSelector: { type: 'boolean' },
    maxFailedIndexes: { type: 'integer', format: 'int32' },
    parallelism: { type: 'integer', format: 'int32' },
    podFailurePolicy: PodFailurePolicy,
    podReplacementPolicy: { type: 'string', enum: ['Failed', 'TerminatingOrFailed'] },
    selector: LabelSelector,
    successPolicy: SuccessPolicy,
    suspend: { type: 'boolean' },
    template: PodTemplateSpec,
    ttlSecondsAfterFinished: { type: 'integer', format: 'int32' },
  },
}

export const JobTemplateSpec: StructuralSchema = {
  type: 'object',
  required: ['spec'],
  properties: { metadata: ObjectMeta, spec: JobSpec },
}

export const CronJobSpec: StructuralSchema = {
  type: 'object',
  required: ['jobTemplate', 'schedule'],
  properties: {
    concurrencyPolicy: { type: 'string', enum: ['Allow', 'Forbid', 'Replace'] },
    failedJobsHistoryLimit: { type: 'integer', format: 'int32' },
    jobTemplate: JobTemplateSpec,
    schedule: { type: 'string' },
    startingDeadlineSeconds: { type: 'integer', format: 'int64' },
    successfulJobsHistoryLimit: { type: 'integer', format: 'int32' },
    suspend: { type: 'boolean' },
    timeZone: { type: 'string' },
  },
}

export const CronJobStatus: StructuralSchema = {
  type: 'object',
  properties: {
    active: { type: 'array', 'x-kubernetes-list-type': 'atomic', items: ObjectReference },
    lastScheduleTime: Time,
    lastSuccessfulTime: Time,
  },
}

export const CronJob: StructuralSchema = {
  type: 'object',
  required: ['spec'],
  properties: {
    apiVersion: { type: 'string' },
    kind: { type: 'string' },
    metadata: ObjectMeta,
    spec: CronJobSpec,
    status: CronJobStatus,
  },
}

export const JobCondition: StructuralSchema = {
  type: 'object',
  required: ['status', 'type'],
  properties: {
    lastProbeTime: Time,
    lastTransitionTime: Time,
    message: { type: 'string' },
    reason: { type: 'string' },
    status: { type: 'string' },
    type: { type: 'string' },
  },
}

export const UncountedTerminatedPods: StructuralSchema = {
  type: 'object',
  properties: {
    failed: { type: 'array', 'x-kubernetes-list-type': 'set', items: { type: 'string' } },
    succeeded: { type: 'array', 'x-kubernetes-list-type': 'set', items: { type: 'string' } },
  },
}

export const JobStatus: StructuralSchema = {
  type: 'object',
  properties: {
    active: { type: 'integer', format: 'int32' },
    completedIndexes: { type: 'string' },
    completionTime: Time,
    conditions: { type: 'array', 'x-kubernetes-list-type': 'atomic', items: JobCondition },
    failed: { type: 'integer', format: 'int32' },
    failedIndexes: { type: 'string' },
    ready: { type: 'integer', format: 'int32' },
    startTime: Time,
    succeeded: { type: 'integer', format: 'int32' },
    terminating: { type: 'integer', format: 'int32' },
    uncountedTerminatedPods: UncountedTerminatedPods,
  },
}

export const Job: StructuralSchema = {
  type: 'object',
  required: ['spec'],
  properties: {
    apiVersion: { type: 'string' },
    kind: { type: 'string' },
    metadata: ObjectMeta,
    spec: JobSpec,
    status: JobStatus,
  },
}
