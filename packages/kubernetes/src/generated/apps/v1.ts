// Made by `npm run generate:kubernetes`; edits are lost.
import type { AuthoredMeta, LabelSelector, ObjectMeta } from '@kubewright/core'
import { type BuiltIn, type SubresourceBody, builtIn } from '../../built-in.ts'
import type { Scale, ScaleInput } from '../autoscaling/v1.ts'
import type { PersistentVolumeClaimInput, PodTemplateSpec } from '../core/v1.ts'
import type { IntOrString, RawExtension, Time } from '../meta/v1.ts'

/** `controllerrevisions` in `apps/v1`, namespaced. */
export const ControllerRevision: BuiltIn<ControllerRevision, ControllerRevisionInput, never> = /*#__PURE__*/ builtIn({
  group: 'apps',
  version: 'v1',
  kind: 'ControllerRevision',
  plural: 'controllerrevisions',
  scope: 'Namespaced',
})

export interface ControllerRevision {
  readonly apiVersion: 'apps/v1'
  readonly kind: 'ControllerRevision'
  readonly metadata: ObjectMeta
  readonly data?: RawExtension | undefined
  readonly revision: number
}

export interface ControllerRevisionInput {
  readonly apiVersion?: 'apps/v1' | undefined
  readonly kind?: 'ControllerRevision' | undefined
  readonly metadata: AuthoredMeta
  readonly data?: RawExtension | undefined
  readonly revision: number
}

/** `daemonsets`, `ds` in `apps/v1`, namespaced. */
export const DaemonSet: BuiltIn<DaemonSet, DaemonSetInput, DaemonSetStatus> = /*#__PURE__*/ builtIn({
  group: 'apps',
  version: 'v1',
  kind: 'DaemonSet',
  plural: 'daemonsets',
  scope: 'Namespaced',
  shortNames: ['ds'],
  categories: ['all'],
  subresources: ['status'],
})

export interface DaemonSet {
  readonly apiVersion: 'apps/v1'
  readonly kind: 'DaemonSet'
  readonly metadata: ObjectMeta
  readonly spec: DaemonSetSpec
  readonly status?: DaemonSetStatus | undefined
}

export interface DaemonSetInput {
  readonly apiVersion?: 'apps/v1' | undefined
  readonly kind?: 'DaemonSet' | undefined
  readonly metadata: AuthoredMeta
  readonly spec: DaemonSetSpec
}

/** `deployments`, `deploy` in `apps/v1`, namespaced. */
export const Deployment: BuiltIn<
  Deployment,
  DeploymentInput,
  DeploymentStatus,
  { readonly scale: SubresourceBody<Scale, ScaleInput> }
> = /*#__PURE__*/ builtIn({
  group: 'apps',
  version: 'v1',
  kind: 'Deployment',
  plural: 'deployments',
  scope: 'Namespaced',
  shortNames: ['deploy'],
  categories: ['all'],
  subresources: ['scale', 'status'],
})

export interface Deployment {
  readonly apiVersion: 'apps/v1'
  readonly kind: 'Deployment'
  readonly metadata: ObjectMeta
  readonly spec: DeploymentSpec
  readonly status?: DeploymentStatus | undefined
}

export interface DeploymentInput {
  readonly apiVersion?: 'apps/v1' | undefined
  readonly kind?: 'Deployment' | undefined
  readonly metadata: AuthoredMeta
  readonly spec: DeploymentSpec
}

/** `replicasets`, `rs` in `apps/v1`, namespaced. */
export const ReplicaSet: BuiltIn<
  ReplicaSet,
  ReplicaSetInput,
  ReplicaSetStatus,
  { readonly scale: SubresourceBody<Scale, ScaleInput> }
> = /*#__PURE__*/ builtIn({
  group: 'apps',
  version: 'v1',
  kind: 'ReplicaSet',
  plural: 'replicasets',
  scope: 'Namespaced',
  shortNames: ['rs'],
  categories: ['all'],
  subresources: ['scale', 'status'],
})

export interface ReplicaSet {
  readonly apiVersion: 'apps/v1'
  readonly kind: 'ReplicaSet'
  readonly metadata: ObjectMeta
  readonly spec: ReplicaSetSpec
  readonly status?: ReplicaSetStatus | undefined
}

export interface ReplicaSetInput {
  readonly apiVersion?: 'apps/v1' | undefined
  readonly kind?: 'ReplicaSet' | undefined
  readonly metadata: AuthoredMeta
  readonly spec: ReplicaSetSpec
}

/** `statefulsets`, `sts` in `apps/v1`, namespaced. */
export const StatefulSet: BuiltIn<
  StatefulSet,
  StatefulSetInput,
  StatefulSetStatus,
  { readonly scale: SubresourceBody<Scale, ScaleInput> }
> = /*#__PURE__*/ builtIn({
  group: 'apps',
  version: 'v1',
  kind: 'StatefulSet',
  plural: 'statefulsets',
  scope: 'Namespaced',
  shortNames: ['sts'],
  categories: ['all'],
  subresources: ['scale', 'status'],
})

export interface StatefulSet {
  readonly apiVersion: 'apps/v1'
  readonly kind: 'StatefulSet'
  readonly metadata: ObjectMeta
  readonly spec: StatefulSetSpec
  readonly status?: StatefulSetStatus | undefined
}

export interface StatefulSetInput {
  readonly apiVersion?: 'apps/v1' | undefined
  readonly kind?: 'StatefulSet' | undefined
  readonly metadata: AuthoredMeta
  readonly spec: StatefulSetSpec
}

export interface DaemonSetCondition {
  readonly lastTransitionTime?: Time | null | undefined
  readonly message?: string | undefined
  readonly reason?: string | undefined
  readonly status: string
  readonly type: string
}

export interface DaemonSetSpec {
  readonly minReadySeconds?: number | undefined
  readonly revisionHistoryLimit?: number | undefined
  readonly selector: LabelSelector
  readonly template: PodTemplateSpec
  readonly updateStrategy?: DaemonSetUpdateStrategy | undefined
}

export interface DaemonSetStatus {
  readonly collisionCount?: number | undefined
  readonly conditions?: readonly DaemonSetCondition[] | undefined
  readonly currentNumberScheduled: number
  readonly desiredNumberScheduled: number
  readonly numberAvailable?: number | undefined
  readonly numberMisscheduled: number
  readonly numberReady: number
  readonly numberUnavailable?: number | undefined
  readonly observedGeneration?: number | undefined
  readonly updatedNumberScheduled?: number | undefined
}

export interface DaemonSetUpdateStrategy {
  readonly rollingUpdate?: RollingUpdateDaemonSet | undefined
  readonly type?: 'OnDelete' | 'RollingUpdate' | undefined
}

export interface DeploymentCondition {
  readonly lastTransitionTime?: Time | null | undefined
  readonly lastUpdateTime?: Time | null | undefined
  readonly message?: string | undefined
  readonly reason?: string | undefined
  readonly status: string
  readonly type: string
}

export interface DeploymentSpec {
  readonly minReadySeconds?: number | undefined
  readonly paused?: boolean | undefined
  readonly progressDeadlineSeconds?: number | undefined
  readonly replicas?: number | undefined
  readonly revisionHistoryLimit?: number | undefined
  readonly selector: LabelSelector
  readonly strategy?: DeploymentStrategy | undefined
  readonly template: PodTemplateSpec
}

export interface DeploymentStatus {
  readonly availableReplicas?: number | undefined
  readonly collisionCount?: number | undefined
  readonly conditions?: readonly DeploymentCondition[] | undefined
  readonly observedGeneration?: number | undefined
  readonly readyReplicas?: number | undefined
  readonly replicas?: number | undefined
  readonly terminatingReplicas?: number | undefined
  readonly unavailableReplicas?: number | undefined
  readonly updatedReplicas?: number | undefined
}

export interface DeploymentStrategy {
  readonly rollingUpdate?: RollingUpdateDeployment | undefined
  readonly type?: 'Recreate' | 'RollingUpdate' | undefined
}

export interface ReplicaSetCondition {
  readonly lastTransitionTime?: Time | null | undefined
  readonly message?: string | undefined
  readonly reason?: string | undefined
  readonly status: string
  readonly type: string
}

export interface ReplicaSetSpec {
  readonly minReadySeconds?: number | undefined
  readonly replicas?: number | undefined
  readonly selector: LabelSelector
  readonly template: PodTemplateSpec
}

export interface ReplicaSetStatus {
  readonly availableReplicas?: number | undefined
  readonly conditions?: readonly ReplicaSetCondition[] | undefined
  readonly fullyLabeledReplicas?: number | undefined
  readonly observedGeneration?: number | undefined
  readonly readyReplicas?: number | undefined
  readonly replicas: number
  readonly terminatingReplicas?: number | undefined
}

export interface RollingUpdateDaemonSet {
  readonly maxSurge?: IntOrString | undefined
  readonly maxUnavailable?: IntOrString | undefined
}

export interface RollingUpdateDeployment {
  readonly maxSurge?: IntOrString | undefined
  readonly maxUnavailable?: IntOrString | undefined
}

export interface RollingUpdateStatefulSetStrategy {
  readonly maxUnavailable?: IntOrString | undefined
  readonly partition?: number | undefined
}

export interface StatefulSetCondition {
  readonly lastTransitionTime?: Time | null | undefined
  readonly message?: string | undefined
  readonly reason?: string | undefined
  readonly status: string
  readonly type: string
}

export interface StatefulSetOrdinals {
  readonly start?: number | undefined
}

export interface StatefulSetPersistentVolumeClaimRetentionPolicy {
  readonly whenDeleted?: string | undefined
  readonly whenScaled?: string | undefined
}

export interface StatefulSetSpec {
  readonly minReadySeconds?: number | undefined
  readonly ordinals?: StatefulSetOrdinals | undefined
  readonly persistentVolumeClaimRetentionPolicy?: StatefulSetPersistentVolumeClaimRetentionPolicy | undefined
  readonly podManagementPolicy?: 'OrderedReady' | 'Parallel' | undefined
  readonly replicas?: number | undefined
  readonly revisionHistoryLimit?: number | undefined
  readonly selector: LabelSelector
  readonly serviceName?: string | undefined
  readonly template: PodTemplateSpec
  readonly updateStrategy?: StatefulSetUpdateStrategy | undefined
  readonly volumeClaimTemplates?: readonly PersistentVolumeClaimInput[] | undefined
}

export interface StatefulSetStatus {
  readonly availableReplicas?: number | undefined
  readonly collisionCount?: number | undefined
  readonly conditions?: readonly StatefulSetCondition[] | undefined
  readonly currentReplicas?: number | undefined
  readonly currentRevision?: string | undefined
  readonly observedGeneration?: number | undefined
  readonly readyReplicas?: number | undefined
  readonly replicas: number
  readonly updateRevision?: string | undefined
  readonly updatedReplicas?: number | undefined
}

export interface StatefulSetUpdateStrategy {
  readonly rollingUpdate?: RollingUpdateStatefulSetStrategy | undefined
  readonly type?: 'OnDelete' | 'RollingUpdate' | undefined
}
