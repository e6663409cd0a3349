// Made by `npm run generate:kubernetes`; edits are lost.
import type { Definitions } from '../../../schema.ts'

export const definitions: Definitions = {
  'apiregistration/v1.APIService': {
    type: 'object',
    properties: {
      apiVersion: { type: 'string' },
      kind: { type: 'string' },
      metadata: { $ref: 'meta/v1.ObjectMeta', default: {} },
      spec: { $ref: 'apiregistration/v1.APIServiceSpec', default: {} },
      status: { $ref: 'apiregistration/v1.APIServiceStatus', default: {} },
    },
  },
  'apiregistration/v1.APIServiceCondition': {
    type: 'object',
    required: ['type', 'status'],
    properties: {
      lastTransitionTime: { $ref: 'meta/v1.Time' },
      message: { type: 'string' },
      reason: { type: 'string' },
      status: { type: 'string', default: '' },
      type: { type: 'string', default: '' },
    },
  },
  'apiregistration/v1.APIServiceSpec': {
    type: 'object',
    required: ['groupPriorityMinimum', 'versionPriority'],
    properties: {
      caBundle: { type: 'string', format: 'byte', 'x-kubernetes-list-type': 'atomic' },
      group: { type: 'string' },
      groupPriorityMinimum: { type: 'integer', format: 'int32', default: 0 },
      insecureSkipTLSVerify: { type: 'boolean' },
      service: { $ref: 'apiregistration/v1.ServiceReference' },
      version: { type: 'string' },
      versionPriority: { type: 'integer', format: 'int32', default: 0 },
    },
  },
  'apiregistration/v1.APIServiceStatus': {
    type: 'object',
    properties: {
      conditions: {
        type: 'array',
        'x-kubernetes-list-map-keys': ['type'],
        'x-kubernetes-list-type': 'map',
        'x-kubernetes-patch-merge-key': 'type',
        'x-kubernetes-patch-strategy': 'merge',
        items: { $ref: 'apiregistration/v1.APIServiceCondition', default: {} },
      },
    },
  },
  'apiregistration/v1.ServiceReference': {
    type: 'object',
    properties: { name: { type: 'string' }, namespace: { type: 'string' }, port: { type: 'integer', format: 'int32' } },
  },
}
