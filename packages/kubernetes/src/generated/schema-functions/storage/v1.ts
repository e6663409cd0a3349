// Made by `npm run generate:kubernetes`; edits are lost.
import { type StructuralType, structural } from '@kubewright/resource'
import type {
  CSIDriverInput,
  CSIDriverSpec,
  CSINodeDriver,
  CSINodeInput,
  CSINodeSpec,
  CSIStorageCapacityInput,
  StorageClassInput,
  TokenRequest,
  VolumeAttachmentInput,
  VolumeAttachmentSource,
  VolumeAttachmentSpec,
  VolumeAttachmentStatus,
  VolumeAttributesClassInput,
  VolumeError,
  VolumeNodeResources,
} from '../../storage/v1.ts'
import * as schemas from '../../structural/storage/v1.ts'

export const csiDriver = (): StructuralType<CSIDriverInput> => structural(schemas.CSIDriver)

export const csiDriverSpec = (): StructuralType<CSIDriverSpec> => structural(schemas.CSIDriverSpec)

export const csiNode = (): StructuralType<CSINodeInput> => structural(schemas.CSINode)

export const csiNodeDriver = (): StructuralType<CSINodeDriver> => structural(schemas.CSINodeDriver)

export const csiNodeSpec = (): StructuralType<CSINodeSpec> => structural(schemas.CSINodeSpec)

export const csiStorageCapacity = (): StructuralType<CSIStorageCapacityInput> => structural(schemas.CSIStorageCapacity)

export const storageClass = (): StructuralType<StorageClassInput> => structural(schemas.StorageClass)

export const tokenRequest = (): StructuralType<TokenRequest> => structural(schemas.TokenRequest)

export const volumeAttachment = (): StructuralType<VolumeAttachmentInput> => structural(schemas.VolumeAttachment)

export const volumeAttachmentSource = (): StructuralType<VolumeAttachmentSource> =>
  structural(schemas.VolumeAttachmentSource)

export const volumeAttachmentSpec = (): StructuralType<VolumeAttachmentSpec> => structural(schemas.VolumeAttachmentSpec)

export const volumeAttachmentStatus = (): StructuralType<VolumeAttachmentStatus> =>
  structural(schemas.VolumeAttachmentStatus)

export const volumeAttributesClass = (): StructuralType<VolumeAttributesClassInput> =>
  structural(schemas.VolumeAttributesClass)

export const volumeError = (): StructuralType<VolumeError> => structural(schemas.VolumeError)

export const volumeNodeResources = (): StructuralType<VolumeNodeResources> => structural(schemas.VolumeNodeResources)
