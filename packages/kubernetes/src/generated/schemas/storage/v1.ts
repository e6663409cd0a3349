// Made by `npm run generate:kubernetes`; edits are lost.
import type { Definitions } from '../../../schema.ts'

export const definitions: Definitions = {
  'storage/v1.CSIDriver': {
    type: 'object',
    required: ['spec'],
    properties: {
      apiVersion: { type: 'string' },
      kind: { type: 'string' },
      metadata: { $ref: 'meta/v1.ObjectMeta', default: {} },
      spec: { $ref: 'storage/v1.CSIDriverSpec', default: {} },
    },
  },
  'storage/v1.CSIDriverSpec': {
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
      tokenRequests: {
        type: 'array',
        'x-kubernetes-list-type': 'atomic',
        items: { $ref: 'storage/v1.TokenRequest', default: {} },
      },
      volumeLifecycleModes: { type: 'array', 'x-kubernetes-list-type': 'set', items: { type: 'string', default: '' } },
    },
  },
  'storage/v1.CSINode': {
    type: 'object',
    required: ['spec'],
    properties: {
      apiVersion: { type: 'string' },
      kind: { type: 'string' },
      metadata: { $ref: 'meta/v1.ObjectMeta', default: {} },
      spec: { $ref: 'storage/v1.CSINodeSpec', default: {} },
    },
  },
  'storage/v1.CSINodeDriver': {
    type: 'object',
    required: ['name', 'nodeID'],
    properties: {
      allocatable: { $ref: 'storage/v1.VolumeNodeResources' },
      name: { type: 'string', default: '' },
      nodeID: { type: 'string', default: '' },
      topologyKeys: { type: 'array', 'x-kubernetes-list-type': 'atomic', items: { type: 'string', default: '' } },
    },
  },
  'storage/v1.CSINodeSpec': {
    type: 'object',
    required: ['drivers'],
    properties: {
      drivers: {
        type: 'array',
        'x-kubernetes-list-map-keys': ['name'],
        'x-kubernetes-list-type': 'map',
        'x-kubernetes-patch-merge-key': 'name',
        'x-kubernetes-patch-strategy': 'merge',
        items: { $ref: 'storage/v1.CSINodeDriver', default: {} },
      },
    },
  },
  'storage/v1.CSIStorageCapacity': {
    type: 'object',
    required: ['storageClassName'],
    properties: {
      apiVersion: { type: 'string' },
      capacity: { $ref: 'meta/v1.Quantity' },
      kind: { type: 'string' },
      maximumVolumeSize: { $ref: 'meta/v1.Quantity' },
      metadata: { $ref: 'meta/v1.ObjectMeta', default: {} },
      nodeTopology: { $ref: 'meta/v1.LabelSelector' },
      storageClassName: { type: 'string', default: '' },
    },
  },
  'storage/v1.StorageClass': {
    type: 'object',
    required: ['provisioner'],
    properties: {
      allowVolumeExpansion: { type: 'boolean' },
      allowedTopologies: {
        type: 'array',
        'x-kubernetes-list-type': 'atomic',
        items: { $ref: 'core/v1.TopologySelectorTerm', default: {} },
      },
      apiVersion: { type: 'string' },
      kind: { type: 'string' },
      metadata: { $ref: 'meta/v1.ObjectMeta', default: {} },
      mountOptions: { type: 'array', 'x-kubernetes-list-type': 'atomic', items: { type: 'string', default: '' } },
      parameters: { type: 'object', additionalProperties: { type: 'string', default: '' } },
      provisioner: { type: 'string', default: '' },
      reclaimPolicy: { type: 'string', enum: ['Delete', 'Recycle', 'Retain'] },
      volumeBindingMode: { type: 'string', enum: ['Immediate', 'WaitForFirstConsumer'] },
    },
  },
  'storage/v1.TokenRequest': {
    type: 'object',
    required: ['audience'],
    properties: { audience: { type: 'string', default: '' }, expirationSeconds: { type: 'integer', format: 'int64' } },
  },
  'storage/v1.VolumeAttachment': {
    type: 'object',
    required: ['spec'],
    properties: {
      apiVersion: { type: 'string' },
      kind: { type: 'string' },
      metadata: { $ref: 'meta/v1.ObjectMeta', default: {} },
      spec: { $ref: 'storage/v1.VolumeAttachmentSpec', default: {} },
      status: { $ref: 'storage/v1.VolumeAttachmentStatus', default: {} },
    },
  },
  'storage/v1.VolumeAttachmentSource': {
    type: 'object',
    properties: {
      inlineVolumeSpec: { $ref: 'core/v1.PersistentVolumeSpec' },
      persistentVolumeName: { type: 'string' },
    },
  },
  'storage/v1.VolumeAttachmentSpec': {
    type: 'object',
    required: ['attacher', 'source', 'nodeName'],
    properties: {
      attacher: { type: 'string', default: '' },
      nodeName: { type: 'string', default: '' },
      source: { $ref: 'storage/v1.VolumeAttachmentSource', default: {} },
    },
  },
  'storage/v1.VolumeAttachmentStatus': {
    type: 'object',
    required: ['attached'],
    properties: {
      attachError: { $ref: 'storage/v1.VolumeError' },
      attached: { type: 'boolean', default: false },
      attachmentMetadata: { type: 'object', additionalProperties: { type: 'string', default: '' } },
      detachError: { $ref: 'storage/v1.VolumeError' },
    },
  },
  'storage/v1.VolumeAttributesClass': {
    type: 'object',
    required: ['driverName'],
    properties: {
      apiVersion: { type: 'string' },
      driverName: { type: 'string', default: '' },
      kind: { type: 'string' },
      metadata: { $ref: 'meta/v1.ObjectMeta', default: {} },
      parameters: { type: 'object', additionalProperties: { type: 'string', default: '' } },
    },
  },
  'storage/v1.VolumeError': {
    type: 'object',
    properties: {
      errorCode: { type: 'integer', format: 'int32' },
      message: { type: 'string' },
      time: { $ref: 'meta/v1.Time' },
    },
  },
  'storage/v1.VolumeNodeResources': { type: 'object', properties: { count: { type: 'integer', format: 'int32' } } },
}
