// Made by `npm run generate:kubernetes`; edits are lost.
import type { Definitions } from '../../../schema.ts'

export const definitions: Definitions = {
  'batch/v1.CronJob': {
    type: 'object',
    required: ['spec'],
    properties: {
      apiVersion: { type: 'string' },
      kind: { type: 'string' },
      metadata: { $ref: 'meta/v1.ObjectMeta', default: {} },
      spec: { $ref: 'batch/v1.CronJobSpec', default: {} },
      status: { $ref: 'batch/v1.CronJobStatus', default: {} },
    },
  },
  'batch/v1.CronJobSpec': {
    type: 'object',
    required: ['schedule', 'jobTemplate'],
    properties: {
      concurrencyPolicy: { type: 'string', enum: ['Allow', 'Forbid', 'Replace'] },
      failedJobsHistoryLimit: { type: 'integer', format: 'int32' },
      jobTemplate: { $ref: 'batch/v1.JobTemplateSpec', default: {} },
      schedule: { type: 'string', default: '' },
      startingDeadlineSeconds: { type: 'integer', format: 'int64' },
      successfulJobsHistoryLimit: { type: 'integer', format: 'int32' },
      suspend: { type: 'boolean' },
      timeZone: { type: 'string' },
    },
  },
  'batch/v1.CronJobStatus': {
    type: 'object',
    properties: {
      active: {
        type: 'array',
        'x-kubernetes-list-type': 'atomic',
        items: { $ref: 'core/v1.ObjectReference', default: {} },
      },
      lastScheduleTime: { $ref: 'meta/v1.Time' },
      lastSuccessfulTime: { $ref: 'meta/v1.Time' },
    },
  },
  'batch/v1.Job': {
    type: 'object',
    properties: {
      apiVersion: { type: 'string' },
      kind: { type: 'string' },
      metadata: { $ref: 'meta/v1.ObjectMeta', default: {} },
      spec: { $ref: 'batch/v1.JobSpec', default: {} },
      status: { $ref: 'batch/v1.JobStatus', default: {} },
    },
  },
  'batch/v1.JobCondition': {
    type: 'object',
    required: ['type', 'status'],
    properties: {
      lastProbeTime: { $ref: 'meta/v1.Time' },
      lastTransitionTime: { $ref: 'meta/v1.Time' },
      message: { type: 'string' },
      reason: { type: 'string' },
      status: { type: 'string', default: '' },
      type: { type: 'string', default: '' },
    },
  },
  'batch/v1.JobSpec': {
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
      podFailurePolicy: { $ref: 'batch/v1.PodFailurePolicy' },
      podReplacementPolicy: { type: 'string', enum: ['Failed', 'TerminatingOrFailed'] },
      selector: { $ref: 'meta/v1.LabelSelector' },
      successPolicy: { $ref: 'batch/v1.SuccessPolicy' },
      suspend: { type: 'boolean' },
      template: { $ref: 'core/v1.PodTemplateSpec', default: {} },
      ttlSecondsAfterFinished: { type: 'integer', format: 'int32' },
    },
  },
  'batch/v1.JobStatus': {
    type: 'object',
    properties: {
      active: { type: 'integer', format: 'int32' },
      completedIndexes: { type: 'string' },
      completionTime: { $ref: 'meta/v1.Time' },
      conditions: {
        type: 'array',
        'x-kubernetes-list-type': 'atomic',
        'x-kubernetes-patch-merge-key': 'type',
        'x-kubernetes-patch-strategy': 'merge',
        items: { $ref: 'batch/v1.JobCondition', default: {} },
      },
      failed: { type: 'integer', format: 'int32' },
      failedIndexes: { type: 'string' },
      ready: { type: 'integer', format: 'int32' },
      startTime: { $ref: 'meta/v1.Time' },
      succeeded: { type: 'integer', format: 'int32' },
      terminating: { type: 'integer', format: 'int32' },
      uncountedTerminatedPods: { $ref: 'batch/v1.UncountedTerminatedPods' },
    },
  },
  'batch/v1.JobTemplateSpec': {
    type: 'object',
    properties: {
      metadata: { $ref: 'meta/v1.ObjectMeta', default: {} },
      spec: { $ref: 'batch/v1.JobSpec', default: {} },
    },
  },
  'batch/v1.PodFailurePolicy': {
    type: 'object',
    required: ['rules'],
    properties: {
      rules: {
        type: 'array',
        'x-kubernetes-list-type': 'atomic',
        items: { $ref: 'batch/v1.PodFailurePolicyRule', default: {} },
      },
    },
  },
  'batch/v1.PodFailurePolicyOnExitCodesRequirement': {
    type: 'object',
    required: ['operator', 'values'],
    properties: {
      containerName: { type: 'string' },
      operator: { type: 'string', default: '', enum: ['In', 'NotIn'] },
      values: {
        type: 'array',
        'x-kubernetes-list-type': 'set',
        items: { type: 'integer', format: 'int32', default: 0 },
      },
    },
  },
  'batch/v1.PodFailurePolicyOnPodConditionsPattern': {
    type: 'object',
    required: ['type'],
    properties: { status: { type: 'string', default: '' }, type: { type: 'string', default: '' } },
  },
  'batch/v1.PodFailurePolicyRule': {
    type: 'object',
    required: ['action'],
    properties: {
      action: { type: 'string', default: '', enum: ['Count', 'FailIndex', 'FailJob', 'Ignore'] },
      onExitCodes: { $ref: 'batch/v1.PodFailurePolicyOnExitCodesRequirement' },
      onPodConditions: {
        type: 'array',
        'x-kubernetes-list-type': 'atomic',
        items: { $ref: 'batch/v1.PodFailurePolicyOnPodConditionsPattern', default: {} },
      },
    },
  },
  'batch/v1.SuccessPolicy': {
    type: 'object',
    required: ['rules'],
    properties: {
      rules: {
        type: 'array',
        'x-kubernetes-list-type': 'atomic',
        items: { $ref: 'batch/v1.SuccessPolicyRule', default: {} },
      },
    },
  },
  'batch/v1.SuccessPolicyRule': {
    type: 'object',
    properties: { succeededCount: { type: 'integer', format: 'int32' }, succeededIndexes: { type: 'string' } },
  },
  'batch/v1.UncountedTerminatedPods': {
    type: 'object',
    properties: {
      failed: { type: 'array', 'x-kubernetes-list-type': 'set', items: { type: 'string', default: '' } },
      succeeded: { type: 'array', 'x-kubernetes-list-type': 'set', items: { type: 'string', default: '' } },
    },
  },
}
