// Made by `npm run generate:kubernetes`; edits are lost.
import type { AuthoredMeta, ObjectMeta } from '@kubewright/core'
import { type BuiltIn, builtIn } from '../../built-in.ts'
import type { Time } from '../meta/v1.ts'

/** `flowschemas` in `flowcontrol.apiserver.k8s.io/v1`, cluster-scoped. */
export const FlowSchema: BuiltIn<FlowSchema, FlowSchemaInput, FlowSchemaStatus> = /*#__PURE__*/ builtIn({
  group: 'flowcontrol.apiserver.k8s.io',
  version: 'v1',
  kind: 'FlowSchema',
  plural: 'flowschemas',
  scope: 'Cluster',
  subresources: ['status'],
})

export interface FlowSchema {
  readonly apiVersion: 'flowcontrol.apiserver.k8s.io/v1'
  readonly kind: 'FlowSchema'
  readonly metadata: ObjectMeta
  readonly spec: FlowSchemaSpec
  readonly status?: FlowSchemaStatus | undefined
}

export interface FlowSchemaInput {
  readonly apiVersion?: 'flowcontrol.apiserver.k8s.io/v1' | undefined
  readonly kind?: 'FlowSchema' | undefined
  readonly metadata: AuthoredMeta
  readonly spec: FlowSchemaSpec
}

/** `prioritylevelconfigurations` in `flowcontrol.apiserver.k8s.io/v1`, cluster-scoped. */
export const PriorityLevelConfiguration: BuiltIn<
  PriorityLevelConfiguration,
  PriorityLevelConfigurationInput,
  PriorityLevelConfigurationStatus
> = /*#__PURE__*/ builtIn({
  group: 'flowcontrol.apiserver.k8s.io',
  version: 'v1',
  kind: 'PriorityLevelConfiguration',
  plural: 'prioritylevelconfigurations',
  scope: 'Cluster',
  subresources: ['status'],
})

export interface PriorityLevelConfiguration {
  readonly apiVersion: 'flowcontrol.apiserver.k8s.io/v1'
  readonly kind: 'PriorityLevelConfiguration'
  readonly metadata: ObjectMeta
  readonly spec: PriorityLevelConfigurationSpec
  readonly status?: PriorityLevelConfigurationStatus | undefined
}

export interface PriorityLevelConfigurationInput {
  readonly apiVersion?: 'flowcontrol.apiserver.k8s.io/v1' | undefined
  readonly kind?: 'PriorityLevelConfiguration' | undefined
  readonly metadata: AuthoredMeta
  readonly spec: PriorityLevelConfigurationSpec
}

export interface ExemptPriorityLevelConfiguration {
  readonly lendablePercent?: number | undefined
  readonly nominalConcurrencyShares?: number | undefined
}

export interface FlowDistinguisherMethod {
  readonly type: string
}

export interface FlowSchemaCondition {
  readonly lastTransitionTime?: Time | null | undefined
  readonly message?: string | undefined
  readonly reason?: string | undefined
  readonly status?: string | undefined
  readonly type?: string | undefined
}

export interface FlowSchemaSpec {
  readonly distinguisherMethod?: FlowDistinguisherMethod | undefined
  readonly matchingPrecedence?: number | undefined
  readonly priorityLevelConfiguration: PriorityLevelConfigurationReference
  readonly rules?: readonly PolicyRulesWithSubjects[] | undefined
}

export interface FlowSchemaStatus {
  readonly conditions?: readonly FlowSchemaCondition[] | undefined
}

export interface GroupSubject {
  readonly name: string
}

export interface LimitResponse {
  readonly queuing?: QueuingConfiguration | undefined
  readonly type: string
}

export interface LimitedPriorityLevelConfiguration {
  readonly borrowingLimitPercent?: number | undefined
  readonly lendablePercent?: number | undefined
  readonly limitResponse: LimitResponse
  readonly nominalConcurrencyShares?: number | null | undefined
}

export interface NonResourcePolicyRule {
  readonly nonResourceURLs: readonly string[]
  readonly verbs: readonly string[]
}

export interface PolicyRulesWithSubjects {
  readonly nonResourceRules?: readonly NonResourcePolicyRule[] | undefined
  readonly resourceRules?: readonly ResourcePolicyRule[] | undefined
  readonly subjects: readonly Subject[]
}

export interface PriorityLevelConfigurationCondition {
  readonly lastTransitionTime?: Time | null | undefined
  readonly message?: string | undefined
  readonly reason?: string | undefined
  readonly status?: string | undefined
  readonly type?: string | undefined
}

export interface PriorityLevelConfigurationReference {
  readonly name: string
}

export interface PriorityLevelConfigurationSpec {
  readonly exempt?: ExemptPriorityLevelConfiguration | undefined
  readonly limited?: LimitedPriorityLevelConfiguration | undefined
  readonly type: string
}

export interface PriorityLevelConfigurationStatus {
  readonly conditions?: readonly PriorityLevelConfigurationCondition[] | undefined
}

export interface QueuingConfiguration {
  readonly handSize?: number | undefined
  readonly queueLengthLimit?: number | undefined
  readonly queues?: number | undefined
}

export interface ResourcePolicyRule {
  readonly apiGroups: readonly string[]
  readonly clusterScope?: boolean | undefined
  readonly namespaces?: readonly string[] | null | undefined
  readonly resources: readonly string[]
  readonly verbs: readonly string[]
}

export interface ServiceAccountSubject {
  readonly name: string
  readonly namespace: string
}

export interface Subject {
  readonly group?: GroupSubject | undefined
  readonly kind: string
  readonly serviceAccount?: ServiceAccountSubject | undefined
  readonly user?: UserSubject | undefined
}

export interface UserSubject {
  readonly name: string
}
