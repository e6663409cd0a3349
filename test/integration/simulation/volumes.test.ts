import type { Client } from '@kubewright/client'
import { isNotFound } from '@kubewright/client'
import {
  Namespace,
  PersistentVolume,
  PersistentVolumeClaim,
  Pod,
  StatefulSet,
  StorageClass,
} from '@kubewright/kubernetes'
import { startCluster } from '@kubewright/testing'
import { describe, expect, it } from 'vitest'

const data = { name: 'data', namespace: 'default' }
const claimSpec = { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } } as const
const volumes = [{ name: 'data', persistentVolumeClaim: { claimName: 'data' } }]
const pod = {
  metadata: { name: 'web', namespace: 'default' },
  spec: { volumes, containers: [{ name: 'web', image: 'web' }] },
}
const claimOf = (client: Client) =>
  client.get(PersistentVolumeClaim, data).catch((error: unknown) => {
    if (!isNotFound(error)) throw error
    return undefined
  })

describe('simulated PersistentVolumeClaims', () => {
  it('are bound to a volume of the default class, which is deleted with them', async () => {
    await using cluster = await startCluster({ simulation: true })
    const { client } = cluster
    await client.create(PersistentVolumeClaim, { metadata: data, spec: claimSpec })
    await cluster.settle()
    const claim = (await claimOf(client))!
    expect(claim.spec).toMatchObject({ storageClassName: 'standard', volumeName: `pvc-${claim.metadata.uid}` })
    expect(claim.status).toMatchObject({ phase: 'Bound', accessModes: ['ReadWriteOnce'], capacity: { storage: '1Gi' } })
    const volume = await client.get(PersistentVolume, { name: claim.spec!.volumeName! })
    expect([volume.status?.phase, volume.spec?.claimRef?.uid]).toEqual(['Bound', claim.metadata.uid])
    await client.delete(PersistentVolumeClaim, data)
    await cluster.settle()
    expect((await client.list(PersistentVolume)).items).toEqual([])
    expect(await claimOf(client)).toBeUndefined()
  })

  it('are not deleted while a pod uses them', async () => {
    await using cluster = await startCluster({ simulation: true })
    const { client } = cluster
    await client.create(PersistentVolumeClaim, { metadata: data, spec: claimSpec })
    await client.create(Pod, pod)
    await cluster.settle()
    await client.delete(PersistentVolumeClaim, data)
    await cluster.settle()
    expect((await claimOf(client))?.metadata.deletionTimestamp).toBeDefined()
    await client.delete(Pod, pod.metadata)
    await cluster.advance('1m')
    expect(await claimOf(client)).toBeUndefined()
  })

  it('are bound to an existing volume, which is Released and kept after that', async () => {
    await using cluster = await startCluster({ simulation: true })
    const { client } = cluster
    const spec = { ...claimSpec, storageClassName: 'slow' }
    await client.create(PersistentVolumeClaim, { metadata: data, spec })
    await cluster.settle()
    expect((await claimOf(client))?.status?.phase).toBe('Pending')
    const hostPath = { path: '/disks/1' }
    const offered = {
      accessModes: ['ReadWriteOnce'],
      capacity: { storage: '2Gi' },
      storageClassName: 'slow',
      hostPath,
    } as const
    await client.create(PersistentVolume, { metadata: { name: 'disk-1' }, spec: offered })
    await cluster.settle()
    expect((await claimOf(client))?.spec?.volumeName).toBe('disk-1')
    await client.delete(PersistentVolumeClaim, data)
    await cluster.settle()
    expect((await client.get(PersistentVolume, { name: 'disk-1' })).status?.phase).toBe('Released')
  })

  it('wait for their first pod with WaitForFirstConsumer', async () => {
    await using cluster = await startCluster({ simulation: true })
    const { client } = cluster
    const volumeBindingMode = 'WaitForFirstConsumer'
    await client.create(StorageClass, {
      metadata: { name: 'late' },
      provisioner: 'example.dev/disks',
      volumeBindingMode,
    })
    await client.create(PersistentVolumeClaim, { metadata: data, spec: { ...claimSpec, storageClassName: 'late' } })
    await cluster.settle()
    expect((await claimOf(client))?.status?.phase).toBe('Pending')
    await client.create(Pod, pod)
    await cluster.settle()
    expect((await claimOf(client))?.status?.phase).toBe('Bound')
  })

  it('are bound for a StatefulSet, and deleted with it and its namespace', async () => {
    await using cluster = await startCluster({ simulation: true })
    const { client } = cluster
    const metadata = { name: 'db', namespace: 'shop' }
    const labels = { app: 'db' }
    await client.create(Namespace, { metadata: { name: 'shop' } })
    await client.create(StatefulSet, {
      metadata,
      spec: {
        replicas: 2,
        selector: { matchLabels: labels },
        serviceName: 'db',
        template: { metadata: { labels }, spec: { containers: [{ name: 'db', image: 'db' }] } },
        volumeClaimTemplates: [{ metadata: { name: 'data' }, spec: claimSpec }],
      },
    })
    await cluster.settle()
    const { items } = await client.list(PersistentVolumeClaim, { namespace: 'shop' })
    expect(items.map(({ metadata: { name }, status }) => `${name} ${status?.phase}`)).toEqual([
      'data-db-0 Bound',
      'data-db-1 Bound',
    ])
    await client.delete(Namespace, { name: 'shop' })
    await cluster.advance('2m')
    await expect(client.get(Namespace, { name: 'shop' })).rejects.toThrow(/not found/)
    expect((await client.list(PersistentVolume)).items).toEqual([])
  })
})
