// Made by `npm run generate:kubernetes`; edits are lost.
import type { Definitions } from '../../../schema.ts'

export const definitions: Definitions = {
  'rbac/v1.AggregationRule': {
    type: 'object',
    properties: {
      clusterRoleSelectors: {
        type: 'array',
        'x-kubernetes-list-type': 'atomic',
        items: { $ref: 'meta/v1.LabelSelector', default: {} },
      },
    },
  },
  'rbac/v1.ClusterRole': {
    type: 'object',
    properties: {
      aggregationRule: { $ref: 'rbac/v1.AggregationRule' },
      apiVersion: { type: 'string' },
      kind: { type: 'string' },
      metadata: { $ref: 'meta/v1.ObjectMeta', default: {} },
      rules: { type: 'array', 'x-kubernetes-list-type': 'atomic', items: { $ref: 'rbac/v1.PolicyRule', default: {} } },
    },
  },
  'rbac/v1.ClusterRoleBinding': {
    type: 'object',
    required: ['roleRef'],
    properties: {
      apiVersion: { type: 'string' },
      kind: { type: 'string' },
      metadata: { $ref: 'meta/v1.ObjectMeta', default: {} },
      roleRef: { $ref: 'rbac/v1.RoleRef', default: {} },
      subjects: { type: 'array', 'x-kubernetes-list-type': 'atomic', items: { $ref: 'rbac/v1.Subject', default: {} } },
    },
  },
  'rbac/v1.PolicyRule': {
    type: 'object',
    required: ['verbs'],
    properties: {
      apiGroups: { type: 'array', 'x-kubernetes-list-type': 'atomic', items: { type: 'string', default: '' } },
      nonResourceURLs: { type: 'array', 'x-kubernetes-list-type': 'atomic', items: { type: 'string', default: '' } },
      resourceNames: { type: 'array', 'x-kubernetes-list-type': 'atomic', items: { type: 'string', default: '' } },
      resources: { type: 'array', 'x-kubernetes-list-type': 'atomic', items: { type: 'string', default: '' } },
      verbs: { type: 'array', 'x-kubernetes-list-type': 'atomic', items: { type: 'string', default: '' } },
    },
  },
  'rbac/v1.Role': {
    type: 'object',
    properties: {
      apiVersion: { type: 'string' },
      kind: { type: 'string' },
      metadata: { $ref: 'meta/v1.ObjectMeta', default: {} },
      rules: { type: 'array', 'x-kubernetes-list-type': 'atomic', items: { $ref: 'rbac/v1.PolicyRule', default: {} } },
    },
  },
  'rbac/v1.RoleBinding': {
    type: 'object',
    required: ['roleRef'],
    properties: {
      apiVersion: { type: 'string' },
      kind: { type: 'string' },
      metadata: { $ref: 'meta/v1.ObjectMeta', default: {} },
      roleRef: { $ref: 'rbac/v1.RoleRef', default: {} },
      subjects: { type: 'array', 'x-kubernetes-list-type': 'atomic', items: { $ref: 'rbac/v1.Subject', default: {} } },
    },
  },
  'rbac/v1.RoleRef': {
    type: 'object',
    required: ['kind', 'name'],
    'x-kubernetes-map-type': 'atomic',
    properties: {
      apiGroup: { type: 'string', default: '' },
      kind: { type: 'string', default: '' },
      name: { type: 'string', default: '' },
    },
  },
  'rbac/v1.Subject': {
    type: 'object',
    required: ['kind', 'name'],
    'x-kubernetes-map-type': 'atomic',
    properties: {
      apiGroup: { type: 'string' },
      kind: { type: 'string', default: '' },
      name: { type: 'string', default: '' },
      namespace: { type: 'string' },
    },
  },
}
