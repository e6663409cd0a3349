/** PersistentVolumes and PersistentVolumeClaims. */
import type { PersistentVolume, PersistentVolumeClaim, PersistentVolumeSpec } from '@kubewright/kubernetes/core/v1'
import { deepClone, deepEqual } from '@kubewright/core/json'
import { compareQuantities, parseQuantity } from '@kubewright/core/quantities'
import { forbidden, invalid, required, unsupported } from '../../status/field-error.ts'
import { withoutBacksteps } from '../../validation/path.ts'
import { isBlank, knownWord, named, oneOf, present, type Problems, unchanged } from '../../validation/problems.ts'
import { positiveAmount } from '../../validation/resources.ts'
import type { KindBehavior } from '../kind-behavior.ts'
import { type Unvalidated, unvalidated } from '../../object/unvalidated.ts'
import { fillAzureDisk, fillRbd, fillScaleIo, roundAmounts } from '../pod/pod-defaults.ts'
import { nodeSelectorProblems } from '../pod/scheduling-checks.ts'
import { csiDriverProblems } from '../pod/volume-checks.ts'
import { ageOf, unset } from '../table/cells.ts'
import { splitList } from '../../validation/split-list.ts'
import { accessModeProblems, claimProblems, fillClaimSpec, volumeModes } from './claim-checks.ts'

const as = unvalidated<PersistentVolume>
const asClaim = unvalidated<PersistentVolumeClaim>
type AnySpec = Unvalidated<PersistentVolumeSpec>

const betaClass = 'volume.beta.kubernetes.io/storage-class'

/** Every other field of a spec is a volume source. */
const plainFields = new Set(
  splitList(`
  accessModes, capacity, claimRef, mountOptions, nodeAffinity, persistentVolumeReclaimPolicy, storageClassName,
  volumeAttributesClassName, volumeMode
`),
)

export const persistentVolume: KindBehavior = {
  fill(object) {
    const it = as(object)
    const spec = (it.spec ??= {})
    roundAmounts(spec.capacity)
    spec.persistentVolumeReclaimPolicy ||= 'Retain'
    spec.volumeMode ??= 'Filesystem'
    if (spec.hostPath) spec.hostPath.type ??= ''
    if (spec.iscsi) spec.iscsi.iscsiInterface ||= 'default'
    if (spec.rbd) fillRbd(spec.rbd)
    if (spec.azureDisk) fillAzureDisk(spec.azureDisk)
    if (spec.scaleIO) fillScaleIo(spec.scaleIO)
    const status = (it.status ??= {})
    status.phase ||= 'Pending'
  },
  prepareForCreate(object) {
    as(object).status = { phase: 'Pending', lastPhaseTransitionTime: object.metadata.creationTimestamp }
  },
  validate: (object) => volumeProblems(as(object).spec ?? {}),
  *validateUpdate(object, old) {
    const [spec, before] = [as(object).spec ?? {}, as(old).spec ?? {}]
    yield* volumeProblems(spec)
    if (!deepEqual(sourceOf(spec), sourceOf(before))) {
      yield forbidden('spec.persistentvolumesource', 'spec.persistentvolumesource is immutable after creation')
    }
    yield* unchanged(spec.volumeMode, before.volumeMode, 'volumeMode')
  },
  cells(object, nowMs) {
    const { spec = {}, status = {} } = as(object)
    const isGoing = object.metadata.deletionTimestamp !== undefined
    return [
      object.metadata.name,
      String(spec.capacity?.['storage'] ?? '0'),
      modesCell(spec.accessModes),
      spec.persistentVolumeReclaimPolicy ?? '',
      isGoing ? 'Terminating' : (status.phase ?? ''),
      spec.claimRef ? `${spec.claimRef.namespace}/${spec.claimRef.name}` : '',
      object.metadata.annotations?.[betaClass] ?? spec.storageClassName ?? '',
      spec.volumeAttributesClassName ?? unset,
      status.reason ?? '',
      ageOf(object, nowMs),
      spec.volumeMode ?? unset,
    ]
  },
}

function sourceOf(spec: AnySpec): object {
  const { csi, ...rest } = spec
  const entries = Object.entries(rest).filter(([field]) => !plainFields.has(field))
  const { controllerExpandSecretRef: _, ...driver } = csi ?? {}
  return { ...Object.fromEntries(entries), ...(csi === undefined ? {} : { csi: driver }) }
}

function* volumeProblems(spec: AnySpec): Problems {
  const { accessModes = [], capacity = {}, storageClassName, volumeAttributesClassName } = spec
  if (accessModes.length === 0) yield required('spec.accessModes')
  yield* accessModeProblems(accessModes, 'spec.accessModes')
  const storage = capacity['storage']
  if (Object.keys(capacity).length === 0) yield required('spec.capacity')
  if (storage === undefined || Object.keys(capacity).length > 1) {
    yield unsupported('spec.capacity', Object.keys(capacity).length === 0 ? null : capacity, ['storage'])
  }
  for (const [name, amount = 0] of Object.entries(capacity)) {
    const size = parseQuantity(amount).toNumber()
    if (size < 0) yield invalid(`spec.capacity[${name}]`, size, 'must be a valid resource quantity')
    yield* positiveAmount(amount, `spec.capacity[${name}]`)
  }
  yield* oneOf(spec.persistentVolumeReclaimPolicy, 'spec.persistentVolumeReclaimPolicy', [
    'Delete',
    'Recycle',
    'Retain',
  ])
  const { required: selector } = spec.nodeAffinity ?? {}
  if (spec.nodeAffinity && selector === undefined) {
    yield required('spec.nodeAffinity.required', 'must specify required node constraints')
  } else if (selector) yield* nodeSelectorProblems(selector, 'spec.nodeAffinity.required')
  yield* sourceProblems(spec)
  if (!isBlank(storageClassName)) yield* named('dns1123Subdomain', storageClassName, 'spec.storageClassName')
  yield* knownWord(spec.volumeMode, 'spec.volumeMode', volumeModes)
  if (volumeAttributesClassName !== undefined && spec.csi === undefined) {
    yield required('spec.csi', 'has to be specified when using volumeAttributesClassName')
  }
}

function* sourceProblems(spec: AnySpec): Problems {
  const given = Object.keys(spec).filter(
    (field) => !plainFields.has(field) && spec[field as keyof AnySpec] !== undefined,
  )
  const [first] = given
  if (first === undefined) yield required('spec', 'must specify a volume type')
  const { hostPath, local, nfs, csi } = spec
  if (first === 'hostPath') {
    if (isBlank(hostPath?.path)) yield required('spec.hostPath.path')
    else yield* withoutBacksteps(hostPath!.path!, 'spec.hostPath.path')
  }
  if (first === 'local') {
    if (isBlank(local?.path)) yield required('spec.local.path')
    else yield* withoutBacksteps(local!.path!, 'spec.local.path')
    if (spec.nodeAffinity === undefined) yield required('spec.nodeAffinity', 'Local volume requires node affinity')
  }
  if (first === 'nfs') {
    yield* present(nfs?.server, 'spec.nfs.server')
    yield* present(nfs?.path, 'spec.nfs.path')
  }
  if (first === 'csi') {
    yield* csiDriverProblems(csi?.driver, 'spec.csi.driver')
    yield* present(csi?.volumeHandle, 'spec.csi.volumeHandle')
  }
  for (const field of given.slice(1)) yield forbidden(`spec.${field}`, 'may not specify more than 1 volume type')
}

const shortModes: Readonly<Record<string, string>> = {
  ReadWriteOnce: 'RWO',
  ReadOnlyMany: 'ROX',
  ReadWriteMany: 'RWX',
  ReadWriteOncePod: 'RWOP',
}

function modesCell(modes: readonly string[] | undefined): string {
  const order = Object.keys(shortModes).filter((mode) => modes?.includes(mode))
  return order.map((mode) => shortModes[mode]).join(',')
}

export const persistentVolumeClaim: KindBehavior = {
  fill(object) {
    const it = asClaim(object)
    const spec = (it.spec ??= {})
    fillClaimSpec(spec)
    roundAmounts(spec.resources?.requests)
    roundAmounts(spec.resources?.limits)
    const status = (it.status ??= {})
    status.phase ||= 'Pending'
  },
  validate: (object) => claimProblems(asClaim(object).spec ?? {}, 'spec'),
  *validateUpdate(object, old) {
    const [claim, before] = [asClaim(object), asClaim(old)]
    yield* claimProblems(claim.spec ?? {}, 'spec')
    if (!deepEqual(fixedPart(claim, before), fixedPart(before, before))) yield forbidden('spec', fixedText)
    const [now, then] = [claim.spec?.resources?.requests?.['storage'], before.spec?.resources?.requests?.['storage']]
    const granted = before.status?.capacity?.['storage'] ?? 0
    if (
      now !== undefined &&
      then !== undefined &&
      compareQuantities(now, then) < 0 &&
      compareQuantities(now, granted) <= 0
    ) {
      yield forbidden('spec.resources.requests.storage', 'field can not be less than status.capacity')
    }
    yield* unchanged(claim.spec?.volumeMode, before.spec?.volumeMode, 'volumeMode')
  },
  warnings(object) {
    const isByAnnotation = Object.hasOwn(object.metadata.annotations ?? {}, betaClass)
    const advice = `metadata.annotations[${betaClass}]: deprecated since v1.8; use "storageClassName" attribute instead`
    const warnings = isByAnnotation ? [advice] : []
    const storage = asClaim(object).spec?.resources?.requests?.['storage']
    if (storage === undefined || parseQuantity(storage).exponent >= 0) return warnings
    const text = parseQuantity(storage).toString()
    const problem = `fractional byte value "${text}" is invalid, must be an integer`
    return [...warnings, `spec.resources.requests[storage]: ${problem}`]
  },
  cells(object, nowMs) {
    const { spec = {}, status = {} } = asClaim(object)
    const isBound = !isBlank(spec.volumeName)
    const isGoing = object.metadata.deletionTimestamp !== undefined
    return [
      object.metadata.name,
      isGoing ? 'Terminating' : (status.phase ?? ''),
      spec.volumeName ?? '',
      isBound ? String(status.capacity?.['storage'] ?? '0') : '',
      isBound ? modesCell(status.accessModes) : '',
      object.metadata.annotations?.[betaClass] ?? spec.storageClassName ?? '',
      spec.volumeAttributesClassName ?? unset,
      ageOf(object, nowMs),
      spec.volumeMode ?? unset,
    ]
  },
}

const fixedText =
  'spec is immutable after creation except resources.requests and volumeAttributesClassName for bound claims'

/** The immutable part of a claim: everything except the volume until it is bound, and the requested size once it is. */
function fixedPart(claim: Unvalidated<PersistentVolumeClaim>, old: Unvalidated<PersistentVolumeClaim>): object {
  const spec = deepClone(claim.spec ?? {})
  if (isBlank(old.spec?.volumeName)) delete spec.volumeName
  if (old.spec?.storageClassName === undefined) delete spec.storageClassName
  if (old.status?.phase === 'Bound') {
    delete spec.resources?.requests?.['storage']
    delete spec.volumeAttributesClassName
  }
  return spec
}
