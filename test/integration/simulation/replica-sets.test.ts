import { refOf } from '@kubewright/core'
import { Event, Pod, ReplicaSet, type ReplicaSetInput } from '@kubewright/kubernetes'
import { describe, expect, it } from 'vitest'
import { podsIn, runUntilQuiet, setPhase } from './kubelet.ts'
import { simulatedCluster } from './simulated-cluster.ts'

const parts = ['replica-sets'] as const
const labels = { app: 'web' }
const template = { metadata: { labels }, spec: { containers: [{ name: 'web', image: 'web:1' }] } }
const web = (replicas: number, more: object = {}): ReplicaSetInput => ({
  metadata: { name: 'web' },
  spec: { replicas, selector: { matchLabels: labels }, template, ...more },
})
const statusOf = async (client: { get: (kind: typeof ReplicaSet, ref: { name: string }) => Promise<ReplicaSet> }) =>
  (await client.get(ReplicaSet, { name: 'web' })).status

describe('simulated ReplicaSet', () => {
  it('creates its pods, and counts them in status as they become ready', async () => {
    await using simulated = await simulatedCluster(parts)
    const { client, cluster } = simulated
    await client.create(ReplicaSet, web(3))
    await cluster.settle()
    const pods = await podsIn(client)
    expect(pods.map(({ metadata }) => metadata.name)).toEqual(Array(3).fill(expect.stringMatching(/^web-\w{5}$/)))
    expect(pods[0]!.metadata.ownerReferences).toMatchObject([
      { kind: 'ReplicaSet', name: 'web', controller: true, blockOwnerDeletion: true },
    ])
    expect(await statusOf(client)).toEqual({ replicas: 3, fullyLabeledReplicas: 3, observedGeneration: 1 })
    await runUntilQuiet(cluster)
    expect(await statusOf(client)).toMatchObject({ replicas: 3, readyReplicas: 3, availableReplicas: 3 })
    const events = (await client.list(Event, { namespace: 'default' })).items
    expect(events.map(({ reason, message }) => `${reason} ${message}`).toSorted()).toEqual(
      pods.map(({ metadata }) => `SuccessfulCreate Created pod: ${metadata.name}`).toSorted(),
    )
  })

  it('deletes surplus pods, unready ones first, and replaces deleted ones', async () => {
    await using simulated = await simulatedCluster(parts)
    const { client, cluster } = simulated
    await client.create(ReplicaSet, web(2))
    await runUntilQuiet(cluster)
    const [kept] = await podsIn(client)
    await client.patch(ReplicaSet, { name: 'web' }, { spec: { replicas: 3 } })
    await cluster.settle()
    await client.patch(ReplicaSet, { name: 'web' }, { spec: { replicas: 2 } })
    await runUntilQuiet(cluster)
    expect((await podsIn(client)).every(({ status }) => status?.phase === 'Running')).toBe(true)
    await client.delete(Pod, refOf(kept!), { gracePeriodSeconds: 0 })
    await runUntilQuiet(cluster)
    expect(await podsIn(client)).toHaveLength(2)
    expect(await statusOf(client)).toMatchObject({ replicas: 2, availableReplicas: 2 })
  })

  it('counts a pod as available after minReadySeconds', async () => {
    await using simulated = await simulatedCluster(parts)
    const { client, cluster } = simulated
    await client.create(ReplicaSet, web(1, { minReadySeconds: 60 }))
    await runUntilQuiet(cluster)
    expect(await statusOf(client)).not.toHaveProperty('availableReplicas')
    await cluster.advance('61s')
    expect(await statusOf(client)).toMatchObject({ readyReplicas: 1, availableReplicas: 1 })
  })

  it('adopts matching orphans, and releases pods that no longer match', async () => {
    await using simulated = await simulatedCluster(parts)
    const { client, cluster } = simulated
    const free = await client.create(Pod, { ...template, metadata: { name: 'free', labels } })
    await client.create(ReplicaSet, web(2))
    await cluster.settle()
    expect((await client.get(Pod, { name: 'free' })).metadata.ownerReferences).toMatchObject([{ name: 'web' }])
    expect(await podsIn(client)).toHaveLength(2)
    await client.patch(Pod, refOf(free), { metadata: { labels: { app: 'other' } } })
    await cluster.settle()
    expect((await client.get(Pod, { name: 'free' })).metadata).not.toHaveProperty('ownerReferences')
    expect(await podsIn(client)).toHaveLength(3)
  })

  it('replaces pods that ended, and leaves those to the garbage collector', async () => {
    await using simulated = await simulatedCluster(parts)
    const { client, cluster } = simulated
    await client.create(ReplicaSet, web(1))
    await runUntilQuiet(cluster)
    const [pod] = await podsIn(client)
    await setPhase(client, pod!, 'Failed', cluster.clock.now())
    await runUntilQuiet(cluster)
    expect((await podsIn(client)).map(({ status }) => status?.phase ?? '').toSorted()).toEqual(['Failed', 'Running'])
  })

  it('reports why it cannot create pods, and continues once it can', async () => {
    await using simulated = await simulatedCluster(parts)
    const { client, cluster } = simulated
    cluster.faults.failNext('create', Pod, 403)
    await client.create(ReplicaSet, web(2))
    await cluster.settle({ patience: 0 })
    expect(await podsIn(client)).toHaveLength(0)
    expect(await statusOf(client)).toMatchObject({
      replicas: 0,
      conditions: [{ type: 'ReplicaFailure', status: 'True', reason: 'FailedCreate' }],
    })
    await cluster.settle()
    expect(await podsIn(client)).toHaveLength(2)
    expect(await statusOf(client)).not.toHaveProperty('conditions')
  })

  it('counts many pods one by one without a hot-loop warning', async () => {
    await using simulated = await simulatedCluster(parts)
    const { client, cluster } = simulated
    await client.create(ReplicaSet, web(22))
    await cluster.settle()
    for (const pod of await podsIn(client)) {
      await setPhase(client, pod, 'Running', cluster.clock.now())
      await cluster.settle({ within: '30s' })
    }
    expect(await statusOf(client)).toMatchObject({ readyReplicas: 22 })
    const events = (await client.list(Event, { namespace: 'default' })).items
    expect(new Set(events.map(({ reason }) => reason))).toEqual(new Set(['SuccessfulCreate']))
  })

  it('creates a thousand pods', async () => {
    await using simulated = await simulatedCluster(parts)
    const { client, cluster } = simulated
    await client.create(ReplicaSet, web(1_000))
    await cluster.settle({ within: '90s' })
    expect(await podsIn(client)).toHaveLength(1_000)
    expect(await statusOf(client)).toMatchObject({ replicas: 1_000 })
  }, 120_000)
})
