/** Persistent volumes: available, bound, or released when their claim is gone; then deleted or retained by their reclaim policy. */
import { ignoreNotFound } from '@kubewright/client'
import { type Context, defineController, done, type Outcome, watch } from '@kubewright/controller'
import { refOf } from '@kubewright/core'
import { PersistentVolume, PersistentVolumeClaim } from '@kubewright/kubernetes'
import { bearingConflicts } from '../conflicts.ts'
import { volumeProtectionFinalizer } from '../names.ts'
import { writeStatus } from '../workloads/write-status.ts'
import { withoutFinalizer } from './without-finalizer.ts'

export const keptVolumes = defineController({
  name: 'volumes',
  for: PersistentVolume,
  when: 'any-change',
  seesDeletion: true,
  watches: [
    watch(PersistentVolumeClaim, {
      requests: ({ spec }) => (spec?.volumeName === undefined ? [] : [{ name: spec.volumeName }]),
    }),
  ],
  reconcile: bearingConflicts(reconcile),
})

async function reconcile(volume: PersistentVolume, ctx: Context): Promise<Outcome> {
  const phase = await phaseOf(volume, ctx)
  if (volume.metadata.deletionTimestamp !== undefined) {
    if (phase !== 'Bound') await withoutFinalizer(PersistentVolume, volume, volumeProtectionFinalizer, ctx)
    return done()
  }
  await writeStatus(ctx, PersistentVolume, volume, { ...volume.status, phase })
  const isOver = phase === 'Released' && volume.spec?.persistentVolumeReclaimPolicy === 'Delete'
  const { client, signal } = ctx
  const { uid } = volume.metadata
  if (isOver)
    await client.delete(PersistentVolume, refOf(volume), { preconditions: { uid }, signal }).catch(ignoreNotFound)
  return done()
}

/** Confirms by a live read that a claim is gone: releasing a volume cannot be undone. */
async function phaseOf({ spec }: PersistentVolume, { cache, client, signal }: Context) {
  const { name, namespace, uid } = spec?.claimRef ?? {}
  if (name === undefined || namespace === undefined) return 'Available'
  const ref = { name, namespace }
  const isOwn = (claim: PersistentVolumeClaim | undefined) => claim !== undefined && claim.metadata.uid === uid
  if (uid === undefined || uid === '') return 'Available'
  if (isOwn(cache.get(PersistentVolumeClaim, ref))) return 'Bound'
  return isOwn(await client.get(PersistentVolumeClaim, ref, { signal }).catch(ignoreNotFound)) ? 'Bound' : 'Released'
}
