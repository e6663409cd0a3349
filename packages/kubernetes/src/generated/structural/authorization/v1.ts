// Made by `npm run generate:kubernetes`; edits are lost.
import type { StructuralSchema } from '@kubewright/resource'
import { FieldSelectorRequirement, LabelSelectorRequirement, ObjectMeta } from '../meta/v1.ts'

export const FieldSelectorAttributes: StructuralSchema = {
  type: 'object',
  properties: {
    rawSelector: { type: 'string' },
    requirements: { type: 'array', 'x-kubernetes-list-type': 'atomic', items: FieldSelectorRequirement },
  },
}

export const LabelSelectorAttributes: StructuralSchema = {
  type: 'object',
  properties: {
    rawSelector: { type: 'string' },
    requirements: { type: 'array', 'x-kubernetes-list-type': 'atomic', items: LabelSelectorRequirement },
  },
}

export const NonResourceAttributes: StructuralSchema = {
  type: 'object',
  properties: { path: { type: 'string' }, verb: { type: 'string' } },
}

export const ResourceAttributes: StructuralSchema = {
  type: 'object',
  properties: {
    fieldSelector: FieldSelectorAttributes,
    group: { type: 'string' },
    labelSelector: LabelSelectorAttributes,
    name: { type: 'string' },
    namespace: { type: 'string' },
    resource: { type: 'string' },
    subresource: { type: 'string' },
    verb: { type: 'string' },
    version: { type: 'string' },
  },
}

export const SubjectAccessReviewSpec: StructuralSchema = {
  type: 'object',
  properties: {
    extra: { type: 'object', additionalProperties: { type: 'array', items: { type: 'string' } } },
    groups: { type: 'array', 'x-kubernetes-list-type': 'atomic', items: { type: 'string' } },
    nonResourceAttributes: NonResourceAttributes,
    resourceAttributes: ResourceAttributes,
    uid: { type: 'string' },
    user: { type: 'string' },
  },
}

export const SubjectAccessReviewStatus: StructuralSchema = {
  type: 'object',
  required: ['allowed'],
  properties: {
    allowed: { type: 'boolean' },
    denied: { type: 'boolean' },
    evaluationError: { type: 'string' },
    reason: { type: 'string' },
  },
}

export const LocalSubjectAccessReview: StructuralSchema = {
  type: 'object',
  required: ['spec', 'status'],
  properties: {
    apiVersion: { type: 'string' },
    kind: { type: 'string' },
    metadata: ObjectMeta,
    spec: SubjectAccessReviewSpec,
    status: SubjectAccessReviewStatus,
  },
}

export const NonResourceRule: StructuralSchema = {
  type: 'object',
  required: ['verbs'],
  properties: {
    nonResourceURLs: { type: 'array', 'x-kubernetes-list-type': 'atomic', items: { type: 'string' } },
    verbs: { type: 'array', 'x-kubernetes-list-type': 'atomic', items: { type: 'string' } },
  },
}

export const ResourceRule: StructuralSchema = {
  type: 'object',
  required: ['verbs'],
  properties: {
    apiGroups: { type: 'array', 'x-kubernetes-list-type': 'atomic', items: { type: 'string' } },
    resourceNames: { type: 'array', 'x-kubernetes-list-type': 'atomic', items: { type: 'string' } },
    resources: { type: 'array', 'x-kubernetes-list-type': 'atomic', items: { type: 'string' } },
    verbs: { type: 'array', 'x-kubernetes-list-type': 'atomic', items: { type: 'string' } },
  },
}

export const SelfSubjectAccessReviewSpec: StructuralSchema = {
  type: 'object',
  properties: { nonResourceAttributes: NonResourceAttributes, resourceAttributes: ResourceAttributes },
}

export const SelfSubjectAccessReview: StructuralSchema = {
  type: 'object',
  required: ['spec', 'status'],
  properties: {
    apiVersion: { type: 'string' },
    kind: { type: 'string' },
    metadata: ObjectMeta,
    spec: SelfSubjectAccessReviewSpec,
    status: SubjectAccessReviewStatus,
  },
}

export const SelfSubjectRulesReviewSpec: StructuralSchema = {
  type: 'object',
  properties: { namespace: { type: 'string' } },
}

export const SubjectRulesReviewStatus: StructuralSchema = {
  type: 'object',
  required: ['incomplete', 'nonResourceRules', 'resourceRules'],
  properties: {
    evaluationError: { type: 'string' },
    incomplete: { type: 'boolean' },
    nonResourceRules: { type: 'array', 'x-kubernetes-list-type': 'atomic', items: NonResourceRule },
    resourceRules: { type: 'array', 'x-kubernetes-list-type': 'atomic', items: ResourceRule },
  },
}

export const SelfSubjectRulesReview: StructuralSchema = {
  type: 'object',
  required: ['spec', 'status'],
  properties: {
    apiVersion: { type: 'string' },
    kind: { type: 'string' },
    metadata: ObjectMeta,
    spec: SelfSubjectRulesReviewSpec,
    status: SubjectRulesReviewStatus,
  },
}

export const SubjectAccessReview: StructuralSchema = {
  type: 'object',
  required: ['spec', 'status'],
  properties: {
    apiVersion: { type: 'string' },
    kind: { type: 'string' },
    metadata: ObjectMeta,
    spec: SubjectAccessReviewSpec,
    status: SubjectAccessReviewStatus,
  },
}
