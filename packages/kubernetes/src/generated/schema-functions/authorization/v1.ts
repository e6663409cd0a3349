// Made by `npm run generate:kubernetes`; edits are lost.
import { type StructuralType, structural } from '@kubewright/resource'
import type {
  FieldSelectorAttributes,
  LabelSelectorAttributes,
  LocalSubjectAccessReviewInput,
  NonResourceAttributes,
  NonResourceRule,
  ResourceAttributes,
  ResourceRule,
  SelfSubjectAccessReviewInput,
  SelfSubjectAccessReviewSpec,
  SelfSubjectRulesReviewInput,
  SelfSubjectRulesReviewSpec,
  SubjectAccessReviewInput,
  SubjectAccessReviewSpec,
  SubjectAccessReviewStatus,
  SubjectRulesReviewStatus,
} from '../../authorization/v1.ts'
import * as schemas from '../../structural/authorization/v1.ts'

export const fieldSelectorAttributes = (): StructuralType<FieldSelectorAttributes> =>
  structural(schemas.FieldSelectorAttributes)

export const labelSelectorAttributes = (): StructuralType<LabelSelectorAttributes> =>
  structural(schemas.LabelSelectorAttributes)

export const localSubjectAccessReview = (): StructuralType<LocalSubjectAccessReviewInput> =>
  structural(schemas.LocalSubjectAccessReview)

export const nonResourceAttributes = (): StructuralType<NonResourceAttributes> =>
  structural(schemas.NonResourceAttributes)

export const nonResourceRule = (): StructuralType<NonResourceRule> => structural(schemas.NonResourceRule)

export const resourceAttributes = (): StructuralType<ResourceAttributes> => structural(schemas.ResourceAttributes)

export const resourceRule = (): StructuralType<ResourceRule> => structural(schemas.ResourceRule)

export const selfSubjectAccessReview = (): StructuralType<SelfSubjectAccessReviewInput> =>
  structural(schemas.SelfSubjectAccessReview)

export const selfSubjectAccessReviewSpec = (): StructuralType<SelfSubjectAccessReviewSpec> =>
  structural(schemas.SelfSubjectAccessReviewSpec)

export const selfSubjectRulesReview = (): StructuralType<SelfSubjectRulesReviewInput> =>
  structural(schemas.SelfSubjectRulesReview)

export const selfSubjectRulesReviewSpec = (): StructuralType<SelfSubjectRulesReviewSpec> =>
  structural(schemas.SelfSubjectRulesReviewSpec)

export const subjectAccessReview = (): StructuralType<SubjectAccessReviewInput> =>
  structural(schemas.SubjectAccessReview)

export const subjectAccessReviewSpec = (): StructuralType<SubjectAccessReviewSpec> =>
  structural(schemas.SubjectAccessReviewSpec)

export const subjectAccessReviewStatus = (): StructuralType<SubjectAccessReviewStatus> =>
  structural(schemas.SubjectAccessReviewStatus)

export const subjectRulesReviewStatus = (): StructuralType<SubjectRulesReviewStatus> =>
  structural(schemas.SubjectRulesReviewStatus)
