import type { Client } from '@kubewright/client'
import { refOf } from '@kubewright/core'
import { compareResourceVersions } from '@kubewright/core/object'
import {
  ControllerRevision,
  Event,
  PersistentVolumeClaim,
  Pod,
  StatefulSet,
  type StatefulSetInput,
} from '@kubewright/kubernetes'
import type { Cluster } from '@kubewright/testing'
import { describe, expect, it } from 'vitest'
import { podsIn, runPods, runUntilQuiet, setPhase } from './kubelet.ts'
import { simulatedCluster } from './simulated-cluster.ts'

const parts = ['stateful-sets'] as const
const ref = { name: 'db' }
const labels = { app: 'db' }
const claimTemplate = {
  metadata: { name: 'data' },
  spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } },
} as const
const db = (replicas: number, more: object = {}): StatefulSetInput => ({
  metadata: ref,
  spec: {
    replicas,
    serviceName: 'db',
    selector: { matchLabels: labels },
    template: { metadata: { labels }, spec: { containers: [{ name: 'db', image: 'db:1' }] } },
    ...more,
  },
})
const setImage = (client: Client, image: string) =>
  client.patch(StatefulSet, ref, { spec: { template: { spec: { containers: [{ name: 'db', image }] } } } })
const imagesOf = async (client: Client) =>
  Object.fromEntries(
    (await podsIn(client)).map(({ metadata, spec }) => [metadata.name, spec.containers[0]!.image] as const),
  )

/** The names of the pods in every step, until nothing moves. */
async function stepsOf(cluster: Cluster): Promise<readonly string[]> {
  const steps: string[] = []
  do {
    await cluster.settle()
    const pods = await podsIn(cluster.client)
    const step = pods
      .map(({ metadata }) => (metadata.deletionTimestamp ? `-${metadata.name}` : metadata.name))
      .join(' ')
    if (steps.at(-1) !== step) steps.push(step)
  } while ((await runPods(cluster)) > 0)
  return steps
}

describe('simulated StatefulSet', () => {
  it('creates its pods in order, each with its name and claim', async () => {
    await using simulated = await simulatedCluster(parts)
    const { client, cluster } = simulated
    await client.create(StatefulSet, db(3, { volumeClaimTemplates: [claimTemplate] }))
    expect(await stepsOf(cluster)).toEqual(['db-0', 'db-0 db-1', 'db-0 db-1 db-2'])
    const { metadata, spec } = await client.get(Pod, { name: 'db-1' })
    const [revision] = (await client.list(ControllerRevision, { namespace: 'default' })).items
    expect(metadata.labels).toEqual({
      app: 'db',
      'statefulset.kubernetes.io/pod-name': 'db-1',
      'apps.kubernetes.io/pod-index': '1',
      'controller-revision-hash': revision!.metadata.name,
    })
    expect(spec).toMatchObject({
      hostname: 'db-1',
      subdomain: 'db',
      volumes: [{ name: 'data', persistentVolumeClaim: { claimName: 'data-db-1' } }],
    })
    const claims = (await client.list(PersistentVolumeClaim, { namespace: 'default' })).items
    expect(claims.map((claim) => claim.metadata.name)).toEqual(['data-db-0', 'data-db-1', 'data-db-2'])
    const name = revision!.metadata.name
    expect((await client.get(StatefulSet, ref)).status).toEqual({
      observedGeneration: 1,
      replicas: 3,
      readyReplicas: 3,
      currentReplicas: 3,
      updatedReplicas: 3,
      availableReplicas: 3,
      currentRevision: name,
      updateRevision: name,
      collisionCount: 0,
    })
    const events = (await client.list(Event, { namespace: 'default' })).items.map(({ message }) => message)
    expect(events).toContain('create Pod db-0 in StatefulSet db successful')
    expect(events).toContain('create Claim data-db-0 Pod db-0 in StatefulSet db success')
  })

  it('deletes its pods in reverse order, and keeps the claims', async () => {
    await using simulated = await simulatedCluster(parts)
    const { client, cluster } = simulated
    await client.create(StatefulSet, db(3, { volumeClaimTemplates: [claimTemplate] }))
    await stepsOf(cluster)
    await client.patch(StatefulSet, ref, { spec: { replicas: 1 } })
    await runUntilQuiet(cluster)
    expect((await podsIn(client)).map(({ metadata }) => metadata.name)).toEqual(['db-0'])
    const events = (await client.list(Event, { namespace: 'default' })).items
    const removed = events.filter(({ reason }) => reason === 'SuccessfulDelete')
    const inTime = removed.toSorted((one, two) =>
      compareResourceVersions(one.metadata.resourceVersion, two.metadata.resourceVersion),
    )
    expect(inTime.map(({ message }) => message)).toEqual([
      'delete Pod db-2 in StatefulSet db successful',
      'delete Pod db-1 in StatefulSet db successful',
    ])
    expect((await client.list(PersistentVolumeClaim, { namespace: 'default' })).items).toHaveLength(3)
  })

  it('creates all pods at once with podManagementPolicy Parallel', async () => {
    await using simulated = await simulatedCluster(parts)
    const { client, cluster } = simulated
    await client.create(StatefulSet, db(3, { podManagementPolicy: 'Parallel', ordinals: { start: 5 } }))
    expect(await stepsOf(cluster)).toEqual(['db-5 db-6 db-7'])
    await client.patch(StatefulSet, ref, { spec: { replicas: 0 } })
    await runUntilQuiet(cluster)
    expect(await podsIn(client)).toEqual([])
  })

  it('updates in reverse order down to the partition', async () => {
    await using simulated = await simulatedCluster(parts)
    const { client, cluster } = simulated
    await client.create(StatefulSet, db(3, { updateStrategy: { rollingUpdate: { partition: 1 } } }))
    await stepsOf(cluster)
    await setImage(client, 'db:2')
    await cluster.settle()
    expect(await imagesOf(client)).toEqual({ 'db-0': 'db:1', 'db-1': 'db:1', 'db-2': 'db:2' })
    await runUntilQuiet(cluster)
    expect(await imagesOf(client)).toEqual({ 'db-0': 'db:1', 'db-1': 'db:2', 'db-2': 'db:2' })
    await client.delete(Pod, { name: 'db-0' }, { gracePeriodSeconds: 0 })
    await runUntilQuiet(cluster)
    expect(await imagesOf(client)).toMatchObject({ 'db-0': 'db:1' })
    const { status } = await client.get(StatefulSet, ref)
    expect(status).toMatchObject({ currentReplicas: 1, updatedReplicas: 2 })
    expect(status?.currentRevision).not.toBe(status?.updateRevision)
    await client.patch(StatefulSet, ref, { spec: { updateStrategy: { rollingUpdate: { partition: 0 } } } })
    await runUntilQuiet(cluster)
    expect(await imagesOf(client)).toEqual({ 'db-0': 'db:2', 'db-1': 'db:2', 'db-2': 'db:2' })
    const after = (await client.get(StatefulSet, ref)).status!
    expect(after).toMatchObject({ currentReplicas: 3, updatedReplicas: 3 })
    expect(after.currentRevision).toBe(after.updateRevision)
  })

  it('updates a pod only when it is deleted with OnDelete', async () => {
    await using simulated = await simulatedCluster(parts)
    const { client, cluster } = simulated
    await client.create(StatefulSet, db(2, { updateStrategy: { type: 'OnDelete' } }))
    await stepsOf(cluster)
    await setImage(client, 'db:2')
    await runUntilQuiet(cluster)
    expect(await imagesOf(client)).toEqual({ 'db-0': 'db:1', 'db-1': 'db:1' })
    await client.delete(Pod, { name: 'db-0' }, { gracePeriodSeconds: 0 })
    await runUntilQuiet(cluster)
    expect(await imagesOf(client)).toEqual({ 'db-0': 'db:2', 'db-1': 'db:1' })
  })

  it('replaces a failed pod under the same name', async () => {
    await using simulated = await simulatedCluster(parts)
    const { client, cluster } = simulated
    await client.create(StatefulSet, db(1))
    await runUntilQuiet(cluster)
    const [pod] = await podsIn(client)
    await setPhase(client, pod!, 'Failed', cluster.clock.now())
    await runUntilQuiet(cluster)
    const [next] = await podsIn(client)
    expect(refOf(next!)).toEqual(refOf(pod!))
    expect(next!.metadata.uid).not.toBe(pod!.metadata.uid)
    expect(next!.status?.phase).toBe('Running')
  })

  it('deletes claims by persistentVolumeClaimRetentionPolicy', async () => {
    await using simulated = await simulatedCluster(['stateful-sets', 'garbage-collection'])
    const { client, cluster } = simulated
    const persistentVolumeClaimRetentionPolicy = { whenDeleted: 'Delete', whenScaled: 'Delete' }
    const more = { volumeClaimTemplates: [claimTemplate], persistentVolumeClaimRetentionPolicy }
    await client.create(StatefulSet, db(2, more))
    await stepsOf(cluster)
    const claimNames = async () =>
      (await client.list(PersistentVolumeClaim, { namespace: 'default' })).items
        .filter(({ metadata }) => metadata.deletionTimestamp === undefined)
        .map(({ metadata }) => metadata.name)
    await client.patch(StatefulSet, ref, { spec: { replicas: 1 } })
    await runUntilQuiet(cluster)
    expect(await claimNames()).toEqual(['data-db-0'])
    await client.delete(StatefulSet, ref)
    await runUntilQuiet(cluster)
    expect(await claimNames()).toEqual([])
  })

  it('keeps revisions up to revisionHistoryLimit', async () => {
    await using simulated = await simulatedCluster(parts)
    const { client, cluster } = simulated
    await client.create(StatefulSet, db(1, { revisionHistoryLimit: 1 }))
    for (const version of [2, 3, 4]) {
      await runUntilQuiet(cluster)
      await setImage(client, `db:${version}`)
    }
    await runUntilQuiet(cluster)
    const revisions = (await client.list(ControllerRevision, { namespace: 'default' })).items
    expect(revisions.map(({ revision }) => revision).toSorted((one, two) => one - two)).toEqual([3, 4])
  })
})
