import type { PersistentVolume, PersistentVolumeClaim, StorageClass } from '@kubewright/kubernetes'
import { describe, expect, it } from 'vitest'
import { planClaim } from './claim-plan.ts'

const claimOf = (spec: object = {}, status: object = {}) =>
  ({
    metadata: { name: 'data', namespace: 'default', uid: 'u1' },
    spec: {
      accessModes: ['ReadWriteOnce'],
      resources: { requests: { storage: '1Gi' } },
      storageClassName: 'standard',
      ...spec,
    },
    status,
  }) as unknown as PersistentVolumeClaim
const volumeOf = (name: string, spec: object = {}) =>
  ({
    metadata: { name },
    spec: {
      accessModes: ['ReadWriteOnce', 'ReadOnlyMany'],
      capacity: { storage: '5Gi' },
      storageClassName: 'standard',
      ...spec,
    },
  }) as unknown as PersistentVolume
const classOf = (more: object = {}) =>
  ({ metadata: { name: 'standard' }, provisioner: 'x', ...more }) as unknown as StorageClass

function plan(claim: PersistentVolumeClaim, volumes: readonly PersistentVolume[], more: object = {}) {
  const done = planClaim(claim, { volumes, storageClass: classOf(), isUsed: false, ...more })
  if (done.type === 'bind') return `bind ${done.volume.metadata.name}`
  return done.type === 'wait' ? `wait ${done.event?.reason ?? ''}`.trim() : done.type
}

describe('binding a PersistentVolumeClaim', () => {
  it.each([
    { name: 'provisions a volume if none matches', volumes: [], is: 'provision' },
    {
      name: 'selects the smallest volume that is large enough',
      volumes: [
        volumeOf('large', { capacity: { storage: '9Gi' } }),
        volumeOf('fits'),
        volumeOf('small', { capacity: { storage: '10Mi' } }),
      ],
      is: 'bind fits',
    },
    {
      name: 'skips volumes of another class',
      volumes: [volumeOf('other', { storageClassName: 'fast' })],
      is: 'provision',
    },
    {
      name: 'skips volumes with other access modes',
      volumes: [volumeOf('other', { accessModes: ['ReadOnlyMany'] })],
      is: 'provision',
    },
    {
      name: 'skips volumes of another claim',
      volumes: [volumeOf('other', { claimRef: { name: 'data', namespace: 'default', uid: 'u0' } })],
      is: 'provision',
    },
    {
      name: 'selects the volume that was reserved for it',
      volumes: [
        volumeOf('a', { capacity: { storage: '1Gi' } }),
        volumeOf('b', { claimRef: { name: 'data', namespace: 'default' } }),
      ],
      is: 'bind b',
    },
    {
      name: 'keeps its bound volume',
      claim: claimOf({ volumeName: 'mine' }),
      volumes: [volumeOf('mine', { claimRef: { name: 'data', namespace: 'default', uid: 'u1' } })],
      is: 'bind mine',
    },
    { name: 'waits for the volume it names', claim: claimOf({ volumeName: 'mine' }), volumes: [], is: 'wait' },
    {
      name: 'becomes Lost with its volume',
      claim: claimOf({ volumeName: 'mine' }, { phase: 'Bound' }),
      volumes: [],
      is: 'lost',
    },
    {
      name: 'waits for a consumer',
      volumes: [],
      more: { storageClass: classOf({ volumeBindingMode: 'WaitForFirstConsumer' }) },
      is: 'wait WaitForFirstConsumer',
    },
    {
      name: 'stops waiting once it has a consumer',
      volumes: [],
      more: { storageClass: classOf({ volumeBindingMode: 'WaitForFirstConsumer' }), isUsed: true },
      is: 'provision',
    },
    {
      name: 'waits for its StorageClass',
      volumes: [],
      more: { storageClass: undefined },
      is: 'wait ProvisioningFailed',
    },
    {
      name: 'waits for a volume if the class has no provisioner',
      volumes: [],
      more: { storageClass: classOf({ provisioner: 'kubernetes.io/no-provisioner' }) },
      is: 'wait FailedBinding',
    },
    {
      name: 'waits for a volume if it has no class',
      claim: claimOf({ storageClassName: '' }),
      volumes: [],
      more: { storageClass: undefined },
      is: 'wait FailedBinding',
    },
  ])('$name', ({ claim = claimOf(), volumes, more = {}, is }) => {
    expect(plan(claim, volumes, more)).toBe(is)
  })
})
