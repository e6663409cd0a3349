/** Decides what to do with a persistent volume claim. Pure. */
import { compareQuantities } from '@kubewright/core/quantities'
import type { PersistentVolume, PersistentVolumeClaim, StorageClass } from '@kubewright/kubernetes'

export type ClaimPlan =
  | { readonly type: 'bind'; readonly volume: PersistentVolume }
  | { readonly type: 'provision'; readonly storageClass: StorageClass }
  /** It was bound, but its volume is gone. */
  | { readonly type: 'lost' }
  | { readonly type: 'wait'; readonly event?: { readonly reason: string; readonly message: string } }

export interface ClaimSituation {
  readonly volumes: readonly PersistentVolume[]
  /** The storage class of the claim. */
  readonly storageClass: StorageClass | undefined
  /** Whether a scheduled pod uses the claim. */
  readonly isUsed: boolean
}

/** The provisioner name of classes without dynamic provisioning. */
const noProvisioner = 'kubernetes.io/no-provisioner'

export function planClaim(claim: PersistentVolumeClaim, situation: ClaimSituation): ClaimPlan {
  const named = claim.spec?.volumeName
  if (named !== undefined && named !== '') return planNamed(claim, named, situation)
  const volume = fittingVolume(claim, situation.volumes)
  return volume === undefined ? planNew(claim, situation) : { type: 'bind', volume }
}

/** The claim names its volume, before or after binding. */
function planNamed(claim: PersistentVolumeClaim, name: string, { volumes }: ClaimSituation): ClaimPlan {
  const volume = volumes.find(({ metadata }) => metadata.name === name)
  const wasBound = claim.status?.phase === 'Bound' || claim.status?.phase === 'Lost'
  if (volume === undefined) return wasBound ? { type: 'lost' } : { type: 'wait' }
  return isFreeFor(volume, claim) ? { type: 'bind', volume } : { type: 'wait' }
}

function planNew({ spec }: PersistentVolumeClaim, { storageClass, isUsed }: ClaimSituation): ClaimPlan {
  const wait = (reason: string, message: string): ClaimPlan => ({ type: 'wait', event: { reason, message } })
  const name = spec?.storageClassName ?? ''
  if (name === '')
    return wait('FailedBinding', 'no persistent volumes available for this claim and no storage class is set')
  if (storageClass === undefined) return wait('ProvisioningFailed', `storageclass.storage.k8s.io "${name}" not found`)
  const waits = storageClass.volumeBindingMode === 'WaitForFirstConsumer' && !isUsed
  if (waits) return wait('WaitForFirstConsumer', 'waiting for first consumer to be created before binding')
  return storageClass.provisioner === noProvisioner
    ? wait('FailedBinding', 'no persistent volumes available for this claim')
    : { type: 'provision', storageClass }
}

/** The smallest volume that is large enough; a volume that is reserved for the claim takes precedence. */
function fittingVolume(
  claim: PersistentVolumeClaim,
  volumes: readonly PersistentVolume[],
): PersistentVolume | undefined {
  const reserved = volumes.find((volume) => isReservedFor(volume, claim))
  if (reserved !== undefined) return reserved
  const fitting = volumes.filter((volume) => volume.spec?.claimRef === undefined && fits(volume, claim))
  return fitting.toSorted((one, two) => compareQuantities(sizeOf(one), sizeOf(two)))[0]
}

function isFreeFor(volume: PersistentVolume, claim: PersistentVolumeClaim): boolean {
  return volume.spec?.claimRef === undefined || isReservedFor(volume, claim)
}

function isReservedFor({ spec }: PersistentVolume, { metadata }: PersistentVolumeClaim): boolean {
  const { name, namespace, uid } = spec?.claimRef ?? {}
  const isSame = name === metadata.name && namespace === metadata.namespace
  return isSame && (uid === undefined || uid === '' || uid === metadata.uid)
}

function fits({ metadata, spec }: PersistentVolume, { spec: wanted }: PersistentVolumeClaim): boolean {
  if (metadata.deletionTimestamp !== undefined) return false
  const needed = wanted?.resources?.requests?.['storage'] ?? '0'
  return (
    (spec?.storageClassName ?? '') === (wanted?.storageClassName ?? '') &&
    (spec?.volumeMode ?? 'Filesystem') === (wanted?.volumeMode ?? 'Filesystem') &&
    (wanted?.accessModes ?? []).every((mode) => spec?.accessModes?.includes(mode) === true) &&
    compareQuantities(spec?.capacity?.['storage'] ?? '0', needed) >= 0
  )
}

function sizeOf({ spec }: PersistentVolume) {
  return spec?.capacity?.['storage'] ?? '0'
}
