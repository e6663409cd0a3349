/** An admission: functions for writes of some kinds, called before the API server stores them. Has no side effects. */
import type { LabelSelector } from '@kubewright/core'
import type { JsonObject } from '@kubewright/core/json'
import type { MatchCondition } from '@kubewright/kubernetes/admissionregistration/v1'
import type { Resource } from '@kubewright/resource'
import type { Finding } from '../finding.ts'
import type { AdmissionCall, Operation } from './admitted.ts'

/** A step of an admission. The API server calls each one separately. */
export type AdmissionStep = 'fill' | 'validate'

/** What happens to a write if the webhook fails: it is rejected, or proceeds unchecked. */
export type FailurePolicy = 'Fail' | 'Ignore'

/** Restricts the writes, beyond their kind. */
export interface AdmissionScope {
  /** Only objects in namespaces with these labels. @default all */
  readonly namespaceSelector?: LabelSelector
  /** Only objects with these labels, before or after the write. @default all */
  readonly objectSelector?: LabelSelector
  /** Only writes for which all these CEL expressions are true. @default all */
  readonly matchConditions?: readonly MatchCondition[]
}

/** An admission webhook, as `defineAdmission` returns it. */
export interface Admission extends AdmissionScope {
  readonly type: 'admission'
  /** `website.web.example.dev`: used in configurations, paths and messages. */
  readonly name: string
  readonly resources: readonly Resource[]
  /** Empty for writes of the objects themselves. */
  readonly subresources: readonly string[]
  readonly failurePolicy: FailurePolicy
  /** Whole seconds, as in the API. */
  readonly timeoutSeconds: number
  /** The operations of each step; empty if the step has no function. */
  readonly operations: Readonly<Record<AdmissionStep, readonly Operation[]>>
  /** The functions, with erased types. */
  readonly functions: AdmissionFunctions
}

/** The functions of an admission webhook, without the types of its kind. */
export interface AdmissionFunctions {
  readonly fill: ((object: JsonObject, call: AdmissionCall) => unknown) | undefined
  readonly validate: Readonly<Partial<Record<Operation, ValidateFunction>>>
}

/** The new object and the old one: one of them is missing on create and delete. */
export type ValidateFunction = (objects: ReviewedObjects, call: AdmissionCall) => Findings | Promise<Findings>

/** What a validating function returns. A problem rejects the write; warnings alone do not. */
export type Findings = readonly Finding[]

/** The objects of a review: the new one, and the one before it. */
export interface ReviewedObjects {
  readonly object: JsonObject | undefined
  readonly previous: JsonObject | undefined
}
