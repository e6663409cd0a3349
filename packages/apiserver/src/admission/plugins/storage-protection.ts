/** StorageObjectInUseProtection: adds a finalizer that keeps storage objects while they are in use. */
import { formatGroupResource } from '../../status/failures.ts'
import type { AdmissionPlugin } from '../../kinds/admission.ts'

/** Controllers remove these. */
const finalizers: ReadonlyMap<string, string> = new Map([
  ['persistentvolumes', 'kubernetes.io/pv-protection'],
  ['persistentvolumeclaims', 'kubernetes.io/pvc-protection'],
  ['volumeattributesclasses.storage.k8s.io', 'kubernetes.io/vac-protection'],
])

export const storageObjectInUseProtection: AdmissionPlugin = {
  name: 'StorageObjectInUseProtection',
  admit({ operation, kind, subresource, object }) {
    if (operation !== 'CREATE' || subresource !== '' || object === undefined) return
    const finalizer = finalizers.get(formatGroupResource({ group: kind.group, resource: kind.plural }))
    const present = object.metadata.finalizers ?? []
    if (finalizer === undefined || present.includes(finalizer)) return
    object.metadata.finalizers = [...present, finalizer]
  },
}
