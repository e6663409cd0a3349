// Made by `npm run generate:kubernetes`; edits are lost.
import type { StructuralSchema } from '@kubewright/resource'

export const LabelSelectorRequirement: StructuralSchema = {
  type: 'object',
  required: ['key', 'operator'],
  properties: {
    key: { type: 'string' },
    operator: { type: 'string' },
    values: { type: 'array', 'x-kubernetes-list-type': 'atomic', items: { type: 'string' } },
  },
}

export const LabelSelector: StructuralSchema = {
  type: 'object',
  'x-kubernetes-map-type': 'atomic',
  properties: {
    matchExpressions: { type: 'array', 'x-kubernetes-list-type': 'atomic', items: LabelSelectorRequirement },
    matchLabels: { type: 'object', additionalProperties: { type: 'string' } },
  },
}

export const ObjectMeta: StructuralSchema = {
  type: 'object',
  properties: {
    annotations: { type: 'object', additionalProperties: { type: 'string' } },
    finalizers: { type: 'array', items: { type: 'string' } },
    labels: { type: 'object', additionalProperties: { type: 'string' } },
    name: { type: 'string' },
    namespace: { type: 'string' },
  },
}

export const Time: StructuralSchema = { type: 'string', format: 'date-time' }

export const Condition: StructuralSchema = {
  type: 'object',
  required: ['lastTransitionTime', 'message', 'reason', 'status', 'type'],
  properties: {
    lastTransitionTime: Time,
    message: { type: 'string' },
    observedGeneration: { type: 'integer', format: 'int64' },
    reason: { type: 'string' },
    status: { type: 'string' },
    type: { type: 'string' },
  },
}

export const RawExtension: StructuralSchema = { type: 'object', 'x-kubernetes-preserve-unknown-fields': true }

export const Quantity: StructuralSchema = {
  anyOf: [{ type: 'integer' }, { type: 'string' }],
  'x-kubernetes-int-or-string': true,
  pattern: '^(\\+|-)?(([0-9]+(\\.[0-9]*)?)|(\\.[0-9]+))(([KMGTPE]i)|[numkMGTPE]|([eE](\\+|-)?(([0-9]+(\\.[0-9]*)?)|(\\.[0-9]+))))?$',
}

export const IntOrString: StructuralSchema = {
  anyOf: [{ type: 'integer' }, { type: 'string' }],
  'x-kubernetes-int-or-string': true,
}

export const FieldSelectorRequirement: StructuralSchema = {
  type: 'object',
  required: ['key', 'operator'],
  properties: {
    key: { type: 'string' },
    operator: { type: 'string' },
    values: { type: 'array', 'x-kubernetes-list-type': 'atomic', items: { type: 'string' } },
  },
}

export const MicroTime: StructuralSchema = { type: 'string', format: 'date-time' }

export const Preconditions: StructuralSchema = {
  type: 'object',
  properties: { resourceVersion: { type: 'string' }, uid: { type: 'string' } },
}

export const DeleteOptions: StructuralSchema = {
  type: 'object',
  properties: {
    apiVersion: { type: 'string' },
    dryRun: { type: 'array', 'x-kubernetes-list-type': 'atomic', items: { type: 'string' } },
    gracePeriodSeconds: { type: 'integer', format: 'int64' },
    ignoreStoreReadErrorWithClusterBreakingPotential: { type: 'boolean' },
    kind: { type: 'string' },
    orphanDependents: { type: 'boolean' },
    preconditions: Preconditions,
    propagationPolicy: { type: 'string' },
  },
}

export const OwnerReference: StructuralSchema = {
  type: 'object',
  required: ['apiVersion', 'kind', 'name', 'uid'],
  'x-kubernetes-map-type': 'atomic',
  properties: {
    apiVersion: { type: 'string' },
    blockOwnerDeletion: { type: 'boolean' },
    controller: { type: 'boolean' },
    kind: { type: 'string' },
    name: { type: 'string' },
    uid: { type: 'string' },
  },
}
