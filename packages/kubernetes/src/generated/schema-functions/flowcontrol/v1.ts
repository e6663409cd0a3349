// Made by `npm run generate:kubernetes`; edits are lost.
import { type StructuralType, structural } from '@kubewright/resource'
import type {
  ExemptPriorityLevelConfiguration,
  FlowDistinguisherMethod,
  FlowSchemaCondition,
  FlowSchemaInput,
  FlowSchemaSpec,
  FlowSchemaStatus,
  GroupSubject,
  LimitResponse,
  LimitedPriorityLevelConfiguration,
  NonResourcePolicyRule,
  PolicyRulesWithSubjects,
  PriorityLevelConfigurationCondition,
  PriorityLevelConfigurationInput,
  PriorityLevelConfigurationReference,
  PriorityLevelConfigurationSpec,
  PriorityLevelConfigurationStatus,
  QueuingConfiguration,
  ResourcePolicyRule,
  ServiceAccountSubject,
  Subject,
  UserSubject,
} from '../../flowcontrol/v1.ts'
import * as schemas from '../../structural/flowcontrol/v1.ts'

export const exemptPriorityLevelConfiguration = (): StructuralType<ExemptPriorityLevelConfiguration> =>
  structural(schemas.ExemptPriorityLevelConfiguration)

export const flowDistinguisherMethod = (): StructuralType<FlowDistinguisherMethod> =>
  structural(schemas.FlowDistinguisherMethod)

export const flowSchema = (): StructuralType<FlowSchemaInput> => structural(schemas.FlowSchema)

export const flowSchemaCondition = (): StructuralType<FlowSchemaCondition> => structural(schemas.FlowSchemaCondition)

export const flowSchemaSpec = (): StructuralType<FlowSchemaSpec> => structural(schemas.FlowSchemaSpec)

export const flowSchemaStatus = (): StructuralType<FlowSchemaStatus> => structural(schemas.FlowSchemaStatus)

export const groupSubject = (): StructuralType<GroupSubject> => structural(schemas.GroupSubject)

export const limitResponse = (): StructuralType<LimitResponse> => structural(schemas.LimitResponse)

export const limitedPriorityLevelConfiguration = (): StructuralType<LimitedPriorityLevelConfiguration> =>
  structural(schemas.LimitedPriorityLevelConfiguration)

export const nonResourcePolicyRule = (): StructuralType<NonResourcePolicyRule> =>
  structural(schemas.NonResourcePolicyRule)

export const policyRulesWithSubjects = (): StructuralType<PolicyRulesWithSubjects> =>
  structural(schemas.PolicyRulesWithSubjects)

export const priorityLevelConfiguration = (): StructuralType<PriorityLevelConfigurationInput> =>
  structural(schemas.PriorityLevelConfiguration)

export const priorityLevelConfigurationCondition = (): StructuralType<PriorityLevelConfigurationCondition> =>
  structural(schemas.PriorityLevelConfigurationCondition)

export const priorityLevelConfigurationReference = (): StructuralType<PriorityLevelConfigurationReference> =>
  structural(schemas.PriorityLevelConfigurationReference)

export const priorityLevelConfigurationSpec = (): StructuralType<PriorityLevelConfigurationSpec> =>
  structural(schemas.PriorityLevelConfigurationSpec)

export const priorityLevelConfigurationStatus = (): StructuralType<PriorityLevelConfigurationStatus> =>
  structural(schemas.PriorityLevelConfigurationStatus)

export const queuingConfiguration = (): StructuralType<QueuingConfiguration> => structural(schemas.QueuingConfiguration)

export const resourcePolicyRule = (): StructuralType<ResourcePolicyRule> => structural(schemas.ResourcePolicyRule)

export const serviceAccountSubject = (): StructuralType<ServiceAccountSubject> =>
  structural(schemas.ServiceAccountSubject)

export const subject = (): StructuralType<Subject> => structural(schemas.Subject)

export const userSubject = (): StructuralType<UserSubject> => structural(schemas.UserSubject)
