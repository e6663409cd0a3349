// Made by `npm run generate:kubernetes`; edits are lost.
import { type StructuralType, structural } from '@kubewright/resource'
import type {
  CronJobInput,
  CronJobSpec,
  CronJobStatus,
  JobCondition,
  JobInput,
  JobSpec,
  JobStatus,
  JobTemplateSpec,
  PodFailurePolicy,
  PodFailurePolicyOnExitCodesRequirement,
  PodFailurePolicyOnPodConditionsPattern,
  PodFailurePolicyRule,
  SuccessPolicy,
  SuccessPolicyRule,
  UncountedTerminatedPods,
} from '../../batch/v1.ts'
import * as schemas from '../../structural/batch/v1.ts'

export const cronJob = (): StructuralType<CronJobInput> => structural(schemas.CronJob)

export const cronJobSpec = (): StructuralType<CronJobSpec> => structural(schemas.CronJobSpec)

export const cronJobStatus = (): StructuralType<CronJobStatus> => structural(schemas.CronJobStatus)

export const job = (): StructuralType<JobInput> => structural(schemas.Job)

export const jobCondition = (): StructuralType<JobCondition> => structural(schemas.JobCondition)

export const jobSpec = (): StructuralType<JobSpec> => structural(schemas.JobSpec)

export const jobStatus = (): StructuralType<JobStatus> => structural(schemas.JobStatus)

export const jobTemplateSpec = (): StructuralType<JobTemplateSpec> => structural(schemas.JobTemplateSpec)

export const podFailurePolicy = (): StructuralType<PodFailurePolicy> => structural(schemas.PodFailurePolicy)

export const podFailurePolicyOnExitCodesRequirement = (): StructuralType<PodFailurePolicyOnExitCodesRequirement> =>
  structural(schemas.PodFailurePolicyOnExitCodesRequirement)

export const podFailurePolicyOnPodConditionsPattern = (): StructuralType<PodFailurePolicyOnPodConditionsPattern> =>
  structural(schemas.PodFailurePolicyOnPodConditionsPattern)

export const podFailurePolicyRule = (): StructuralType<PodFailurePolicyRule> => structural(schemas.PodFailurePolicyRule)

export const successPolicy = (): StructuralType<SuccessPolicy> => structural(schemas.SuccessPolicy)

export const successPolicyRule = (): StructuralType<SuccessPolicyRule> => structural(schemas.SuccessPolicyRule)

export const uncountedTerminatedPods = (): StructuralType<UncountedTerminatedPods> =>
  structural(schemas.UncountedTerminatedPods)
