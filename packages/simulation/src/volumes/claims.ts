/**
 * Persistent volume claims: bound to a fitting or a newly provisioned volume, and protected while a pod uses them.
 * See decision 0169.
 */
import { ignoreNotFound, isAlreadyExists } from '@kubewright/client'
import { again, changed, type Context, defineController, done, type Outcome, watch } from '@kubewright/controller'
import { refOf } from '@kubewright/core'
import { PersistentVolume, PersistentVolumeClaim, Pod, StorageClass } from '@kubewright/kubernetes'
import { bearingConflicts } from '../conflicts.ts'
import { bindCompletedAnnotation, boundByControllerAnnotation, claimProtectionFinalizer } from '../names.ts'
import { isFinished } from '../workloads/pod-state.ts'
import { latest, writeStatus } from '../workloads/write-status.ts'
import { type ClaimPlan, planClaim } from './claim-plan.ts'
import { volumeFor, volumeNameFor } from './provisioned-volume.ts'
import { withoutFinalizer } from './without-finalizer.ts'

export const claims = defineController({
  name: 'claims',
  for: PersistentVolumeClaim,
  when: 'any-change',
  seesDeletion: true,
  watches: [
    watch(PersistentVolume, {
      when: changed(({ metadata, spec }) => [metadata.deletionTimestamp, spec]),
      requests: ({ spec }, { all }) => {
        const { name, namespace } = spec?.claimRef ?? {}
        return name === undefined || namespace === undefined ? all(PersistentVolumeClaim, {}) : [{ name, namespace }]
      },
    }),
    watch(StorageClass, { requests: (_, { all }) => all(PersistentVolumeClaim, {}) }),
    watch(Pod, {
      when: changed(({ spec, status }) => [spec.nodeName, status?.phase]),
      requests: (pod) => claimsOfPod(pod),
    }),
  ],
  reconcile: bearingConflicts(reconcile),
})

async function reconcile(claim: PersistentVolumeClaim, ctx: Context): Promise<Outcome> {
  const users = usersOf(claim, ctx)
  if (claim.metadata.deletionTimestamp !== undefined) {
    const isInUse = users.some((pod) => !isFinished(pod))
    if (!isInUse) await withoutFinalizer(PersistentVolumeClaim, claim, claimProtectionFinalizer, ctx)
    return done()
  }
  const storageClass = ctx.cache.get(StorageClass, { name: claim.spec?.storageClassName ?? '' })
  const isUsed = users.some(({ spec }) => (spec.nodeName ?? '') !== '')
  const plan = planClaim(claim, { volumes: ctx.cache.list(PersistentVolume), storageClass, isUsed })
  return carryOut(claim, plan, ctx)
}

async function carryOut(claim: PersistentVolumeClaim, plan: ClaimPlan, ctx: Context): Promise<Outcome> {
  const { client, signal, events } = ctx
  switch (plan.type) {
    case 'provision': {
      const volume = volumeFor(claim, plan.storageClass)
      await client.create(PersistentVolume, volume, { signal }).catch((error: unknown) => {
        if (!isAlreadyExists(error)) throw error
      })
      const note = `Successfully provisioned volume ${volumeNameFor(claim)}`
      events.normal('ProvisioningSucceeded', note)
      return again(0) // then it is bound like any other
    }
    case 'bind':
      await bind(claim, plan.volume, ctx)
      return done()
    case 'lost':
      await writeStatus(ctx, PersistentVolumeClaim, claim, { ...claim.status, phase: 'Lost' })
      return done()
    case 'wait': {
      const { reason = '', message = '' } = plan.event ?? {}
      if (reason === 'ProvisioningFailed') events.warning(reason, message)
      else if (reason !== '') events.normal(reason, message)
      await writeStatus(ctx, PersistentVolumeClaim, claim, { ...claim.status, phase: 'Pending' })
      return done()
    }
  }
}

/** First the volume, then the claim: after a crash in between, the next reconcile completes the same binding. */
async function bind(claim: PersistentVolumeClaim, volume: PersistentVolume, ctx: Context): Promise<void> {
  const { client, signal } = ctx
  const { name, namespace, uid } = claim.metadata
  if (volume.spec?.claimRef?.uid !== uid) {
    const claimRef = { apiVersion: 'v1', kind: 'PersistentVolumeClaim', name, namespace, uid }
    const { resourceVersion } = volume.metadata
    await client.patch(
      PersistentVolume,
      refOf(volume),
      { metadata: { resourceVersion }, spec: { claimRef } },
      { signal },
    )
  }
  const { name: volumeName } = volume.metadata
  const annotations = { [bindCompletedAnnotation]: 'yes', [boundByControllerAnnotation]: 'yes' }
  const isTold = claim.spec?.volumeName === volumeName && bindCompletedAnnotation in (claim.metadata.annotations ?? {})
  if (!isTold) {
    const { resourceVersion } = claim.metadata
    const patch = { metadata: { resourceVersion, annotations }, spec: { volumeName } }
    await client.patch(PersistentVolumeClaim, refOf(claim), patch, { signal }).catch(ignoreNotFound)
  }
  const { accessModes, capacity } = volume.spec ?? {}
  const status = { ...claim.status, phase: 'Bound' as const, accessModes, capacity }
  await writeStatus(ctx, PersistentVolumeClaim, latest(ctx, PersistentVolumeClaim, claim), status)
}

function usersOf({ metadata: { name, namespace } }: PersistentVolumeClaim, { cache }: Context): readonly Pod[] {
  return cache
    .list(Pod, namespace === undefined ? {} : { namespace })
    .filter((pod) => claimsOfPod(pod).some((claim) => claim.name === name))
}

function claimsOfPod({ metadata: { namespace = '', name: pod }, spec }: Pod) {
  return (spec.volumes ?? []).flatMap(({ name, persistentVolumeClaim, ephemeral }) => {
    const claim = persistentVolumeClaim?.claimName ?? (ephemeral === undefined ? undefined : `${pod}-${name}`)
    return claim === undefined ? [] : [{ name: claim, namespace }]
  })
}
