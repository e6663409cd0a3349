/** An admission: what is asked about writes of which kinds, before the API server stores them. Inert. */
import type { JsonObject, LabelSelector } from '@kubewright/core'
import type { MatchCondition } from '@kubewright/kubernetes/admissionregistration/v1'
import type { Resource } from '@kubewright/resource'
import type { Finding } from '../finding.ts'
import type { AdmissionCall, Operation } from './admitted.ts'

/** One of the two things an admission can be asked for. The API server asks for each on its own. */
export type AdmissionStep = 'fill' | 'validate'

/** What becomes of a write if the webhook fails: it is refused, or it goes on unseen. */
export type FailurePolicy = 'Fail' | 'Ignore'

/** Which writes are asked about, beyond their kind. */
export interface AdmissionScope {
  /** Only objects in namespaces with these labels. @default all */
  readonly namespaceSelector?: LabelSelector
  /** Only objects with these labels, before or after the write. @default all */
  readonly objectSelector?: LabelSelector
  /** Only writes for which all these CEL expressions are true. @default all */
  readonly matchConditions?: readonly MatchCondition[]
}

export interface Admission extends AdmissionScope {
  readonly type: 'admission'
  /** `website.web.example.dev`: in configurations, paths, messages. */
  readonly name: string
  readonly resources: readonly Resource[]
  /** Empty if it is about the objects themselves. */
  readonly subresources: readonly string[]
  readonly failurePolicy: FailurePolicy
  /** Whole seconds, as the API server counts. */
  readonly timeoutSeconds: number
  /** On which operations each step is asked for; none if there is nothing to do. */
  readonly operations: Readonly<Record<AdmissionStep, readonly Operation[]>>
  /** The functions, without their types. */
  readonly functions: AdmissionFunctions
}

export interface AdmissionFunctions {
  readonly fill: ((object: JsonObject, call: AdmissionCall) => unknown) | undefined
  readonly validate: Readonly<Partial<Record<Operation, ValidateFunction>>>
}

/** The object as it will be, and as it was: one of them is missing when it is created or deleted. */
export type ValidateFunction = (objects: ReviewedObjects, call: AdmissionCall) => Findings | Promise<Findings>

export type Findings = readonly Finding[]

export interface ReviewedObjects {
  readonly object: JsonObject | undefined
  readonly previous: JsonObject | undefined
}
