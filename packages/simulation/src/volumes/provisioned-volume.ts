/** The volume that is provisioned for a claim. Pure. */
import type { PersistentVolumeClaim, PersistentVolumeInput, StorageClass } from '@kubewright/kubernetes'
import { provisionedByAnnotation } from '../names.ts'

/** Deterministic, so that retries provision only one volume for a claim. */
export function volumeNameFor({ metadata }: PersistentVolumeClaim): string {
  return `pvc-${metadata.uid}`
}

export function volumeFor(claim: PersistentVolumeClaim, storageClass: StorageClass): PersistentVolumeInput {
  const { name, namespace, uid } = claim.metadata
  const { accessModes, resources, volumeMode } = claim.spec ?? {}
  const volume = volumeNameFor(claim)
  return {
    metadata: { name: volume, annotations: { [provisionedByAnnotation]: storageClass.provisioner } },
    spec: {
      ...(accessModes === undefined ? {} : { accessModes }),
      ...(volumeMode === undefined ? {} : { volumeMode }),
      capacity: { storage: resources?.requests?.['storage'] ?? '1Gi' },
      claimRef: { apiVersion: 'v1', kind: 'PersistentVolumeClaim', name, ...(namespace && { namespace }), uid },
      persistentVolumeReclaimPolicy: storageClass.reclaimPolicy ?? 'Delete',
      storageClassName: storageClass.metadata.name,
      // A nominal path: processes get the actual directory of a claim.
      hostPath: { path: `/var/lib/kubewright/volumes/${volume}`, type: 'DirectoryOrCreate' },
    },
  }
}
