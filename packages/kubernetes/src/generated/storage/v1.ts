// Made by `npm run generate:kubernetes`; edits are lost.
import type { AuthoredMeta, LabelSelector, ObjectMeta } from '@kubewright/core'
import { type BuiltIn, builtIn } from '../../built-in.ts'
import type { PersistentVolumeSpec, TopologySelectorTerm } from '../core/v1.ts'
import type { Quantity, Time } from '../meta/v1.ts'

/** `csidrivers` in `storage.k8s.io/v1`, cluster-scoped. */
export const CSIDriver: BuiltIn<CSIDriver, CSIDriverInput, never> = /*#__PURE__*/ builtIn({
  group: 'storage.k8s.io',
  version: 'v1',
  kind: 'CSIDriver',
  plural: 'csidrivers',
  scope: 'Cluster',
})

export interface CSIDriver {
  readonly apiVersion: 'storage.k8s.io/v1'
  readonly kind: 'CSIDriver'
  readonly metadata: ObjectMeta
  readonly spec: CSIDriverSpec
}

export interface CSIDriverInput {
  readonly apiVersion?: 'storage.k8s.io/v1' | undefined
  readonly kind?: 'CSIDriver' | undefined
  readonly metadata: AuthoredMeta
  readonly spec: CSIDriverSpec
}

/** `csinodes` in `storage.k8s.io/v1`, cluster-scoped. */
export const CSINode: BuiltIn<CSINode, CSINodeInput, never> = /*#__PURE__*/ builtIn({
  group: 'storage.k8s.io',
  version: 'v1',
  kind: 'CSINode',
  plural: 'csinodes',
  scope: 'Cluster',
})

export interface CSINode {
  readonly apiVersion: 'storage.k8s.io/v1'
  readonly kind: 'CSINode'
  readonly metadata: ObjectMeta
  readonly spec: CSINodeSpec
}

export interface CSINodeInput {
  readonly apiVersion?: 'storage.k8s.io/v1' | undefined
  readonly kind?: 'CSINode' | undefined
  readonly metadata: AuthoredMeta
  readonly spec: CSINodeSpec
}

/** `csistoragecapacities` in `storage.k8s.io/v1`, namespaced. */
export const CSIStorageCapacity: BuiltIn<CSIStorageCapacity, CSIStorageCapacityInput, never> = /*#__PURE__*/ builtIn({
  group: 'storage.k8s.io',
  version: 'v1',
  kind: 'CSIStorageCapacity',
  plural: 'csistoragecapacities',
  scope: 'Namespaced',
})

export interface CSIStorageCapacity {
  readonly apiVersion: 'storage.k8s.io/v1'
  readonly kind: 'CSIStorageCapacity'
  readonly metadata: ObjectMeta
  readonly capacity?: Quantity | undefined
  readonly maximumVolumeSize?: Quantity | undefined
  readonly nodeTopology?: LabelSelector | undefined
  readonly storageClassName: string
}

export interface CSIStorageCapacityInput {
  readonly apiVersion?: 'storage.k8s.io/v1' | undefined
  readonly kind?: 'CSIStorageCapacity' | undefined
  readonly metadata: AuthoredMeta
  readonly capacity?: Quantity | undefined
  readonly maximumVolumeSize?: Quantity | undefined
  readonly nodeTopology?: LabelSelector | undefined
  readonly storageClassName: string
}

/** `storageclasses`, `sc` in `storage.k8s.io/v1`, cluster-scoped. */
export const StorageClass: BuiltIn<StorageClass, StorageClassInput, never> = /*#__PURE__*/ builtIn({
  group: 'storage.k8s.io',
  version: 'v1',
  kind: 'StorageClass',
  plural: 'storageclasses',
  scope: 'Cluster',
  shortNames: ['sc'],
})

export interface StorageClass {
  readonly apiVersion: 'storage.k8s.io/v1'
  readonly kind: 'StorageClass'
  readonly metadata: ObjectMeta
  readonly allowVolumeExpansion?: boolean | undefined
  readonly allowedTopologies?: readonly TopologySelectorTerm[] | undefined
  readonly mountOptions?: readonly string[] | undefined
  readonly parameters?: Readonly<Record<string, string>> | undefined
  readonly provisioner: string
  readonly reclaimPolicy?: 'Delete' | 'Recycle' | 'Retain' | undefined
  readonly volumeBindingMode?: 'Immediate' | 'WaitForFirstConsumer' | undefined
}

export interface StorageClassInput {
  readonly apiVersion?: 'storage.k8s.io/v1' | undefined
  readonly kind?: 'StorageClass' | undefined
  readonly metadata: AuthoredMeta
  readonly allowVolumeExpansion?: boolean | undefined
  readonly allowedTopologies?: readonly TopologySelectorTerm[] | undefined
  readonly mountOptions?: readonly string[] | undefined
  readonly parameters?: Readonly<Record<string, string>> | undefined
  readonly provisioner: string
  readonly reclaimPolicy?: 'Delete' | 'Recycle' | 'Retain' | undefined
  readonly volumeBindingMode?: 'Immediate' | 'WaitForFirstConsumer' | undefined
}

/** `volumeattachments` in `storage.k8s.io/v1`, cluster-scoped. */
export const VolumeAttachment: BuiltIn<
  VolumeAttachment,
  VolumeAttachmentInput,
  VolumeAttachmentStatus
> = /*#__PURE__*/ builtIn({
  group: 'storage.k8s.io',
  version: 'v1',
  kind: 'VolumeAttachment',
  plural: 'volumeattachments',
  scope: 'Cluster',
  subresources: ['status'],
})

export interface VolumeAttachment {
  readonly apiVersion: 'storage.k8s.io/v1'
  readonly kind: 'VolumeAttachment'
  readonly metadata: ObjectMeta
  readonly spec: VolumeAttachmentSpec
  readonly status?: VolumeAttachmentStatus | undefined
}

export interface VolumeAttachmentInput {
  readonly apiVersion?: 'storage.k8s.io/v1' | undefined
  readonly kind?: 'VolumeAttachment' | undefined
  readonly metadata: AuthoredMeta
  readonly spec: VolumeAttachmentSpec
}

/** `volumeattributesclasses`, `vac` in `storage.k8s.io/v1`, cluster-scoped. */
export const VolumeAttributesClass: BuiltIn<
  VolumeAttributesClass,
  VolumeAttributesClassInput,
  never
> = /*#__PURE__*/ builtIn({
  group: 'storage.k8s.io',
  version: 'v1',
  kind: 'VolumeAttributesClass',
  plural: 'volumeattributesclasses',
  scope: 'Cluster',
  shortNames: ['vac'],
})

export interface VolumeAttributesClass {
  readonly apiVersion: 'storage.k8s.io/v1'
  readonly kind: 'VolumeAttributesClass'
  readonly metadata: ObjectMeta
  readonly driverName: string
  readonly parameters?: Readonly<Record<string, string>> | undefined
}

export interface VolumeAttributesClassInput {
  readonly apiVersion?: 'storage.k8s.io/v1' | undefined
  readonly kind?: 'VolumeAttributesClass' | undefined
  readonly metadata: AuthoredMeta
  readonly driverName: string
  readonly parameters?: Readonly<Record<string, string>> | undefined
}

export interface CSIDriverSpec {
  readonly attachRequired?: boolean | undefined
  readonly fsGroupPolicy?: string | undefined
  readonly nodeAllocatableUpdatePeriodSeconds?: number | undefined
  readonly podInfoOnMount?: boolean | undefined
  readonly preventPodSchedulingIfMissing?: boolean | undefined
  readonly requiresRepublish?: boolean | undefined
  readonly seLinuxMount?: boolean | undefined
  readonly serviceAccountTokenInSecrets?: boolean | undefined
  readonly storageCapacity?: boolean | undefined
  readonly tokenRequests?: readonly TokenRequest[] | undefined
  readonly volumeLifecycleModes?: readonly string[] | undefined
}

export interface CSINodeDriver {
  readonly allocatable?: VolumeNodeResources | undefined
  readonly name: string
  readonly nodeID: string
  readonly topologyKeys?: readonly string[] | null | undefined
}

export interface CSINodeSpec {
  readonly drivers: readonly CSINodeDriver[] | null
}

export interface TokenRequest {
  readonly audience: string
  readonly expirationSeconds?: number | undefined
}

export interface VolumeAttachmentSource {
  readonly inlineVolumeSpec?: PersistentVolumeSpec | undefined
  readonly persistentVolumeName?: string | undefined
}

export interface VolumeAttachmentSpec {
  readonly attacher: string
  readonly nodeName: string
  readonly source: VolumeAttachmentSource
}

export interface VolumeAttachmentStatus {
  readonly attachError?: VolumeError | undefined
  readonly attached: boolean
  readonly attachmentMetadata?: Readonly<Record<string, string>> | undefined
  readonly detachError?: VolumeError | undefined
}

export interface VolumeError {
  readonly errorCode?: number | undefined
  readonly message?: string | undefined
  readonly time?: Time | null | undefined
}

export interface VolumeNodeResources {
  readonly count?: number | undefined
}
