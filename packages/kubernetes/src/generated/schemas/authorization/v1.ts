// Made by `npm run generate:kubernetes`; edits are lost.
import type { Definitions } from '../../../schema.ts'

export const definitions: Definitions = {
  'authorization/v1.FieldSelectorAttributes': {
    type: 'object',
    properties: {
      rawSelector: { type: 'string' },
      requirements: {
        type: 'array',
        'x-kubernetes-list-type': 'atomic',
        items: { $ref: 'meta/v1.FieldSelectorRequirement', default: {} },
      },
    },
  },
  'authorization/v1.LabelSelectorAttributes': {
    type: 'object',
    properties: {
      rawSelector: { type: 'string' },
      requirements: {
        type: 'array',
        'x-kubernetes-list-type': 'atomic',
        items: { $ref: 'meta/v1.LabelSelectorRequirement', default: {} },
      },
    },
  },
  'authorization/v1.LocalSubjectAccessReview': {
    type: 'object',
    required: ['spec'],
    properties: {
      apiVersion: { type: 'string' },
      kind: { type: 'string' },
      metadata: { $ref: 'meta/v1.ObjectMeta', default: {} },
      spec: { $ref: 'authorization/v1.SubjectAccessReviewSpec', default: {} },
      status: { $ref: 'authorization/v1.SubjectAccessReviewStatus', default: {} },
    },
  },
  'authorization/v1.NonResourceAttributes': {
    type: 'object',
    properties: { path: { type: 'string' }, verb: { type: 'string' } },
  },
  'authorization/v1.NonResourceRule': {
    type: 'object',
    required: ['verbs'],
    properties: {
      nonResourceURLs: { type: 'array', 'x-kubernetes-list-type': 'atomic', items: { type: 'string', default: '' } },
      verbs: { type: 'array', 'x-kubernetes-list-type': 'atomic', items: { type: 'string', default: '' } },
    },
  },
  'authorization/v1.ResourceAttributes': {
    type: 'object',
    properties: {
      fieldSelector: { $ref: 'authorization/v1.FieldSelectorAttributes' },
      group: { type: 'string' },
      labelSelector: { $ref: 'authorization/v1.LabelSelectorAttributes' },
      name: { type: 'string' },
      namespace: { type: 'string' },
      resource: { type: 'string' },
      subresource: { type: 'string' },
      verb: { type: 'string' },
      version: { type: 'string' },
    },
  },
  'authorization/v1.ResourceRule': {
    type: 'object',
    required: ['verbs'],
    properties: {
      apiGroups: { type: 'array', 'x-kubernetes-list-type': 'atomic', items: { type: 'string', default: '' } },
      resourceNames: { type: 'array', 'x-kubernetes-list-type': 'atomic', items: { type: 'string', default: '' } },
      resources: { type: 'array', 'x-kubernetes-list-type': 'atomic', items: { type: 'string', default: '' } },
      verbs: { type: 'array', 'x-kubernetes-list-type': 'atomic', items: { type: 'string', default: '' } },
    },
  },
  'authorization/v1.SelfSubjectAccessReview': {
    type: 'object',
    required: ['spec'],
    properties: {
      apiVersion: { type: 'string' },
      kind: { type: 'string' },
      metadata: { $ref: 'meta/v1.ObjectMeta', default: {} },
      spec: { $ref: 'authorization/v1.SelfSubjectAccessReviewSpec', default: {} },
      status: { $ref: 'authorization/v1.SubjectAccessReviewStatus', default: {} },
    },
  },
  'authorization/v1.SelfSubjectAccessReviewSpec': {
    type: 'object',
    properties: {
      nonResourceAttributes: { $ref: 'authorization/v1.NonResourceAttributes' },
      resourceAttributes: { $ref: 'authorization/v1.ResourceAttributes' },
    },
  },
  'authorization/v1.SelfSubjectRulesReview': {
    type: 'object',
    required: ['spec'],
    properties: {
      apiVersion: { type: 'string' },
      kind: { type: 'string' },
      metadata: { $ref: 'meta/v1.ObjectMeta', default: {} },
      spec: { $ref: 'authorization/v1.SelfSubjectRulesReviewSpec', default: {} },
      status: { $ref: 'authorization/v1.SubjectRulesReviewStatus', default: {} },
    },
  },
  'authorization/v1.SelfSubjectRulesReviewSpec': { type: 'object', properties: { namespace: { type: 'string' } } },
  'authorization/v1.SubjectAccessReview': {
    type: 'object',
    required: ['spec'],
    properties: {
      apiVersion: { type: 'string' },
      kind: { type: 'string' },
      metadata: { $ref: 'meta/v1.ObjectMeta', default: {} },
      spec: { $ref: 'authorization/v1.SubjectAccessReviewSpec', default: {} },
      status: { $ref: 'authorization/v1.SubjectAccessReviewStatus', default: {} },
    },
  },
  'authorization/v1.SubjectAccessReviewSpec': {
    type: 'object',
    properties: {
      extra: { type: 'object', additionalProperties: { type: 'array', items: { type: 'string', default: '' } } },
      groups: { type: 'array', 'x-kubernetes-list-type': 'atomic', items: { type: 'string', default: '' } },
      nonResourceAttributes: { $ref: 'authorization/v1.NonResourceAttributes' },
      resourceAttributes: { $ref: 'authorization/v1.ResourceAttributes' },
      uid: { type: 'string' },
      user: { type: 'string' },
    },
  },
  'authorization/v1.SubjectAccessReviewStatus': {
    type: 'object',
    required: ['allowed'],
    properties: {
      allowed: { type: 'boolean', default: false },
      denied: { type: 'boolean' },
      evaluationError: { type: 'string' },
      reason: { type: 'string' },
    },
  },
  'authorization/v1.SubjectRulesReviewStatus': {
    type: 'object',
    required: ['resourceRules', 'nonResourceRules', 'incomplete'],
    properties: {
      evaluationError: { type: 'string' },
      incomplete: { type: 'boolean', default: false },
      nonResourceRules: {
        type: 'array',
        'x-kubernetes-list-type': 'atomic',
        items: { $ref: 'authorization/v1.NonResourceRule', default: {} },
      },
      resourceRules: {
        type: 'array',
        'x-kubernetes-list-type': 'atomic',
        items: { $ref: 'authorization/v1.ResourceRule', default: {} },
      },
    },
  },
}
