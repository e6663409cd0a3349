// Made by `npm run generate:kubernetes`; edits are lost.
import type { StructuralSchema } from '@kubewright/resource'
import { ObjectMeta, Time } from '../meta/v1.ts'

export const ServiceReference: StructuralSchema = {
  type: 'object',
  properties: { name: { type: 'string' }, namespace: { type: 'string' }, port: { type: 'integer', format: 'int32' } },
}

export const APIServiceSpec: StructuralSchema = {
  type: 'object',
  required: ['groupPriorityMinimum', 'versionPriority'],
  properties: {
    caBundle: { type: 'string', format: 'byte' },
    group: { type: 'string' },
    groupPriorityMinimum: { type: 'integer', format: 'int32' },
    insecureSkipTLSVerify: { type: 'boolean' },
    service: ServiceReference,
    version: { type: 'string' },
    versionPriority: { type: 'integer', format: 'int32' },
  },
}

export const APIServiceCondition: StructuralSchema = {
  type: 'object',
  required: ['status', 'type'],
  properties: {
    lastTransitionTime: Time,
    message: { type: 'string' },
    reason: { type: 'string' },
    status: { type: 'string' },
    type: { type: 'string' },
  },
}

export const APIServiceStatus: StructuralSchema = {
  type: 'object',
  properties: {
    conditions: {
      type: 'array',
      'x-kubernetes-list-type': 'map',
      'x-kubernetes-list-map-keys': ['type'],
      items: APIServiceCondition,
    },
  },
}

export const APIService: StructuralSchema = {
  type: 'object',
  required: ['spec'],
  properties: {
    apiVersion: { type: 'string' },
    kind: { type: 'string' },
    metadata: ObjectMeta,
    spec: APIServiceSpec,
    status: APIServiceStatus,
  },
}
