// Made by `npm run generate:kubernetes`; edits are lost.
import { type StructuralType, structural } from '@kubewright/resource'
import type {
  ApplyConfiguration,
  AuditAnnotation,
  ExpressionWarning,
  JSONPatch,
  MatchCondition,
  MatchResources,
  MutatingAdmissionPolicyBindingInput,
  MutatingAdmissionPolicyBindingSpec,
  MutatingAdmissionPolicyInput,
  MutatingAdmissionPolicySpec,
  MutatingWebhook,
  MutatingWebhookConfigurationInput,
  Mutation,
  NamedRuleWithOperations,
  ParamKind,
  ParamRef,
  RuleWithOperations,
  ServiceReference,
  TypeChecking,
  ValidatingAdmissionPolicyBindingInput,
  ValidatingAdmissionPolicyBindingSpec,
  ValidatingAdmissionPolicyInput,
  ValidatingAdmissionPolicySpec,
  ValidatingAdmissionPolicyStatus,
  ValidatingWebhook,
  ValidatingWebhookConfigurationInput,
  Validation,
  Variable,
  WebhookClientConfig,
} from '../../admissionregistration/v1.ts'
import * as schemas from '../../structural/admissionregistration/v1.ts'

export const applyConfiguration = (): StructuralType<ApplyConfiguration> => structural(schemas.ApplyConfiguration)

export const auditAnnotation = (): StructuralType<AuditAnnotation> => structural(schemas.AuditAnnotation)

export const expressionWarning = (): StructuralType<ExpressionWarning> => structural(schemas.ExpressionWarning)

export const jsonPatch = (): StructuralType<JSONPatch> => structural(schemas.JSONPatch)

export const matchCondition = (): StructuralType<MatchCondition> => structural(schemas.MatchCondition)

export const matchResources = (): StructuralType<MatchResources> => structural(schemas.MatchResources)

export const mutatingAdmissionPolicy = (): StructuralType<MutatingAdmissionPolicyInput> =>
  structural(schemas.MutatingAdmissionPolicy)

export const mutatingAdmissionPolicyBinding = (): StructuralType<MutatingAdmissionPolicyBindingInput> =>
  structural(schemas.MutatingAdmissionPolicyBinding)

export const mutatingAdmissionPolicyBindingSpec = (): StructuralType<MutatingAdmissionPolicyBindingSpec> =>
  structural(schemas.MutatingAdmissionPolicyBindingSpec)

export const mutatingAdmissionPolicySpec = (): StructuralType<MutatingAdmissionPolicySpec> =>
  structural(schemas.MutatingAdmissionPolicySpec)

export const mutatingWebhook = (): StructuralType<MutatingWebhook> => structural(schemas.MutatingWebhook)

export const mutatingWebhookConfiguration = (): StructuralType<MutatingWebhookConfigurationInput> =>
  structural(schemas.MutatingWebhookConfiguration)

export const mutation = (): StructuralType<Mutation> => structural(schemas.Mutation)

export const namedRuleWithOperations = (): StructuralType<NamedRuleWithOperations> =>
  structural(schemas.NamedRuleWithOperations)

export const paramKind = (): StructuralType<ParamKind> => structural(schemas.ParamKind)

export const paramRef = (): StructuralType<ParamRef> => structural(schemas.ParamRef)

export const ruleWithOperations = (): StructuralType<RuleWithOperations> => structural(schemas.RuleWithOperations)

export const serviceReference = (): StructuralType<ServiceReference> => structural(schemas.ServiceReference)

export const typeChecking = (): StructuralType<TypeChecking> => structural(schemas.TypeChecking)

export const validatingAdmissionPolicy = (): StructuralType<ValidatingAdmissionPolicyInput> =>
  structural(schemas.ValidatingAdmissionPolicy)

export const validatingAdmissionPolicyBinding = (): StructuralType<ValidatingAdmissionPolicyBindingInput> =>
  structural(schemas.ValidatingAdmissionPolicyBinding)

export const validatingAdmissionPolicyBindingSpec = (): StructuralType<ValidatingAdmissionPolicyBindingSpec> =>
  structural(schemas.ValidatingAdmissionPolicyBindingSpec)

export const validatingAdmissionPolicySpec = (): StructuralType<ValidatingAdmissionPolicySpec> =>
  structural(schemas.ValidatingAdmissionPolicySpec)

export const validatingAdmissionPolicyStatus = (): StructuralType<ValidatingAdmissionPolicyStatus> =>
  structural(schemas.ValidatingAdmissionPolicyStatus)

export const validatingWebhook = (): StructuralType<ValidatingWebhook> => structural(schemas.ValidatingWebhook)

export const validatingWebhookConfiguration = (): StructuralType<ValidatingWebhookConfigurationInput> =>
  structural(schemas.ValidatingWebhookConfiguration)

export const validation = (): StructuralType<Validation> => structural(schemas.Validation)

export const variable = (): StructuralType<Variable> => structural(schemas.Variable)

export const webhookClientConfig = (): StructuralType<WebhookClientConfig> => structural(schemas.WebhookClientConfig)
