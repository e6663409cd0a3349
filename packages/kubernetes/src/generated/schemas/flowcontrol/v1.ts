// Made by `npm run generate:kubernetes`; edits are lost.
import type { Definitions } from '../../../schema.ts'

export const definitions: Definitions = {
  'flowcontrol/v1.ExemptPriorityLevelConfiguration': {
    type: 'object',
    properties: {
      lendablePercent: { type: 'integer', format: 'int32' },
      nominalConcurrencyShares: { type: 'integer', format: 'int32' },
    },
  },
  'flowcontrol/v1.FlowDistinguisherMethod': {
    type: 'object',
    required: ['type'],
    properties: { type: { type: 'string', default: '' } },
  },
  'flowcontrol/v1.FlowSchema': {
    type: 'object',
    properties: {
      apiVersion: { type: 'string' },
      kind: { type: 'string' },
      metadata: { $ref: 'meta/v1.ObjectMeta', default: {} },
      spec: { $ref: 'flowcontrol/v1.FlowSchemaSpec', default: {} },
      status: { $ref: 'flowcontrol/v1.FlowSchemaStatus', default: {} },
    },
  },
  'flowcontrol/v1.FlowSchemaCondition': {
    type: 'object',
    properties: {
      lastTransitionTime: { $ref: 'meta/v1.Time' },
      message: { type: 'string' },
      reason: { type: 'string' },
      status: { type: 'string' },
      type: { type: 'string' },
    },
  },
  'flowcontrol/v1.FlowSchemaSpec': {
    type: 'object',
    required: ['priorityLevelConfiguration'],
    properties: {
      distinguisherMethod: { $ref: 'flowcontrol/v1.FlowDistinguisherMethod' },
      matchingPrecedence: { type: 'integer', format: 'int32', default: 0 },
      priorityLevelConfiguration: { $ref: 'flowcontrol/v1.PriorityLevelConfigurationReference', default: {} },
      rules: {
        type: 'array',
        'x-kubernetes-list-type': 'atomic',
        items: { $ref: 'flowcontrol/v1.PolicyRulesWithSubjects', default: {} },
      },
    },
  },
  'flowcontrol/v1.FlowSchemaStatus': {
    type: 'object',
    properties: {
      conditions: {
        type: 'array',
        'x-kubernetes-list-map-keys': ['type'],
        'x-kubernetes-list-type': 'map',
        'x-kubernetes-patch-merge-key': 'type',
        'x-kubernetes-patch-strategy': 'merge',
        items: { $ref: 'flowcontrol/v1.FlowSchemaCondition', default: {} },
      },
    },
  },
  'flowcontrol/v1.GroupSubject': {
    type: 'object',
    required: ['name'],
    properties: { name: { type: 'string', default: '' } },
  },
  'flowcontrol/v1.LimitResponse': {
    type: 'object',
    required: ['type'],
    'x-kubernetes-unions': [{ discriminator: 'type', 'fields-to-discriminateBy': { queuing: 'Queuing' } }],
    properties: { queuing: { $ref: 'flowcontrol/v1.QueuingConfiguration' }, type: { type: 'string', default: '' } },
  },
  'flowcontrol/v1.LimitedPriorityLevelConfiguration': {
    type: 'object',
    properties: {
      borrowingLimitPercent: { type: 'integer', format: 'int32' },
      lendablePercent: { type: 'integer', format: 'int32' },
      limitResponse: { $ref: 'flowcontrol/v1.LimitResponse', default: {} },
      nominalConcurrencyShares: { type: 'integer', format: 'int32' },
    },
  },
  'flowcontrol/v1.NonResourcePolicyRule': {
    type: 'object',
    required: ['verbs', 'nonResourceURLs'],
    properties: {
      nonResourceURLs: { type: 'array', 'x-kubernetes-list-type': 'set', items: { type: 'string', default: '' } },
      verbs: { type: 'array', 'x-kubernetes-list-type': 'set', items: { type: 'string', default: '' } },
    },
  },
  'flowcontrol/v1.PolicyRulesWithSubjects': {
    type: 'object',
    required: ['subjects'],
    properties: {
      nonResourceRules: {
        type: 'array',
        'x-kubernetes-list-type': 'atomic',
        items: { $ref: 'flowcontrol/v1.NonResourcePolicyRule', default: {} },
      },
      resourceRules: {
        type: 'array',
        'x-kubernetes-list-type': 'atomic',
        items: { $ref: 'flowcontrol/v1.ResourcePolicyRule', default: {} },
      },
      subjects: {
        type: 'array',
        'x-kubernetes-list-type': 'atomic',
        items: { $ref: 'flowcontrol/v1.Subject', default: {} },
      },
    },
  },
  'flowcontrol/v1.PriorityLevelConfiguration': {
    type: 'object',
    properties: {
      apiVersion: { type: 'string' },
      kind: { type: 'string' },
      metadata: { $ref: 'meta/v1.ObjectMeta', default: {} },
      spec: { $ref: 'flowcontrol/v1.PriorityLevelConfigurationSpec', default: {} },
      status: { $ref: 'flowcontrol/v1.PriorityLevelConfigurationStatus', default: {} },
    },
  },
  'flowcontrol/v1.PriorityLevelConfigurationCondition': {
    type: 'object',
    properties: {
      lastTransitionTime: { $ref: 'meta/v1.Time' },
      message: { type: 'string' },
      reason: { type: 'string' },
      status: { type: 'string' },
      type: { type: 'string' },
    },
  },
  'flowcontrol/v1.PriorityLevelConfigurationReference': {
    type: 'object',
    required: ['name'],
    properties: { name: { type: 'string', default: '' } },
  },
  'flowcontrol/v1.PriorityLevelConfigurationSpec': {
    type: 'object',
    required: ['type'],
    'x-kubernetes-unions': [
      { discriminator: 'type', 'fields-to-discriminateBy': { exempt: 'Exempt', limited: 'Limited' } },
    ],
    properties: {
      exempt: { $ref: 'flowcontrol/v1.ExemptPriorityLevelConfiguration' },
      limited: { $ref: 'flowcontrol/v1.LimitedPriorityLevelConfiguration' },
      type: { type: 'string', default: '' },
    },
  },
  'flowcontrol/v1.PriorityLevelConfigurationStatus': {
    type: 'object',
    properties: {
      conditions: {
        type: 'array',
        'x-kubernetes-list-map-keys': ['type'],
        'x-kubernetes-list-type': 'map',
        'x-kubernetes-patch-merge-key': 'type',
        'x-kubernetes-patch-strategy': 'merge',
        items: { $ref: 'flowcontrol/v1.PriorityLevelConfigurationCondition', default: {} },
      },
    },
  },
  'flowcontrol/v1.QueuingConfiguration': {
    type: 'object',
    properties: {
      handSize: { type: 'integer', format: 'int32', default: 0 },
      queueLengthLimit: { type: 'integer', format: 'int32', default: 0 },
      queues: { type: 'integer', format: 'int32', default: 0 },
    },
  },
  'flowcontrol/v1.ResourcePolicyRule': {
    type: 'object',
    required: ['verbs', 'apiGroups', 'resources'],
    properties: {
      apiGroups: { type: 'array', 'x-kubernetes-list-type': 'set', items: { type: 'string', default: '' } },
      clusterScope: { type: 'boolean' },
      namespaces: { type: 'array', 'x-kubernetes-list-type': 'set', items: { type: 'string', default: '' } },
      resources: { type: 'array', 'x-kubernetes-list-type': 'set', items: { type: 'string', default: '' } },
      verbs: { type: 'array', 'x-kubernetes-list-type': 'set', items: { type: 'string', default: '' } },
    },
  },
  'flowcontrol/v1.ServiceAccountSubject': {
    type: 'object',
    required: ['namespace', 'name'],
    properties: { name: { type: 'string', default: '' }, namespace: { type: 'string', default: '' } },
  },
  'flowcontrol/v1.Subject': {
    type: 'object',
    required: ['kind'],
    'x-kubernetes-unions': [
      {
        discriminator: 'kind',
        'fields-to-discriminateBy': { group: 'Group', serviceAccount: 'ServiceAccount', user: 'User' },
      },
    ],
    properties: {
      group: { $ref: 'flowcontrol/v1.GroupSubject' },
      kind: { type: 'string', default: '' },
      serviceAccount: { $ref: 'flowcontrol/v1.ServiceAccountSubject' },
      user: { $ref: 'flowcontrol/v1.UserSubject' },
    },
  },
  'flowcontrol/v1.UserSubject': {
    type: 'object',
    required: ['name'],
    properties: { name: { type: 'string', default: '' } },
  },
}
