// Made by `npm run generate:kubernetes`; edits are lost.
import type { Definitions } from '../../../schema.ts'

export const definitions: Definitions = {
  'admissionregistration/v1.ApplyConfiguration': { type: 'object', properties: { expression: { type: 'string' } } },
  'admissionregistration/v1.AuditAnnotation': {
    type: 'object',
    required: ['key', 'valueExpression'],
    properties: { key: { type: 'string', default: '' }, valueExpression: { type: 'string', default: '' } },
  },
  'admissionregistration/v1.ExpressionWarning': {
    type: 'object',
    required: ['fieldRef', 'warning'],
    properties: { fieldRef: { type: 'string', default: '' }, warning: { type: 'string', default: '' } },
  },
  'admissionregistration/v1.JSONPatch': { type: 'object', properties: { expression: { type: 'string' } } },
  'admissionregistration/v1.MatchCondition': {
    type: 'object',
    required: ['name', 'expression'],
    properties: { expression: { type: 'string', default: '' }, name: { type: 'string', default: '' } },
  },
  'admissionregistration/v1.MatchResources': {
    type: 'object',
    'x-kubernetes-map-type': 'atomic',
    properties: {
      excludeResourceRules: {
        type: 'array',
        'x-kubernetes-list-type': 'atomic',
        items: { $ref: 'admissionregistration/v1.NamedRuleWithOperations', default: {} },
      },
      matchPolicy: { type: 'string', enum: ['Equivalent', 'Exact'] },
      namespaceSelector: { $ref: 'meta/v1.LabelSelector' },
      objectSelector: { $ref: 'meta/v1.LabelSelector' },
      resourceRules: {
        type: 'array',
        'x-kubernetes-list-type': 'atomic',
        items: { $ref: 'admissionregistration/v1.NamedRuleWithOperations', default: {} },
      },
    },
  },
  'admissionregistration/v1.MutatingAdmissionPolicy': {
    type: 'object',
    properties: {
      apiVersion: { type: 'string' },
      kind: { type: 'string' },
      metadata: { $ref: 'meta/v1.ObjectMeta', default: {} },
      spec: { $ref: 'admissionregistration/v1.MutatingAdmissionPolicySpec', default: {} },
    },
  },
  'admissionregistration/v1.MutatingAdmissionPolicyBinding': {
    type: 'object',
    properties: {
      apiVersion: { type: 'string' },
      kind: { type: 'string' },
      metadata: { $ref: 'meta/v1.ObjectMeta', default: {} },
      spec: { $ref: 'admissionregistration/v1.MutatingAdmissionPolicyBindingSpec', default: {} },
    },
  },
  'admissionregistration/v1.MutatingAdmissionPolicyBindingSpec': {
    type: 'object',
    properties: {
      matchResources: { $ref: 'admissionregistration/v1.MatchResources' },
      paramRef: { $ref: 'admissionregistration/v1.ParamRef' },
      policyName: { type: 'string' },
    },
  },
  'admissionregistration/v1.MutatingAdmissionPolicySpec': {
    type: 'object',
    properties: {
      failurePolicy: { type: 'string', enum: ['Fail', 'Ignore'] },
      matchConditions: {
        type: 'array',
        'x-kubernetes-list-map-keys': ['name'],
        'x-kubernetes-list-type': 'map',
        'x-kubernetes-patch-merge-key': 'name',
        'x-kubernetes-patch-strategy': 'merge',
        items: { $ref: 'admissionregistration/v1.MatchCondition', default: {} },
      },
      matchConstraints: { $ref: 'admissionregistration/v1.MatchResources' },
      mutations: {
        type: 'array',
        'x-kubernetes-list-type': 'atomic',
        items: { $ref: 'admissionregistration/v1.Mutation', default: {} },
      },
      paramKind: { $ref: 'admissionregistration/v1.ParamKind' },
      reinvocationPolicy: { type: 'string', enum: ['IfNeeded', 'Never'] },
      variables: {
        type: 'array',
        'x-kubernetes-list-type': 'atomic',
        items: { $ref: 'admissionregistration/v1.Variable', default: {} },
      },
    },
  },
  'admissionregistration/v1.MutatingWebhook': {
    type: 'object',
    required: ['name', 'clientConfig', 'sideEffects', 'admissionReviewVersions'],
    properties: {
      admissionReviewVersions: {
        type: 'array',
        'x-kubernetes-list-type': 'atomic',
        items: { type: 'string', default: '' },
      },
      clientConfig: { $ref: 'admissionregistration/v1.WebhookClientConfig', default: {} },
      failurePolicy: { type: 'string', enum: ['Fail', 'Ignore'] },
      matchConditions: {
        type: 'array',
        'x-kubernetes-list-map-keys': ['name'],
        'x-kubernetes-list-type': 'map',
        'x-kubernetes-patch-merge-key': 'name',
        'x-kubernetes-patch-strategy': 'merge',
        items: { $ref: 'admissionregistration/v1.MatchCondition', default: {} },
      },
      matchPolicy: { type: 'string', enum: ['Equivalent', 'Exact'] },
      name: { type: 'string', default: '' },
      namespaceSelector: { $ref: 'meta/v1.LabelSelector' },
      objectSelector: { $ref: 'meta/v1.LabelSelector' },
      reinvocationPolicy: { type: 'string', enum: ['IfNeeded', 'Never'] },
      rules: {
        type: 'array',
        'x-kubernetes-list-type': 'atomic',
        items: { $ref: 'admissionregistration/v1.RuleWithOperations', default: {} },
      },
      sideEffects: { type: 'string', enum: ['None', 'NoneOnDryRun', 'Some', 'Unknown'] },
      timeoutSeconds: { type: 'integer', format: 'int32' },
    },
  },
  'admissionregistration/v1.MutatingWebhookConfiguration': {
    type: 'object',
    properties: {
      apiVersion: { type: 'string' },
      kind: { type: 'string' },
      metadata: { $ref: 'meta/v1.ObjectMeta', default: {} },
      webhooks: {
        type: 'array',
        'x-kubernetes-list-map-keys': ['name'],
        'x-kubernetes-list-type': 'map',
        'x-kubernetes-patch-merge-key': 'name',
        'x-kubernetes-patch-strategy': 'merge',
        items: { $ref: 'admissionregistration/v1.MutatingWebhook', default: {} },
      },
    },
  },
  'admissionregistration/v1.Mutation': {
    type: 'object',
    required: ['patchType'],
    properties: {
      applyConfiguration: { $ref: 'admissionregistration/v1.ApplyConfiguration' },
      jsonPatch: { $ref: 'admissionregistration/v1.JSONPatch' },
      patchType: { type: 'string', default: '', enum: ['ApplyConfiguration', 'JSONPatch'] },
    },
  },
  'admissionregistration/v1.NamedRuleWithOperations': {
    type: 'object',
    'x-kubernetes-map-type': 'atomic',
    properties: {
      apiGroups: { type: 'array', 'x-kubernetes-list-type': 'atomic', items: { type: 'string', default: '' } },
      apiVersions: { type: 'array', 'x-kubernetes-list-type': 'atomic', items: { type: 'string', default: '' } },
      operations: {
        type: 'array',
        'x-kubernetes-list-type': 'atomic',
        items: { type: 'string', default: '', enum: ['*', 'CONNECT', 'CREATE', 'DELETE', 'UPDATE'] },
      },
      resourceNames: { type: 'array', 'x-kubernetes-list-type': 'atomic', items: { type: 'string', default: '' } },
      resources: { type: 'array', 'x-kubernetes-list-type': 'atomic', items: { type: 'string', default: '' } },
      scope: { type: 'string', enum: ['*', 'Cluster', 'Namespaced'] },
    },
  },
  'admissionregistration/v1.ParamKind': {
    type: 'object',
    'x-kubernetes-map-type': 'atomic',
    properties: { apiVersion: { type: 'string' }, kind: { type: 'string' } },
  },
  'admissionregistration/v1.ParamRef': {
    type: 'object',
    'x-kubernetes-map-type': 'atomic',
    properties: {
      name: { type: 'string' },
      namespace: { type: 'string' },
      parameterNotFoundAction: { type: 'string' },
      selector: { $ref: 'meta/v1.LabelSelector' },
    },
  },
  'admissionregistration/v1.RuleWithOperations': {
    type: 'object',
    properties: {
      apiGroups: { type: 'array', 'x-kubernetes-list-type': 'atomic', items: { type: 'string', default: '' } },
      apiVersions: { type: 'array', 'x-kubernetes-list-type': 'atomic', items: { type: 'string', default: '' } },
      operations: {
        type: 'array',
        'x-kubernetes-list-type': 'atomic',
        items: { type: 'string', default: '', enum: ['*', 'CONNECT', 'CREATE', 'DELETE', 'UPDATE'] },
      },
      resources: { type: 'array', 'x-kubernetes-list-type': 'atomic', items: { type: 'string', default: '' } },
      scope: { type: 'string', enum: ['*', 'Cluster', 'Namespaced'] },
    },
  },
  'admissionregistration/v1.ServiceReference': {
    type: 'object',
    required: ['namespace', 'name'],
    properties: {
      name: { type: 'string', default: '' },
      namespace: { type: 'string', default: '' },
      path: { type: 'string' },
      port: { type: 'integer', format: 'int32' },
    },
  },
  'admissionregistration/v1.TypeChecking': {
    type: 'object',
    properties: {
      expressionWarnings: {
        type: 'array',
        'x-kubernetes-list-type': 'atomic',
        items: { $ref: 'admissionregistration/v1.ExpressionWarning', default: {} },
      },
    },
  },
  'admissionregistration/v1.ValidatingAdmissionPolicy': {
    type: 'object',
    properties: {
      apiVersion: { type: 'string' },
      kind: { type: 'string' },
      metadata: { $ref: 'meta/v1.ObjectMeta', default: {} },
      spec: { $ref: 'admissionregistration/v1.ValidatingAdmissionPolicySpec', default: {} },
      status: { $ref: 'admissionregistration/v1.ValidatingAdmissionPolicyStatus', default: {} },
    },
  },
  'admissionregistration/v1.ValidatingAdmissionPolicyBinding': {
    type: 'object',
    required: ['spec'],
    properties: {
      apiVersion: { type: 'string' },
      kind: { type: 'string' },
      metadata: { $ref: 'meta/v1.ObjectMeta', default: {} },
      spec: { $ref: 'admissionregistration/v1.ValidatingAdmissionPolicyBindingSpec', default: {} },
    },
  },
  'admissionregistration/v1.ValidatingAdmissionPolicyBindingSpec': {
    type: 'object',
    required: ['policyName', 'validationActions'],
    properties: {
      matchResources: { $ref: 'admissionregistration/v1.MatchResources' },
      paramRef: { $ref: 'admissionregistration/v1.ParamRef' },
      policyName: { type: 'string' },
      validationActions: {
        type: 'array',
        'x-kubernetes-list-type': 'set',
        items: { type: 'string', default: '', enum: ['Audit', 'Deny', 'Warn'] },
      },
    },
  },
  'admissionregistration/v1.ValidatingAdmissionPolicySpec': {
    type: 'object',
    properties: {
      auditAnnotations: {
        type: 'array',
        'x-kubernetes-list-type': 'atomic',
        items: { $ref: 'admissionregistration/v1.AuditAnnotation', default: {} },
      },
      failurePolicy: { type: 'string', enum: ['Fail', 'Ignore'] },
      matchConditions: {
        type: 'array',
        'x-kubernetes-list-map-keys': ['name'],
        'x-kubernetes-list-type': 'map',
        'x-kubernetes-patch-merge-key': 'name',
        'x-kubernetes-patch-strategy': 'merge',
        items: { $ref: 'admissionregistration/v1.MatchCondition', default: {} },
      },
      matchConstraints: { $ref: 'admissionregistration/v1.MatchResources' },
      paramKind: { $ref: 'admissionregistration/v1.ParamKind' },
      validations: {
        type: 'array',
        'x-kubernetes-list-type': 'atomic',
        items: { $ref: 'admissionregistration/v1.Validation', default: {} },
      },
      variables: {
        type: 'array',
        'x-kubernetes-list-map-keys': ['name'],
        'x-kubernetes-list-type': 'map',
        'x-kubernetes-patch-merge-key': 'name',
        'x-kubernetes-patch-strategy': 'merge',
        items: { $ref: 'admissionregistration/v1.Variable', default: {} },
      },
    },
  },
  'admissionregistration/v1.ValidatingAdmissionPolicyStatus': {
    type: 'object',
    properties: {
      conditions: {
        type: 'array',
        'x-kubernetes-list-map-keys': ['type'],
        'x-kubernetes-list-type': 'map',
        items: { $ref: 'meta/v1.Condition', default: {} },
      },
      observedGeneration: { type: 'integer', format: 'int64' },
      typeChecking: { $ref: 'admissionregistration/v1.TypeChecking' },
    },
  },
  'admissionregistration/v1.ValidatingWebhook': {
    type: 'object',
    required: ['name', 'clientConfig', 'sideEffects', 'admissionReviewVersions'],
    properties: {
      admissionReviewVersions: {
        type: 'array',
        'x-kubernetes-list-type': 'atomic',
        items: { type: 'string', default: '' },
      },
      clientConfig: { $ref: 'admissionregistration/v1.WebhookClientConfig', default: {} },
      failurePolicy: { type: 'string', enum: ['Fail', 'Ignore'] },
      matchConditions: {
        type: 'array',
        'x-kubernetes-list-map-keys': ['name'],
        'x-kubernetes-list-type': 'map',
        'x-kubernetes-patch-merge-key': 'name',
        'x-kubernetes-patch-strategy': 'merge',
        items: { $ref: 'admissionregistration/v1.MatchCondition', default: {} },
      },
      matchPolicy: { type: 'string', enum: ['Equivalent', 'Exact'] },
      name: { type: 'string', default: '' },
      namespaceSelector: { $ref: 'meta/v1.LabelSelector' },
      objectSelector: { $ref: 'meta/v1.LabelSelector' },
      rules: {
        type: 'array',
        'x-kubernetes-list-type': 'atomic',
        items: { $ref: 'admissionregistration/v1.RuleWithOperations', default: {} },
      },
      sideEffects: { type: 'string', enum: ['None', 'NoneOnDryRun', 'Some', 'Unknown'] },
      timeoutSeconds: { type: 'integer', format: 'int32' },
    },
  },
  'admissionregistration/v1.ValidatingWebhookConfiguration': {
    type: 'object',
    properties: {
      apiVersion: { type: 'string' },
      kind: { type: 'string' },
      metadata: { $ref: 'meta/v1.ObjectMeta', default: {} },
      webhooks: {
        type: 'array',
        'x-kubernetes-list-map-keys': ['name'],
        'x-kubernetes-list-type': 'map',
        'x-kubernetes-patch-merge-key': 'name',
        'x-kubernetes-patch-strategy': 'merge',
        items: { $ref: 'admissionregistration/v1.ValidatingWebhook', default: {} },
      },
    },
  },
  'admissionregistration/v1.Validation': {
    type: 'object',
    required: ['expression'],
    properties: {
      expression: { type: 'string', default: '' },
      message: { type: 'string' },
      messageExpression: { type: 'string' },
      reason: { type: 'string' },
    },
  },
  'admissionregistration/v1.Variable': {
    type: 'object',
    required: ['name', 'expression'],
    'x-kubernetes-map-type': 'atomic',
    properties: { expression: { type: 'string', default: '' }, name: { type: 'string', default: '' } },
  },
  'admissionregistration/v1.WebhookClientConfig': {
    type: 'object',
    properties: {
      caBundle: { type: 'string', format: 'byte' },
      service: { $ref: 'admissionregistration/v1.ServiceReference' },
      url: { type: 'string' },
    },
  },
}
