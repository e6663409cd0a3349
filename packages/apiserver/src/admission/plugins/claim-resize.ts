/** PersistentVolumeClaimResize: only bound claims may grow, and only if their storage class allows expansion. */
import { compareQuantities } from '@kubewright/core/quantities'
import type { PersistentVolumeClaim } from '@kubewright/kubernetes/core/v1'
import type { StorageClass } from '@kubewright/kubernetes/storage/v1'
import { type Unvalidated, unvalidated } from '../../object/unvalidated.ts'
import type { AdmissionPlugin } from '../../kinds/admission.ts'
import { isAboutItself, refuse } from './attributes.ts'
import { storageClassAnnotation } from './default-class.ts'
import type { StoredObjects } from './stored-objects.ts'

type Claim = Unvalidated<PersistentVolumeClaim>

export function persistentVolumeClaimResize(objects: StoredObjects): AdmissionPlugin {
  return {
    name: 'PersistentVolumeClaimResize',
    validate(attributes) {
      const { operation, object, oldObject } = attributes
      if (operation !== 'UPDATE' || object === undefined || oldObject === undefined) return
      if (!isAboutItself(attributes, '', 'persistentvolumeclaims')) return
      const [claim, old] = [unvalidated<PersistentVolumeClaim>(object), unvalidated<PersistentVolumeClaim>(oldObject)]
      if (compareQuantities(sizeOf(claim), sizeOf(old)) <= 0) return
      if (old.status?.phase !== 'Bound') {
        throw refuse(attributes, 'Only bound persistent volume claims can be expanded')
      }
      if (!mayGrow(objects, claim, old)) {
        const why =
          'only dynamically provisioned pvc can be resized and the storageclass that provisions the pvc must support resize'
        throw refuse(attributes, why)
      }
    },
  }
}

function sizeOf(claim: Claim): string | number {
  return claim.spec?.resources?.requests?.['storage'] ?? '0'
}

function mayGrow(objects: StoredObjects, claim: Claim, old: Claim): boolean {
  const name = classOf(claim)
  if (name === '' || name !== classOf(old)) return false
  return objects.find<StorageClass>('storage.k8s.io', 'storageclasses', name)?.allowVolumeExpansion === true
}

/** The annotation takes precedence over the field. */
export function classOf({ metadata, spec }: Claim): string {
  return metadata?.annotations?.[storageClassAnnotation] ?? spec?.storageClassName ?? ''
}
