// Made by `npm run generate:kubernetes`; edits are lost.
import type { AuthoredMeta, LabelExpression, ObjectMeta } from '@kubewright/core'
import { type BuiltIn, builtIn } from '../../built-in.ts'
import type { FieldSelectorRequirement } from '../meta/v1.ts'

/** `localsubjectaccessreviews` in `authorization.k8s.io/v1`, namespaced. */
export const LocalSubjectAccessReview: BuiltIn<
  LocalSubjectAccessReview,
  LocalSubjectAccessReviewInput,
  SubjectAccessReviewStatus
> = /*#__PURE__*/ builtIn({
  group: 'authorization.k8s.io',
  version: 'v1',
  kind: 'LocalSubjectAccessReview',
  plural: 'localsubjectaccessreviews',
  scope: 'Namespaced',
  verbs: ['create'],
})

export interface LocalSubjectAccessReview {
  readonly apiVersion: 'authorization.k8s.io/v1'
  readonly kind: 'LocalSubjectAccessReview'
  /** Nearly empty: the object is answered, not stored. */
  readonly metadata: ObjectMeta
  readonly spec: SubjectAccessReviewSpec
  readonly status?: SubjectAccessReviewStatus | undefined
}

export interface LocalSubjectAccessReviewInput {
  readonly apiVersion?: 'authorization.k8s.io/v1' | undefined
  readonly kind?: 'LocalSubjectAccessReview' | undefined
  readonly metadata?: AuthoredMeta | undefined
  readonly spec: SubjectAccessReviewSpec
}

/** `selfsubjectaccessreviews` in `authorization.k8s.io/v1`, cluster-scoped. */
export const SelfSubjectAccessReview: BuiltIn<
  SelfSubjectAccessReview,
  SelfSubjectAccessReviewInput,
  SubjectAccessReviewStatus
> = /*#__PURE__*/ builtIn({
  group: 'authorization.k8s.io',
  version: 'v1',
  kind: 'SelfSubjectAccessReview',
  plural: 'selfsubjectaccessreviews',
  scope: 'Cluster',
  verbs: ['create'],
})

export interface SelfSubjectAccessReview {
  readonly apiVersion: 'authorization.k8s.io/v1'
  readonly kind: 'SelfSubjectAccessReview'
  /** Nearly empty: the object is answered, not stored. */
  readonly metadata: ObjectMeta
  readonly spec: SelfSubjectAccessReviewSpec
  readonly status?: SubjectAccessReviewStatus | undefined
}

export interface SelfSubjectAccessReviewInput {
  readonly apiVersion?: 'authorization.k8s.io/v1' | undefined
  readonly kind?: 'SelfSubjectAccessReview' | undefined
  readonly metadata?: AuthoredMeta | undefined
  readonly spec: SelfSubjectAccessReviewSpec
}

/** `selfsubjectrulesreviews` in `authorization.k8s.io/v1`, cluster-scoped. */
export const SelfSubjectRulesReview: BuiltIn<
  SelfSubjectRulesReview,
  SelfSubjectRulesReviewInput,
  SubjectRulesReviewStatus
> = /*#__PURE__*/ builtIn({
  group: 'authorization.k8s.io',
  version: 'v1',
  kind: 'SelfSubjectRulesReview',
  plural: 'selfsubjectrulesreviews',
  scope: 'Cluster',
  verbs: ['create'],
})

export interface SelfSubjectRulesReview {
  readonly apiVersion: 'authorization.k8s.io/v1'
  readonly kind: 'SelfSubjectRulesReview'
  /** Nearly empty: the object is answered, not stored. */
  readonly metadata: ObjectMeta
  readonly spec: SelfSubjectRulesReviewSpec
  readonly status?: SubjectRulesReviewStatus | undefined
}

export interface SelfSubjectRulesReviewInput {
  readonly apiVersion?: 'authorization.k8s.io/v1' | undefined
  readonly kind?: 'SelfSubjectRulesReview' | undefined
  readonly metadata?: AuthoredMeta | undefined
  readonly spec: SelfSubjectRulesReviewSpec
}

/** `subjectaccessreviews` in `authorization.k8s.io/v1`, cluster-scoped. */
export const SubjectAccessReview: BuiltIn<
  SubjectAccessReview,
  SubjectAccessReviewInput,
  SubjectAccessReviewStatus
> = /*#__PURE__*/ builtIn({
  group: 'authorization.k8s.io',
  version: 'v1',
  kind: 'SubjectAccessReview',
  plural: 'subjectaccessreviews',
  scope: 'Cluster',
  verbs: ['create'],
})

export interface SubjectAccessReview {
  readonly apiVersion: 'authorization.k8s.io/v1'
  readonly kind: 'SubjectAccessReview'
  /** Nearly empty: the object is answered, not stored. */
  readonly metadata: ObjectMeta
  readonly spec: SubjectAccessReviewSpec
  readonly status?: SubjectAccessReviewStatus | undefined
}

export interface SubjectAccessReviewInput {
  readonly apiVersion?: 'authorization.k8s.io/v1' | undefined
  readonly kind?: 'SubjectAccessReview' | undefined
  readonly metadata?: AuthoredMeta | undefined
  readonly spec: SubjectAccessReviewSpec
}

export interface FieldSelectorAttributes {
  readonly rawSelector?: string | undefined
  readonly requirements?: readonly FieldSelectorRequirement[] | undefined
}

export interface LabelSelectorAttributes {
  readonly rawSelector?: string | undefined
  readonly requirements?: readonly LabelExpression[] | undefined
}

export interface NonResourceAttributes {
  readonly path?: string | undefined
  readonly verb?: string | undefined
}

export interface NonResourceRule {
  readonly nonResourceURLs?: readonly string[] | undefined
  readonly verbs: readonly string[]
}

export interface ResourceAttributes {
  readonly fieldSelector?: FieldSelectorAttributes | undefined
  readonly group?: string | undefined
  readonly labelSelector?: LabelSelectorAttributes | undefined
  readonly name?: string | undefined
  readonly namespace?: string | undefined
  readonly resource?: string | undefined
  readonly subresource?: string | undefined
  readonly verb?: string | undefined
  readonly version?: string | undefined
}

export interface ResourceRule {
  readonly apiGroups?: readonly string[] | undefined
  readonly resourceNames?: readonly string[] | undefined
  readonly resources?: readonly string[] | undefined
  readonly verbs: readonly string[]
}

export interface SelfSubjectAccessReviewSpec {
  readonly nonResourceAttributes?: NonResourceAttributes | undefined
  readonly resourceAttributes?: ResourceAttributes | undefined
}

export interface SelfSubjectRulesReviewSpec {
  readonly namespace?: string | undefined
}

export interface SubjectAccessReviewSpec {
  readonly extra?: Readonly<Record<string, readonly string[]>> | undefined
  readonly groups?: readonly string[] | undefined
  readonly nonResourceAttributes?: NonResourceAttributes | undefined
  readonly resourceAttributes?: ResourceAttributes | undefined
  readonly uid?: string | undefined
  readonly user?: string | undefined
}

export interface SubjectAccessReviewStatus {
  readonly allowed: boolean
  readonly denied?: boolean | undefined
  readonly evaluationError?: string | undefined
  readonly reason?: string | undefined
}

export interface SubjectRulesReviewStatus {
  readonly evaluationError?: string | undefined
  readonly incomplete: boolean
  readonly nonResourceRules: readonly NonResourceRule[]
  readonly resourceRules: readonly ResourceRule[]
}
