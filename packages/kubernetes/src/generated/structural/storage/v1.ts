// Made by `npm run generate:kubernetes`; edits are lost.
import type { StructuralSchema } from '@kubewright/resource'
import { PersistentVolumeSpec, TopologySelectorTerm } from '../core/v1.ts'
import { LabelSelector, ObjectMeta, Quantity, Time } from '../meta/v1.ts'

export const TokenRequest: StructuralSchema = {
  type: 'object',
  required: ['audience'],
  properties: { audience: { type: 'string' }, expirationSeconds: { type: 'integer', format: 'int64' } },
}

export const CSIDriverSpec: StructuralSchema = {
  type: 'object',
  properties: {
    attachRequired: { type: 'boolean' },
    fsGroupPolicy: { type: 'string' },
    nodeAllocatableUpdatePeriodSeconds: { type: 'integer', format: 'int64' },
    podInfoOnMount: { type: 'boolean' },
    preventPodSchedulingIfMissing: { type: 'boolean' },
    requiresRepublish: { type: 'boolean' },
    seLinuxMount: { type: 'boolean' },
    serviceAccountTokenInSecrets: { type: 'boolean' },
    storageCapacity: { type: 'boolean' },
    tokenRequests: { type: 'array', 'x-kubernetes-list-type': 'atomic', items: TokenRequest },
    volumeLifecycleModes: { type: 'array', 'x-kubernetes-list-type': 'set', items: { type: 'string' } },
  },
}

export const CSIDriver: StructuralSchema = {
  type: 'object',
  required: ['spec'],
  properties: { apiVersion: { type: 'string' }, kind: { type: 'string' }, metadata: ObjectMeta, spec: CSIDriverSpec },
}

export const VolumeNodeResources: StructuralSchema = {
  type: 'object',
  properties: { count: { type: 'integer', format: 'int32' } },
}

export const CSINodeDriver: StructuralSchema = {
  type: 'object',
  required: ['name', 'nodeID'],
  properties: {
    allocatable: VolumeNodeResources,
    name: { type: 'string' },
    nodeID: { type: 'string' },
    topologyKeys: { type: 'array', 'x-kubernetes-list-type': 'atomic', items: { type: 'string' } },
  },
}

export const CSINodeSpec: StructuralSchema = {
  type: 'object',
  required: ['drivers'],
  properties: {
    drivers: {
      type: 'array',
      'x-kubernetes-list-type': 'map',
      'x-kubernetes-list-map-keys': ['name'],
      items: CSINodeDriver,
    },
  },
}

export const CSINode: StructuralSchema = {
  type: 'object',
  required: ['spec'],
  properties: { apiVersion: { type: 'string' }, kind: { type: 'string' }, metadata: ObjectMeta, spec: CSINodeSpec },
}

export const CSIStorageCapacity: StructuralSchema = {
  type: 'object',
  required: ['storageClassName'],
  properties: {
    apiVersion: { type: 'string' },
    capacity: Quantity,
    kind: { type: 'string' },
    maximumVolumeSize: Quantity,
    metadata: ObjectMeta,
    nodeTopology: LabelSelector,
    storageClassName: { type: 'string' },
  },
}

export const StorageClass: StructuralSchema = {
  type: 'object',
  required: ['provisioner'],
  properties: {
    allowVolumeExpansion: { type: 'boolean' },
    allowedTopologies: { type: 'array', 'x-kubernetes-list-type': 'atomic', items: TopologySelectorTerm },
    apiVersion: { type: 'string' },
    kind: { type: 'string' },
    metadata: ObjectMeta,
    mountOptions: { type: 'array', 'x-kubernetes-list-type': 'atomic', items: { type: 'string' } },
    parameters: { type: 'object', additionalProperties: { type: 'string' } },
    provisioner: { type: 'string' },
    reclaimPolicy: { type: 'string', enum: ['Delete', 'Recycle', 'Retain'] },
    volumeBindingMode: { type: 'string', enum: ['Immediate', 'WaitForFirstConsumer'] },
  },
}

export const VolumeAttachmentSource: StructuralSchema = {
  type: 'object',
  properties: { inlineVolumeSpec: PersistentVolumeSpec, persistentVolumeName: { type: 'string' } },
}

export const VolumeAttachmentSpec: StructuralSchema = {
  type: 'object',
  required: ['attacher', 'nodeName', 'source'],
  properties: { attacher: { type: 'string' }, nodeName: { type: 'string' }, source: VolumeAttachmentSource },
}

export const VolumeError: StructuralSchema = {
  type: 'object',
  properties: { errorCode: { type: 'integer', format: 'int32' }, message: { type: 'string' }, time: Time },
}

export const VolumeAttachmentStatus: StructuralSchema = {
  type: 'object',
  required: ['attached'],
  properties: {
    attachError: VolumeError,
    attached: { type: 'boolean' },
    attachmentMetadata: { type: 'object', additionalProperties: { type: 'string' } },
    detachError: VolumeError,
  },
}

export const VolumeAttachment: StructuralSchema = {
  type: 'object',
  required: ['spec', 'status'],
  properties: {
    apiVersion: { type: 'string' },
    kind: { type: 'string' },
    metadata: ObjectMeta,
    spec: VolumeAttachmentSpec,
    status: VolumeAttachmentStatus,
  },
}

export const VolumeAttributesClass: StructuralSchema = {
  type: 'object',
  required: ['driverName'],
  properties: {
    apiVersion: { type: 'string' },
    driverName: { type: 'string' },
    kind: { type: 'string' },
    metadata: ObjectMeta,
    parameters: { type: 'object', additionalProperties: { type: 'string' } },
  },
}
