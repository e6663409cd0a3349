// Made by `npm run generate:kubernetes`; edits are lost.
import type { StructuralSchema } from '@kubewright/resource'
import { PersistentVolumeClaim, PodTemplateSpec } from '../core/v1.ts'
import { IntOrString, LabelSelector, ObjectMeta, RawExtension, Time } from '../meta/v1.ts'

export const ControllerRevision: StructuralSchema = {
  type: 'object',
  required: ['revision'],
  properties: {
    apiVersion: { type: 'string' },
    data: RawExtension,
    kind: { type: 'string' },
    metadata: ObjectMeta,
    revision: { type: 'integer', format: 'int64' },
  },
}

export const RollingUpdateDaemonSet: StructuralSchema = {
  type: 'object',
  properties: { maxSurge: IntOrString, maxUnavailable: IntOrString },
}

export const DaemonSetUpdateStrategy: StructuralSchema = {
  type: 'object',
  properties: { rollingUpdate: RollingUpdateDaemonSet, type: { type: 'string', enum: ['OnDelete', 'RollingUpdate'] } },
}

export const DaemonSetSpec: StructuralSchema = {
  type: 'object',
  required: ['selector', 'template'],
  properties: {
    minReadySeconds: { type: 'integer', format: 'int32' },
    revisionHistoryLimit: { type: 'integer', format: 'int32' },
    selector: LabelSelector,
    template: PodTemplateSpec,
    updateStrategy: DaemonSetUpdateStrategy,
  },
}

export const DaemonSetCondition: StructuralSchema = {
  type: 'object',
  required: ['status', 'type'],
  properties: {
    lastTransitionTime: Time,
    message: { type: 'string' },
    reason: { type: 'string' },
    status: { type: 'string' },
    type: { type: 'string' },
  },
}

export const DaemonSetStatus: StructuralSchema = {
  type: 'object',
  required: ['currentNumberScheduled', 'desiredNumberScheduled', 'numberMisscheduled', 'numberReady'],
  properties: {
    collisionCount: { type: 'integer', format: 'int32' },
    conditions: {
      type: 'array',
      'x-kubernetes-list-type': 'map',
      'x-kubernetes-list-map-keys': ['type'],
      items: DaemonSetCondition,
    },
    currentNumberScheduled: { type: 'integer', format: 'int32' },
    desiredNumberScheduled: { type: 'integer', format: 'int32' },
    numberAvailable: { type: 'integer', format: 'int32' },
    numberMisscheduled: { type: 'integer', format: 'int32' },
    numberReady: { type: 'integer', format: 'int32' },
    numberUnavailable: { type: 'integer', format: 'int32' },
    observedGeneration: { type: 'integer', format: 'int64' },
    updatedNumberScheduled: { type: 'integer', format: 'int32' },
  },
}

export const DaemonSet: StructuralSchema = {
  type: 'object',
  required: ['spec', 'status'],
  properties: {
    apiVersion: { type: 'string' },
    kind: { type: 'string' },
    metadata: ObjectMeta,
    spec: DaemonSetSpec,
    status: DaemonSetStatus,
  },
}

export const RollingUpdateDeployment: StructuralSchema = {
  type: 'object',
  properties: { maxSurge: IntOrString, maxUnavailable: IntOrString },
}

export const DeploymentStrategy: StructuralSchema = {
  type: 'object',
  properties: { rollingUpdate: RollingUpdateDeployment, type: { type: 'string', enum: ['Recreate', 'RollingUpdate'] } },
}

export const DeploymentSpec: StructuralSchema = {
  type: 'object',
  required: ['selector', 'template'],
  properties: {
    minReadySeconds: { type: 'integer', format: 'int32' },
    paused: { type: 'boolean' },
    progressDeadlineSeconds: { type: 'integer', format: 'int32' },
    replicas: { type: 'integer', format: 'int32' },
    revisionHistoryLimit: { type: 'integer', format: 'int32' },
    selector: LabelSelector,
    strategy: DeploymentStrategy,
    template: PodTemplateSpec,
  },
}

export const DeploymentCondition: StructuralSchema = {
  type: 'object',
  required: ['status', 'type'],
  properties: {
    lastTransitionTime: Time,
    lastUpdateTime: Time,
    message: { type: 'string' },
    reason: { type: 'string' },
    status: { type: 'string' },
    type: { type: 'string' },
  },
}

export const DeploymentStatus: StructuralSchema = {
  type: 'object',
  properties: {
    availableReplicas: { type: 'integer', format: 'int32' },
    collisionCount: { type: 'integer', format: 'int32' },
    conditions: {
      type: 'array',
      'x-kubernetes-list-type': 'map',
      'x-kubernetes-list-map-keys': ['type'],
      items: DeploymentCondition,
    },
    observedGeneration: { type: 'integer', format: 'int64' },
    readyReplicas: { type: 'integer', format: 'int32' },
    replicas: { type: 'integer', format: 'int32' },
    terminatingReplicas: { type: 'integer', format: 'int32' },
    unavailableReplicas: { type: 'integer', format: 'int32' },
    updatedReplicas: { type: 'integer', format: 'int32' },
  },
}

export const Deployment: StructuralSchema = {
  type: 'object',
  required: ['spec'],
  properties: {
    apiVersion: { type: 'string' },
    kind: { type: 'string' },
    metadata: ObjectMeta,
    spec: DeploymentSpec,
    status: DeploymentStatus,
  },
}

export const ReplicaSetSpec: StructuralSchema = {
  type: 'object',
  required: ['selector', 'template'],
  properties: {
    minReadySeconds: { type: 'integer', format: 'int32' },
    replicas: { type: 'integer', format: 'int32' },
    selector: LabelSelector,
    template: PodTemplateSpec,
  },
}

export const ReplicaSetCondition: StructuralSchema = {
  type: 'object',
  required: ['status', 'type'],
  properties: {
    lastTransitionTime: Time,
    message: { type: 'string' },
    reason: { type: 'string' },
    status: { type: 'string' },
    type: { type: 'string' },
  },
}

export const ReplicaSetStatus: StructuralSchema = {
  type: 'object',
  required: ['replicas'],
  properties: {
    availableReplicas: { type: 'integer', format: 'int32' },
    conditions: {
      type: 'array',
      'x-kubernetes-list-type': 'map',
      'x-kubernetes-list-map-keys': ['type'],
      items: ReplicaSetCondition,
    },
    fullyLabeledReplicas: { type: 'integer', format: 'int32' },
    observedGeneration: { type: 'integer', format: 'int64' },
    readyReplicas: { type: 'integer', format: 'int32' },
    replicas: { type: 'integer', format: 'int32' },
    terminatingReplicas: { type: 'integer', format: 'int32' },
  },
}

export const ReplicaSet: StructuralSchema = {
  type: 'object',
  required: ['spec', 'status'],
  properties: {
    apiVersion: { type: 'string' },
    kind: { type: 'string' },
    metadata: ObjectMeta,
    spec: ReplicaSetSpec,
    status: ReplicaSetStatus,
  },
}

export const RollingUpdateStatefulSetStrategy: StructuralSchema = {
  type: 'object',
  properties: { maxUnavailable: IntOrString, partition: { type: 'integer', format: 'int32' } },
}

export const StatefulSetOrdinals: StructuralSchema = {
  type: 'object',
  properties: { start: { type: 'integer', format: 'int32' } },
}

export const StatefulSetPersistentVolumeClaimRetentionPolicy: StructuralSchema = {
  type: 'object',
  properties: { whenDeleted: { type: 'string' }, whenScaled: { type: 'string' } },
}

export const StatefulSetUpdateStrategy: StructuralSchema = {
  type: 'object',
  properties: {
    rollingUpdate: RollingUpdateStatefulSetStrategy,
    type: { type: 'string', enum: ['OnDelete', 'RollingUpdate'] },
  },
}

export const StatefulSetSpec: StructuralSchema = {
  type: 'object',
  required: ['selector', 'template'],
  properties: {
    minReadySeconds: { type: 'integer', format: 'int32' },
    ordinals: StatefulSetOrdinals,
    persistentVolumeClaimRetentionPolicy: StatefulSetPersistentVolumeClaimRetentionPolicy,
    podManagementPolicy: { type: 'string', enum: ['OrderedReady', 'Parallel'] },
    replicas: { type: 'integer', format: 'int32' },
    revisionHistoryLimit: { type: 'integer', format: 'int32' },
    selector: LabelSelector,
    serviceName: { type: 'string' },
    template: PodTemplateSpec,
    updateStrategy: StatefulSetUpdateStrategy,
    volumeClaimTemplates: { type: 'array', 'x-kubernetes-list-type': 'atomic', items: PersistentVolumeClaim },
  },
}

export const StatefulSetCondition: StructuralSchema = {
  type: 'object',
  required: ['status', 'type'],
  properties: {
    lastTransitionTime: Time,
    message: { type: 'string' },
    reason: { type: 'string' },
    status: { type: 'string' },
    type: { type: 'string' },
  },
}

export const StatefulSetStatus: StructuralSchema = {
  type: 'object',
  required: ['replicas'],
  properties: {
    availableReplicas: { type: 'integer', format: 'int32' },
    collisionCount: { type: 'integer', format: 'int32' },
    conditions: {
      type: 'array',
      'x-kubernetes-list-type': 'map',
      'x-kubernetes-list-map-keys': ['type'],
      items: StatefulSetCondition,
    },
    currentReplicas: { type: 'integer', format: 'int32' },
    currentRevision: { type: 'string' },
    observedGeneration: { type: 'integer', format: 'int64' },
    readyReplicas: { type: 'integer', format: 'int32' },
    replicas: { type: 'integer', format: 'int32' },
    updateRevision: { type: 'string' },
    updatedReplicas: { type: 'integer', format: 'int32' },
  },
}

export const StatefulSet: StructuralSchema = {
  type: 'object',
  required: ['spec', 'status'],
  properties: {
    apiVersion: { type: 'string' },
    kind: { type: 'string' },
    metadata: ObjectMeta,
    spec: StatefulSetSpec,
    status: StatefulSetStatus,
  },
}
