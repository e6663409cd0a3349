// Made by `npm run generate:kubernetes`; edits are lost.
import type { StructuralSchema } from '@kubewright/resource'
import { Time } from '../meta/v1.ts'

export const CustomResourceColumnDefinition: StructuralSchema = {
  type: 'object',
  required: ['jsonPath', 'name', 'type'],
  properties: {
    description: { type: 'string' },
    format: { type: 'string' },
    jsonPath: { type: 'string' },
    name: { type: 'string' },
    priority: { type: 'integer', format: 'int32' },
    type: { type: 'string' },
  },
}

export const ServiceReference: StructuralSchema = {
  type: 'object',
  required: ['name', 'namespace'],
  properties: {
    name: { type: 'string' },
    namespace: { type: 'string' },
    path: { type: 'string' },
    port: { type: 'integer', format: 'int32' },
  },
}

export const WebhookClientConfig: StructuralSchema = {
  type: 'object',
  properties: { caBundle: { type: 'string', format: 'byte' }, service: ServiceReference, url: { type: 'string' } },
}

export const WebhookConversion: StructuralSchema = {
  type: 'object',
  required: ['conversionReviewVersions'],
  properties: {
    clientConfig: WebhookClientConfig,
    conversionReviewVersions: { type: 'array', 'x-kubernetes-list-type': 'atomic', items: { type: 'string' } },
  },
}

export const CustomResourceConversion: StructuralSchema = {
  type: 'object',
  required: ['strategy'],
  properties: { strategy: { type: 'string' }, webhook: WebhookConversion },
}

export const CustomResourceDefinitionCondition: StructuralSchema = {
  type: 'object',
  required: ['status', 'type'],
  properties: {
    lastTransitionTime: Time,
    message: { type: 'string' },
    observedGeneration: { type: 'integer', format: 'int64' },
    reason: { type: 'string' },
    status: { type: 'string' },
    type: { type: 'string' },
  },
}

export const CustomResourceDefinitionNames: StructuralSchema = {
  type: 'object',
  required: ['kind', 'plural'],
  properties: {
    categories: { type: 'array', 'x-kubernetes-list-type': 'atomic', items: { type: 'string' } },
    kind: { type: 'string' },
    listKind: { type: 'string' },
    plural: { type: 'string' },
    shortNames: { type: 'array', 'x-kubernetes-list-type': 'atomic', items: { type: 'string' } },
    singular: { type: 'string' },
  },
}

export const CustomResourceDefinitionStatus: StructuralSchema = {
  type: 'object',
  required: ['acceptedNames'],
  properties: {
    acceptedNames: CustomResourceDefinitionNames,
    conditions: {
      type: 'array',
      'x-kubernetes-list-type': 'map',
      'x-kubernetes-list-map-keys': ['type'],
      items: CustomResourceDefinitionCondition,
    },
    observedGeneration: { type: 'integer', format: 'int64' },
    storedVersions: { type: 'array', 'x-kubernetes-list-type': 'atomic', items: { type: 'string' } },
  },
}

export const CustomResourceSubresourceScale: StructuralSchema = {
  type: 'object',
  required: ['specReplicasPath', 'statusReplicasPath'],
  properties: {
    labelSelectorPath: { type: 'string' },
    specReplicasPath: { type: 'string' },
    statusReplicasPath: { type: 'string' },
  },
}

export const CustomResourceSubresourceStatus: StructuralSchema = { type: 'object' }

export const CustomResourceSubresources: StructuralSchema = {
  type: 'object',
  properties: { scale: CustomResourceSubresourceScale, status: CustomResourceSubresourceStatus },
}

export const ExternalDocumentation: StructuralSchema = {
  type: 'object',
  properties: { description: { type: 'string' }, url: { type: 'string' } },
}

export const JSON: StructuralSchema = { 'x-kubernetes-preserve-unknown-fields': true }

export const JSONSchemaPropsOrArray: StructuralSchema = { 'x-kubernetes-preserve-unknown-fields': true }

export const JSONSchemaPropsOrBool: StructuralSchema = { 'x-kubernetes-preserve-unknown-fields': true }

export const JSONSchemaPropsOrStringArray: StructuralSchema = { 'x-kubernetes-preserve-unknown-fields': true }

export const SelectableField: StructuralSchema = {
  type: 'object',
  required: ['jsonPath'],
  properties: { jsonPath: { type: 'string' } },
}

export const ValidationRule: StructuralSchema = {
  type: 'object',
  required: ['rule'],
  properties: {
    fieldPath: { type: 'string' },
    message: { type: 'string' },
    messageExpression: { type: 'string' },
    optionalOldSelf: { type: 'boolean' },
    reason: {
      type: 'string',
      enum: ['FieldValueDuplicate', 'FieldValueForbidden', 'FieldValueInvalid', 'FieldValueRequired'],
    },
    rule: { type: 'string' },
  },
}
