// Made by `npm run generate:kubernetes`; edits are lost.
import type { StructuralSchema } from '@kubewright/resource'
import { LabelSelector, ObjectMeta } from '../meta/v1.ts'

export const AggregationRule: StructuralSchema = {
  type: 'object',
  properties: { clusterRoleSelectors: { type: 'array', 'x-kubernetes-list-type': 'atomic', items: LabelSelector } },
}

export const PolicyRule: StructuralSchema = {
  type: 'object',
  required: ['verbs'],
  properties: {
    apiGroups: { type: 'array', 'x-kubernetes-list-type': 'atomic', items: { type: 'string' } },
    nonResourceURLs: { type: 'array', 'x-kubernetes-list-type': 'atomic', items: { type: 'string' } },
    resourceNames: { type: 'array', 'x-kubernetes-list-type': 'atomic', items: { type: 'string' } },
    resources: { type: 'array', 'x-kubernetes-list-type': 'atomic', items: { type: 'string' } },
    verbs: { type: 'array', 'x-kubernetes-list-type': 'atomic', items: { type: 'string' } },
  },
}

export const ClusterRole: StructuralSchema = {
  type: 'object',
  properties: {
    aggregationRule: AggregationRule,
    apiVersion: { type: 'string' },
    kind: { type: 'string' },
    metadata: ObjectMeta,
    rules: { type: 'array', 'x-kubernetes-list-type': 'atomic', items: PolicyRule },
  },
}

export const RoleRef: StructuralSchema = {
  type: 'object',
  required: ['kind', 'name'],
  'x-kubernetes-map-type': 'atomic',
  properties: { apiGroup: { type: 'string' }, kind: { type: 'string' }, name: { type: 'string' } },
}

export const Subject: StructuralSchema = {
  type: 'object',
  required: ['kind', 'name'],
  'x-kubernetes-map-type': 'atomic',
  properties: {
    apiGroup: { type: 'string' },
    kind: { type: 'string' },
    name: { type: 'string' },
    namespace: { type: 'string' },
  },
}

export const ClusterRoleBinding: StructuralSchema = {
  type: 'object',
  required: ['roleRef'],
  properties: {
    apiVersion: { type: 'string' },
    kind: { type: 'string' },
    metadata: ObjectMeta,
    roleRef: RoleRef,
    subjects: { type: 'array', 'x-kubernetes-list-type': 'atomic', items: Subject },
  },
}

export const Role: StructuralSchema = {
  type: 'object',
  properties: {
    apiVersion: { type: 'string' },
    kind: { type: 'string' },
    metadata: ObjectMeta,
    rules: { type: 'array', 'x-kubernetes-list-type': 'atomic', items: PolicyRule },
  },
}

export const RoleBinding: StructuralSchema = {
  type: 'object',
  required: ['roleRef'],
  properties: {
    apiVersion: { type: 'string' },
    kind: { type: 'string' },
    metadata: ObjectMeta,
    roleRef: RoleRef,
    subjects: { type: 'array', 'x-kubernetes-list-type': 'atomic', items: Subject },
  },
}
