// Made by `npm run generate:kubernetes`; edits are lost.
import type { AuthoredMeta, Condition, LabelSelector, ObjectMeta } from '@kubewright/core'
import { type BuiltIn, builtIn } from '../../built-in.ts'

/** `mutatingadmissionpolicies` in `admissionregistration.k8s.io/v1`, cluster-scoped. */
export const MutatingAdmissionPolicy: BuiltIn<
  MutatingAdmissionPolicy,
  MutatingAdmissionPolicyInput,
  never
> = /*#__PURE__*/ builtIn({
  group: 'admissionregistration.k8s.io',
  version: 'v1',
  kind: 'MutatingAdmissionPolicy',
  plural: 'mutatingadmissionpolicies',
  scope: 'Cluster',
  categories: ['api-extensions'],
})

export interface MutatingAdmissionPolicy {
  readonly apiVersion: 'admissionregistration.k8s.io/v1'
  readonly kind: 'MutatingAdmissionPolicy'
  readonly metadata: ObjectMeta
  readonly spec: MutatingAdmissionPolicySpec
}

export interface MutatingAdmissionPolicyInput {
  readonly apiVersion?: 'admissionregistration.k8s.io/v1' | undefined
  readonly kind?: 'MutatingAdmissionPolicy' | undefined
  readonly metadata: AuthoredMeta
  readonly spec?: MutatingAdmissionPolicySpec | undefined
}

/** `mutatingadmissionpolicybindings` in `admissionregistration.k8s.io/v1`, cluster-scoped. */
export const MutatingAdmissionPolicyBinding: BuiltIn<
  MutatingAdmissionPolicyBinding,
  MutatingAdmissionPolicyBindingInput,
  never
> = /*#__PURE__*/ builtIn({
  group: 'admissionregistration.k8s.io',
  version: 'v1',
  kind: 'MutatingAdmissionPolicyBinding',
  plural: 'mutatingadmissionpolicybindings',
  scope: 'Cluster',
  categories: ['api-extensions'],
})

export interface MutatingAdmissionPolicyBinding {
  readonly apiVersion: 'admissionregistration.k8s.io/v1'
  readonly kind: 'MutatingAdmissionPolicyBinding'
  readonly metadata: ObjectMeta
  readonly spec: MutatingAdmissionPolicyBindingSpec
}

export interface MutatingAdmissionPolicyBindingInput {
  readonly apiVersion?: 'admissionregistration.k8s.io/v1' | undefined
  readonly kind?: 'MutatingAdmissionPolicyBinding' | undefined
  readonly metadata: AuthoredMeta
  readonly spec?: MutatingAdmissionPolicyBindingSpec | undefined
}

/** `mutatingwebhookconfigurations` in `admissionregistration.k8s.io/v1`, cluster-scoped. */
export const MutatingWebhookConfiguration: BuiltIn<
  MutatingWebhookConfiguration,
  MutatingWebhookConfigurationInput,
  never
> = /*#__PURE__*/ builtIn({
  group: 'admissionregistration.k8s.io',
  version: 'v1',
  kind: 'MutatingWebhookConfiguration',
  plural: 'mutatingwebhookconfigurations',
  scope: 'Cluster',
  categories: ['api-extensions'],
})

export interface MutatingWebhookConfiguration {
  readonly apiVersion: 'admissionregistration.k8s.io/v1'
  readonly kind: 'MutatingWebhookConfiguration'
  readonly metadata: ObjectMeta
  readonly webhooks?: readonly MutatingWebhook[] | undefined
}

export interface MutatingWebhookConfigurationInput {
  readonly apiVersion?: 'admissionregistration.k8s.io/v1' | undefined
  readonly kind?: 'MutatingWebhookConfiguration' | undefined
  readonly metadata: AuthoredMeta
  readonly webhooks?: readonly MutatingWebhook[] | undefined
}

/** `validatingadmissionpolicies` in `admissionregistration.k8s.io/v1`, cluster-scoped. */
export const ValidatingAdmissionPolicy: BuiltIn<
  ValidatingAdmissionPolicy,
  ValidatingAdmissionPolicyInput,
  ValidatingAdmissionPolicyStatus
> = /*#__PURE__*/ builtIn({
  group: 'admissionregistration.k8s.io',
  version: 'v1',
  kind: 'ValidatingAdmissionPolicy',
  plural: 'validatingadmissionpolicies',
  scope: 'Cluster',
  categories: ['api-extensions'],
  subresources: ['status'],
})

export interface ValidatingAdmissionPolicy {
  readonly apiVersion: 'admissionregistration.k8s.io/v1'
  readonly kind: 'ValidatingAdmissionPolicy'
  readonly metadata: ObjectMeta
  readonly spec: ValidatingAdmissionPolicySpec
  readonly status?: ValidatingAdmissionPolicyStatus | undefined
}

export interface ValidatingAdmissionPolicyInput {
  readonly apiVersion?: 'admissionregistration.k8s.io/v1' | undefined
  readonly kind?: 'ValidatingAdmissionPolicy' | undefined
  readonly metadata: AuthoredMeta
  readonly spec?: ValidatingAdmissionPolicySpec | undefined
}

/** `validatingadmissionpolicybindings` in `admissionregistration.k8s.io/v1`, cluster-scoped. */
export const ValidatingAdmissionPolicyBinding: BuiltIn<
  ValidatingAdmissionPolicyBinding,
  ValidatingAdmissionPolicyBindingInput,
  never
> = /*#__PURE__*/ builtIn({
  group: 'admissionregistration.k8s.io',
  version: 'v1',
  kind: 'ValidatingAdmissionPolicyBinding',
  plural: 'validatingadmissionpolicybindings',
  scope: 'Cluster',
  categories: ['api-extensions'],
})

export interface ValidatingAdmissionPolicyBinding {
  readonly apiVersion: 'admissionregistration.k8s.io/v1'
  readonly kind: 'ValidatingAdmissionPolicyBinding'
  readonly metadata: ObjectMeta
  readonly spec: ValidatingAdmissionPolicyBindingSpec
}

export interface ValidatingAdmissionPolicyBindingInput {
  readonly apiVersion?: 'admissionregistration.k8s.io/v1' | undefined
  readonly kind?: 'ValidatingAdmissionPolicyBinding' | undefined
  readonly metadata: AuthoredMeta
  readonly spec: ValidatingAdmissionPolicyBindingSpec
}

/** `validatingwebhookconfigurations` in `admissionregistration.k8s.io/v1`, cluster-scoped. */
export const ValidatingWebhookConfiguration: BuiltIn<
  ValidatingWebhookConfiguration,
  ValidatingWebhookConfigurationInput,
  never
> = /*#__PURE__*/ builtIn({
  group: 'admissionregistration.k8s.io',
  version: 'v1',
  kind: 'ValidatingWebhookConfiguration',
  plural: 'validatingwebhookconfigurations',
  scope: 'Cluster',
  categories: ['api-extensions'],
})

export interface ValidatingWebhookConfiguration {
  readonly apiVersion: 'admissionregistration.k8s.io/v1'
  readonly kind: 'ValidatingWebhookConfiguration'
  readonly metadata: ObjectMeta
  readonly webhooks?: readonly ValidatingWebhook[] | undefined
}

export interface ValidatingWebhookConfigurationInput {
  readonly apiVersion?: 'admissionregistration.k8s.io/v1' | undefined
  readonly kind?: 'ValidatingWebhookConfiguration' | undefined
  readonly metadata: AuthoredMeta
  readonly webhooks?: readonly ValidatingWebhook[] | undefined
}

export interface ApplyConfiguration {
  readonly expression?: string | undefined
}

export interface AuditAnnotation {
  readonly key: string
  readonly valueExpression: string
}

export interface ExpressionWarning {
  readonly fieldRef: string
  readonly warning: string
}

export interface JSONPatch {
  readonly expression?: string | undefined
}

export interface MatchCondition {
  readonly expression: string
  readonly name: string
}

export interface MatchResources {
  readonly excludeResourceRules?: readonly NamedRuleWithOperations[] | undefined
  readonly matchPolicy?: 'Equivalent' | 'Exact' | undefined
  readonly namespaceSelector?: LabelSelector | undefined
  readonly objectSelector?: LabelSelector | undefined
  readonly resourceRules?: readonly NamedRuleWithOperations[] | undefined
}

export interface MutatingAdmissionPolicyBindingSpec {
  readonly matchResources?: MatchResources | undefined
  readonly paramRef?: ParamRef | undefined
  readonly policyName?: string | undefined
}

export interface MutatingAdmissionPolicySpec {
  readonly failurePolicy?: 'Fail' | 'Ignore' | undefined
  readonly matchConditions?: readonly MatchCondition[] | undefined
  readonly matchConstraints?: MatchResources | undefined
  readonly mutations?: readonly Mutation[] | undefined
  readonly paramKind?: ParamKind | undefined
  readonly reinvocationPolicy?: 'IfNeeded' | 'Never' | undefined
  readonly variables?: readonly Variable[] | undefined
}

export interface MutatingWebhook {
  readonly admissionReviewVersions: readonly string[]
  readonly clientConfig: WebhookClientConfig
  readonly failurePolicy?: 'Fail' | 'Ignore' | undefined
  readonly matchConditions?: readonly MatchCondition[] | undefined
  readonly matchPolicy?: 'Equivalent' | 'Exact' | undefined
  readonly name: string
  readonly namespaceSelector?: LabelSelector | undefined
  readonly objectSelector?: LabelSelector | undefined
  readonly reinvocationPolicy?: 'IfNeeded' | 'Never' | undefined
  readonly rules?: readonly RuleWithOperations[] | undefined
  readonly sideEffects: 'None' | 'NoneOnDryRun' | 'Some' | 'Unknown'
  readonly timeoutSeconds?: number | undefined
}

export interface Mutation {
  readonly applyConfiguration?: ApplyConfiguration | undefined
  readonly jsonPatch?: JSONPatch | undefined
  readonly patchType: 'ApplyConfiguration' | 'JSONPatch'
}

export interface NamedRuleWithOperations {
  readonly apiGroups?: readonly string[] | undefined
  readonly apiVersions?: readonly string[] | undefined
  readonly operations?: readonly ('*' | 'CONNECT' | 'CREATE' | 'DELETE' | 'UPDATE')[] | undefined
  readonly resourceNames?: readonly string[] | undefined
  readonly resources?: readonly string[] | undefined
  readonly scope?: '*' | 'Cluster' | 'Namespaced' | undefined
}

export interface ParamKind {
  readonly apiVersion?: string | undefined
  readonly kind?: string | undefined
}

export interface ParamRef {
  readonly name?: string | undefined
  readonly namespace?: string | undefined
  readonly parameterNotFoundAction?: string | undefined
  readonly selector?: LabelSelector | undefined
}

export interface RuleWithOperations {
  readonly apiGroups?: readonly string[] | undefined
  readonly apiVersions?: readonly string[] | undefined
  readonly operations?: readonly ('*' | 'CONNECT' | 'CREATE' | 'DELETE' | 'UPDATE')[] | undefined
  readonly resources?: readonly string[] | undefined
  readonly scope?: '*' | 'Cluster' | 'Namespaced' | undefined
}

export interface ServiceReference {
  readonly name: string
  readonly namespace: string
  readonly path?: string | undefined
  readonly port?: number | undefined
}

export interface TypeChecking {
  readonly expressionWarnings?: readonly ExpressionWarning[] | undefined
}

export interface ValidatingAdmissionPolicyBindingSpec {
  readonly matchResources?: MatchResources | undefined
  readonly paramRef?: ParamRef | undefined
  readonly policyName: string
  readonly validationActions: readonly ('Audit' | 'Deny' | 'Warn')[]
}

export interface ValidatingAdmissionPolicySpec {
  readonly auditAnnotations?: readonly AuditAnnotation[] | undefined
  readonly failurePolicy?: 'Fail' | 'Ignore' | undefined
  readonly matchConditions?: readonly MatchCondition[] | undefined
  readonly matchConstraints?: MatchResources | undefined
  readonly paramKind?: ParamKind | undefined
  readonly validations?: readonly Validation[] | undefined
  readonly variables?: readonly Variable[] | undefined
}

export interface ValidatingAdmissionPolicyStatus {
  readonly conditions?: readonly Condition[] | undefined
  readonly observedGeneration?: number | undefined
  readonly typeChecking?: TypeChecking | undefined
}

export interface ValidatingWebhook {
  readonly admissionReviewVersions: readonly string[]
  readonly clientConfig: WebhookClientConfig
  readonly failurePolicy?: 'Fail' | 'Ignore' | undefined
  readonly matchConditions?: readonly MatchCondition[] | undefined
  readonly matchPolicy?: 'Equivalent' | 'Exact' | undefined
  readonly name: string
  readonly namespaceSelector?: LabelSelector | undefined
  readonly objectSelector?: LabelSelector | undefined
  readonly rules?: readonly RuleWithOperations[] | undefined
  readonly sideEffects: 'None' | 'NoneOnDryRun' | 'Some' | 'Unknown'
  readonly timeoutSeconds?: number | undefined
}

export interface Validation {
  readonly expression: string
  readonly message?: string | undefined
  readonly messageExpression?: string | undefined
  readonly reason?: string | undefined
}

export interface Variable {
  readonly expression: string
  readonly name: string
}

export interface WebhookClientConfig {
  /** Base64. */
  readonly caBundle?: string | undefined
  readonly service?: ServiceReference | undefined
  readonly url?: string | undefined
}
