/** Validation of PersistentVolumeClaim specs, in claims and in templates. */
import type { PersistentVolumeClaimSpec, TypedLocalObjectReference } from '@kubewright/kubernetes/core/v1'
import { forbidden, invalid, required, unsupported } from '../../status/field-error.ts'
import { selectorProblems } from '../../validation/label-selector.ts'
import { isBlank, knownWord, named, type Problems } from '../../validation/problems.ts'
import { positiveAmount } from '../../validation/resources.ts'
import type { Unvalidated } from '../../object/unvalidated.ts'

const accessModes = ['ReadOnlyMany', 'ReadWriteMany', 'ReadWriteOnce', 'ReadWriteOncePod']

export function* accessModeProblems(modes: readonly string[], path: string): Problems {
  for (const mode of modes) if (!accessModes.includes(mode)) yield unsupported(path, mode, accessModes)
  const hasOthers = modes.some((mode) => mode !== 'ReadWriteOncePod' && accessModes.includes(mode))
  if (hasOthers && modes.includes('ReadWriteOncePod')) {
    yield forbidden(path, 'may not use ReadWriteOncePod with other access modes')
  }
}

export const volumeModes = ['Block', 'Filesystem']

export function* claimProblems(spec: Unvalidated<PersistentVolumeClaimSpec>, path: string): Problems {
  const { accessModes: modes = [], resources, storageClassName, volumeMode, volumeAttributesClassName } = spec
  if (modes.length === 0) yield required(`${path}.accessModes`, 'at least 1 access mode is required')
  yield* selectorProblems(spec.selector, `${path}.selector`)
  yield* accessModeProblems(modes, `${path}.accessModes`)
  const storage = resources?.requests?.['storage']
  if (storage === undefined) yield required(`${path}.resources[storage]`)
  else yield* positiveAmount(storage, `${path}.resources[storage]`)
  if (!isBlank(storageClassName)) yield* named('dns1123Subdomain', storageClassName, `${path}.storageClassName`)
  yield* knownWord(volumeMode, `${path}.volumeMode`, volumeModes)
  if (spec.dataSource) yield* dataSourceProblems(spec.dataSource, `${path}.dataSource`)
  if (spec.dataSourceRef) yield* dataSourceProblems(spec.dataSourceRef, `${path}.dataSourceRef`)
  if (!isBlank(volumeAttributesClassName)) {
    yield* named('dns1123Subdomain', volumeAttributesClassName, `${path}.volumeAttributesClassName`)
  }
}

function* dataSourceProblems(source: Unvalidated<TypedLocalObjectReference>, path: string): Problems {
  const { apiGroup, kind, name } = source
  if (isBlank(name)) yield required(`${path}.name`)
  if (isBlank(kind)) yield required(`${path}.kind`)
  if (isBlank(apiGroup) && kind !== 'PersistentVolumeClaim') {
    yield invalid(path, kind ?? '', "must be 'PersistentVolumeClaim' when referencing the default apiGroup")
  }
  if (!isBlank(apiGroup)) yield* named('dns1123Subdomain', apiGroup, `${path}.apiGroup`)
}

/** Defaults of claim specs, for all kinds that embed one. */
export function fillClaimSpec(spec: Unvalidated<PersistentVolumeClaimSpec>): void {
  spec.volumeMode ??= 'Filesystem'
  const { dataSource, dataSourceRef } = spec
  // The two fields are synonyms: each is copied to the other.
  if (dataSource !== undefined && dataSourceRef === undefined) spec.dataSourceRef = { ...dataSource }
  if (dataSource === undefined && dataSourceRef !== undefined && isBlank(dataSourceRef.namespace)) {
    const { apiGroup, kind, name } = dataSourceRef
    spec.dataSource = { ...(apiGroup === undefined ? {} : { apiGroup }), kind, name }
  }
}
