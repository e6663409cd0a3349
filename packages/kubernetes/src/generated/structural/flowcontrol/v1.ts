// Made by `npm run generate:kubernetes`; edits are lost.
import type { StructuralSchema } from '@kubewright/resource'
import { ObjectMeta, Time } from '../meta/v1.ts'

export const ExemptPriorityLevelConfiguration: StructuralSchema = {
  type: 'object',
  properties: {
    lendablePercent: { type: 'integer', format: 'int32' },
    nominalConcurrencyShares: { type: 'integer', format: 'int32' },
  },
}

export const FlowDistinguisherMethod: StructuralSchema = {
  type: 'object',
  required: ['type'],
  properties: { type: { type: 'string' } },
}

export const PriorityLevelConfigurationReference: StructuralSchema = {
  type: 'object',
  required: ['name'],
  properties: { name: { type: 'string' } },
}

export const NonResourcePolicyRule: StructuralSchema = {
  type: 'object',
  required: ['nonResourceURLs', 'verbs'],
  properties: {
    nonResourceURLs: { type: 'array', 'x-kubernetes-list-type': 'set', items: { type: 'string' } },
    verbs: { type: 'array', 'x-kubernetes-list-type': 'set', items: { type: 'string' } },
  },
}

export const ResourcePolicyRule: StructuralSchema = {
  type: 'object',
  required: ['apiGroups', 'resources', 'verbs'],
  properties: {
    apiGroups: { type: 'array', 'x-kubernetes-list-type': 'set', items: { type: 'string' } },
    clusterScope: { type: 'boolean' },
    namespaces: { type: 'array', 'x-kubernetes-list-type': 'set', items: { type: 'string' } },
    resources: { type: 'array', 'x-kubernetes-list-type': 'set', items: { type: 'string' } },
    verbs: { type: 'array', 'x-kubernetes-list-type': 'set', items: { type: 'string' } },
  },
}

export const GroupSubject: StructuralSchema = {
  type: 'object',
  required: ['name'],
  properties: { name: { type: 'string' } },
}

export const ServiceAccountSubject: StructuralSchema = {
  type: 'object',
  required: ['name', 'namespace'],
  properties: { name: { type: 'string' }, namespace: { type: 'string' } },
}

export const UserSubject: StructuralSchema = {
  type: 'object',
  required: ['name'],
  properties: { name: { type: 'string' } },
}

export const Subject: StructuralSchema = {
  type: 'object',
  required: ['kind'],
  properties: {
    group: GroupSubject,
    kind: { type: 'string' },
    serviceAccount: ServiceAccountSubject,
    user: UserSubject,
  },
}

export const PolicyRulesWithSubjects: StructuralSchema = {
  type: 'object',
  required: ['subjects'],
  properties: {
    nonResourceRules: { type: 'array', 'x-kubernetes-list-type': 'atomic', items: NonResourcePolicyRule },
    resourceRules: { type: 'array', 'x-kubernetes-list-type': 'atomic', items: ResourcePolicyRule },
    subjects: { type: 'array', 'x-kubernetes-list-type': 'atomic', items: Subject },
  },
}

export const FlowSchemaSpec: StructuralSchema = {
  type: 'object',
  required: ['priorityLevelConfiguration'],
  properties: {
    distinguisherMethod: FlowDistinguisherMethod,
    matchingPrecedence: { type: 'integer', format: 'int32' },
    priorityLevelConfiguration: PriorityLevelConfigurationReference,
    rules: { type: 'array', 'x-kubernetes-list-type': 'atomic', items: PolicyRulesWithSubjects },
  },
}

export const FlowSchemaCondition: StructuralSchema = {
  type: 'object',
  properties: {
    lastTransitionTime: Time,
    message: { type: 'string' },
    reason: { type: 'string' },
    status: { type: 'string' },
    type: { type: 'string' },
  },
}

export const FlowSchemaStatus: StructuralSchema = {
  type: 'object',
  properties: { conditions: { type: 'array', 'x-kubernetes-list-type': 'atomic', items: FlowSchemaCondition } },
}

export const FlowSchema: StructuralSchema = {
  type: 'object',
  required: ['spec'],
  properties: {
    apiVersion: { type: 'string' },
    kind: { type: 'string' },
    metadata: ObjectMeta,
    spec: FlowSchemaSpec,
    status: FlowSchemaStatus,
  },
}

export const QueuingConfiguration: StructuralSchema = {
  type: 'object',
  properties: {
    handSize: { type: 'integer', format: 'int32' },
    queueLengthLimit: { type: 'integer', format: 'int32' },
    queues: { type: 'integer', format: 'int32' },
  },
}

export const LimitResponse: StructuralSchema = {
  type: 'object',
  required: ['type'],
  properties: { queuing: QueuingConfiguration, type: { type: 'string' } },
}

export const LimitedPriorityLevelConfiguration: StructuralSchema = {
  type: 'object',
  required: ['limitResponse'],
  properties: {
    borrowingLimitPercent: { type: 'integer', format: 'int32' },
    lendablePercent: { type: 'integer', format: 'int32' },
    limitResponse: LimitResponse,
    nominalConcurrencyShares: { type: 'integer', format: 'int32' },
  },
}

export const PriorityLevelConfigurationSpec: StructuralSchema = {
  type: 'object',
  required: ['type'],
  properties: {
    exempt: ExemptPriorityLevelConfiguration,
    limited: LimitedPriorityLevelConfiguration,
    type: { type: 'string' },
  },
}

export const PriorityLevelConfigurationCondition: StructuralSchema = {
  type: 'object',
  properties: {
    lastTransitionTime: Time,
    message: { type: 'string' },
    reason: { type: 'string' },
    status: { type: 'string' },
    type: { type: 'string' },
  },
}

export const PriorityLevelConfigurationStatus: StructuralSchema = {
  type: 'object',
  properties: {
    conditions: { type: 'array', 'x-kubernetes-list-type': 'atomic', items: PriorityLevelConfigurationCondition },
  },
}

export const PriorityLevelConfiguration: StructuralSchema = {
  type: 'object',
  required: ['spec'],
  properties: {
    apiVersion: { type: 'string' },
    kind: { type: 'string' },
    metadata: ObjectMeta,
    spec: PriorityLevelConfigurationSpec,
    status: PriorityLevelConfigurationStatus,
  },
}
