// Made by `npm run generate:kubernetes`; edits are lost.
import type { StructuralSchema } from '@kubewright/resource'
import { Condition, LabelSelector, ObjectMeta } from '../meta/v1.ts'

export const ApplyConfiguration: StructuralSchema = { type: 'object', properties: { expression: { type: 'string' } } }

export const AuditAnnotation: StructuralSchema = {
  type: 'object',
  required: ['key', 'valueExpression'],
  properties: { key: { type: 'string' }, valueExpression: { type: 'string' } },
}

export const ExpressionWarning: StructuralSchema = {
  type: 'object',
  required: ['fieldRef', 'warning'],
  properties: { fieldRef: { type: 'string' }, warning: { type: 'string' } },
}

export const JSONPatch: StructuralSchema = { type: 'object', properties: { expression: { type: 'string' } } }

export const MatchCondition: StructuralSchema = {
  type: 'object',
  required: ['expression', 'name'],
  properties: { expression: { type: 'string' }, name: { type: 'string' } },
}

export const NamedRuleWithOperations: StructuralSchema = {
  type: 'object',
  'x-kubernetes-map-type': 'atomic',
  properties: {
    apiGroups: { type: 'array', 'x-kubernetes-list-type': 'atomic', items: { type: 'string' } },
    apiVersions: { type: 'array', 'x-kubernetes-list-type': 'atomic', items: { type: 'string' } },
    operations: {
      type: 'array',
      'x-kubernetes-list-type': 'atomic',
      items: { type: 'string', enum: ['*', 'CONNECT', 'CREATE', 'DELETE', 'UPDATE'] },
    },
    resourceNames: { type: 'array', 'x-kubernetes-list-type': 'atomic', items: { type: 'string' } },
    resources: { type: 'array', 'x-kubernetes-list-type': 'atomic', items: { type: 'string' } },
    scope: { type: 'string', enum: ['*', 'Cluster', 'Namespaced'] },
  },
}

export const MatchResources: StructuralSchema = {
  type: 'object',
  'x-kubernetes-map-type': 'atomic',
  properties: {
    excludeResourceRules: { type: 'array', 'x-kubernetes-list-type': 'atomic', items: NamedRuleWithOperations },
    matchPolicy: { type: 'string', enum: ['Equivalent', 'Exact'] },
    namespaceSelector: LabelSelector,
    objectSelector: LabelSelector,
    resourceRules: { type: 'array', 'x-kubernetes-list-type': 'atomic', items: NamedRuleWithOperations },
  },
}

export const Mutation: StructuralSchema = {
  type: 'object',
  required: ['patchType'],
  properties: {
    applyConfiguration: ApplyConfiguration,
    jsonPatch: JSONPatch,
    patchType: { type: 'string', enum: ['ApplyConfiguration', 'JSONPatch'] },
  },
}

export const ParamKind: StructuralSchema = {
  type: 'object',
  'x-kubernetes-map-type': 'atomic',
  properties: { apiVersion: { type: 'string' }, kind: { type: 'string' } },
}

export const Variable: StructuralSchema = {
  type: 'object',
  required: ['expression', 'name'],
  'x-kubernetes-map-type': 'atomic',
  properties: { expression: { type: 'string' }, name: { type: 'string' } },
}

export const MutatingAdmissionPolicySpec: StructuralSchema = {
  type: 'object',
  properties: {
    failurePolicy: { type: 'string', enum: ['Fail', 'Ignore'] },
    matchConditions: {
      type: 'array',
      'x-kubernetes-list-type': 'map',
      'x-kubernetes-list-map-keys': ['name'],
      items: MatchCondition,
    },
    matchConstraints: MatchResources,
    mutations: { type: 'array', 'x-kubernetes-list-type': 'atomic', items: Mutation },
    paramKind: ParamKind,
    reinvocationPolicy: { type: 'string', enum: ['IfNeeded', 'Never'] },
    variables: { type: 'array', 'x-kubernetes-list-type': 'atomic', items: Variable },
  },
}

export const MutatingAdmissionPolicy: StructuralSchema = {
  type: 'object',
  properties: {
    apiVersion: { type: 'string' },
    kind: { type: 'string' },
    metadata: ObjectMeta,
    spec: MutatingAdmissionPolicySpec,
  },
}

export const ParamRef: StructuralSchema = {
  type: 'object',
  'x-kubernetes-map-type': 'atomic',
  properties: {
    name: { type: 'string' },
    namespace: { type: 'string' },
    parameterNotFoundAction: { type: 'string' },
    selector: LabelSelector,
  },
}

export const MutatingAdmissionPolicyBindingSpec: StructuralSchema = {
  type: 'object',
  properties: { matchResources: MatchResources, paramRef: ParamRef, policyName: { type: 'string' } },
}

export const MutatingAdmissionPolicyBinding: StructuralSchema = {
  type: 'object',
  properties: {
    apiVersion: { type: 'string' },
    kind: { type: 'string' },
    metadata: ObjectMeta,
    spec: MutatingAdmissionPolicyBindingSpec,
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

export const RuleWithOperations: StructuralSchema = {
  type: 'object',
  properties: {
    apiGroups: { type: 'array', 'x-kubernetes-list-type': 'atomic', items: { type: 'string' } },
    apiVersions: { type: 'array', 'x-kubernetes-list-type': 'atomic', items: { type: 'string' } },
    operations: {
      type: 'array',
      'x-kubernetes-list-type': 'atomic',
      items: { type: 'string', enum: ['*', 'CONNECT', 'CREATE', 'DELETE', 'UPDATE'] },
    },
    resources: { type: 'array', 'x-kubernetes-list-type': 'atomic', items: { type: 'string' } },
    scope: { type: 'string', enum: ['*', 'Cluster', 'Namespaced'] },
  },
}

export const MutatingWebhook: StructuralSchema = {
  type: 'object',
  required: ['admissionReviewVersions', 'clientConfig', 'name', 'sideEffects'],
  properties: {
    admissionReviewVersions: { type: 'array', 'x-kubernetes-list-type': 'atomic', items: { type: 'string' } },
    clientConfig: WebhookClientConfig,
    failurePolicy: { type: 'string', enum: ['Fail', 'Ignore'] },
    matchConditions: {
      type: 'array',
      'x-kubernetes-list-type': 'map',
      'x-kubernetes-list-map-keys': ['name'],
      items: MatchCondition,
    },
    matchPolicy: { type: 'string', enum: ['Equivalent', 'Exact'] },
    name: { type: 'string' },
    namespaceSelector: LabelSelector,
    objectSelector: LabelSelector,
    reinvocationPolicy: { type: 'string', enum: ['IfNeeded', 'Never'] },
    rules: { type: 'array', 'x-kubernetes-list-type': 'atomic', items: RuleWithOperations },
    sideEffects: { type: 'string', enum: ['None', 'NoneOnDryRun', 'Some', 'Unknown'] },
    timeoutSeconds: { type: 'integer', format: 'int32' },
  },
}

export const MutatingWebhookConfiguration: StructuralSchema = {
  type: 'object',
  properties: {
    apiVersion: { type: 'string' },
    kind: { type: 'string' },
    metadata: ObjectMeta,
    webhooks: {
      type: 'array',
      'x-kubernetes-list-type': 'map',
      'x-kubernetes-list-map-keys': ['name'],
      items: MutatingWebhook,
    },
  },
}

export const TypeChecking: StructuralSchema = {
  type: 'object',
  properties: { expressionWarnings: { type: 'array', 'x-kubernetes-list-type': 'atomic', items: ExpressionWarning } },
}

export const Validation: StructuralSchema = {
  type: 'object',
  required: ['expression'],
  properties: {
    expression: { type: 'string' },
    message: { type: 'string' },
    messageExpression: { type: 'string' },
    reason: { type: 'string' },
  },
}

export const ValidatingAdmissionPolicySpec: StructuralSchema = {
  type: 'object',
  properties: {
    auditAnnotations: { type: 'array', 'x-kubernetes-list-type': 'atomic', items: AuditAnnotation },
    failurePolicy: { type: 'string', enum: ['Fail', 'Ignore'] },
    matchConditions: {
      type: 'array',
      'x-kubernetes-list-type': 'map',
      'x-kubernetes-list-map-keys': ['name'],
      items: MatchCondition,
    },
    matchConstraints: MatchResources,
    paramKind: ParamKind,
    validations: { type: 'array', 'x-kubernetes-list-type': 'atomic', items: Validation },
    variables: {
      type: 'array',
      'x-kubernetes-list-type': 'map',
      'x-kubernetes-list-map-keys': ['name'],
      items: Variable,
    },
  },
}

export const ValidatingAdmissionPolicyStatus: StructuralSchema = {
  type: 'object',
  properties: {
    conditions: {
      type: 'array',
      'x-kubernetes-list-type': 'map',
      'x-kubernetes-list-map-keys': ['type'],
      items: Condition,
    },
    observedGeneration: { type: 'integer', format: 'int64' },
    typeChecking: TypeChecking,
  },
}

export const ValidatingAdmissionPolicy: StructuralSchema = {
  type: 'object',
  properties: {
    apiVersion: { type: 'string' },
    kind: { type: 'string' },
    metadata: ObjectMeta,
    spec: ValidatingAdmissionPolicySpec,
    status: ValidatingAdmissionPolicyStatus,
  },
}

export const ValidatingAdmissionPolicyBindingSpec: StructuralSchema = {
  type: 'object',
  required: ['policyName', 'validationActions'],
  properties: {
    matchResources: MatchResources,
    paramRef: ParamRef,
    policyName: { type: 'string' },
    validationActions: {
      type: 'array',
      'x-kubernetes-list-type': 'set',
      items: { type: 'string', enum: ['Audit', 'Deny', 'Warn'] },
    },
  },
}

export const ValidatingAdmissionPolicyBinding: StructuralSchema = {
  type: 'object',
  required: ['spec'],
  properties: {
    apiVersion: { type: 'string' },
    kind: { type: 'string' },
    metadata: ObjectMeta,
    spec: ValidatingAdmissionPolicyBindingSpec,
  },
}

export const ValidatingWebhook: StructuralSchema = {
  type: 'object',
  required: ['admissionReviewVersions', 'clientConfig', 'name', 'sideEffects'],
  properties: {
    admissionReviewVersions: { type: 'array', 'x-kubernetes-list-type': 'atomic', items: { type: 'string' } },
    clientConfig: WebhookClientConfig,
    failurePolicy: { type: 'string', enum: ['Fail', 'Ignore'] },
    matchConditions: {
      type: 'array',
      'x-kubernetes-list-type': 'map',
      'x-kubernetes-list-map-keys': ['name'],
      items: MatchCondition,
    },
    matchPolicy: { type: 'string', enum: ['Equivalent', 'Exact'] },
    name: { type: 'string' },
    namespaceSelector: LabelSelector,
    objectSelector: LabelSelector,
    rules: { type: 'array', 'x-kubernetes-list-type': 'atomic', items: RuleWithOperations },
    sideEffects: { type: 'string', enum: ['None', 'NoneOnDryRun', 'Some', 'Unknown'] },
    timeoutSeconds: { type: 'integer', format: 'int32' },
  },
}

export const ValidatingWebhookConfiguration: StructuralSchema = {
  type: 'object',
  properties: {
    apiVersion: { type: 'string' },
    kind: { type: 'string' },
    metadata: ObjectMeta,
    webhooks: {
      type: 'array',
      'x-kubernetes-list-type': 'map',
      'x-kubernetes-list-map-keys': ['name'],
      items: ValidatingWebhook,
    },
  },
}
