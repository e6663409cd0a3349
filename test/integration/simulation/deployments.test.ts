import type { Client } from '@kubewright/client'
import { controllerOf } from '@kubewright/core'
import { Deployment, type DeploymentInput, Event, ReplicaSet } from '@kubewright/kubernetes'
import type { Cluster } from '@kubewright/testing'
import { describe, expect, it } from 'vitest'
import { podsIn, runPods, runUntilQuiet } from './kubelet.ts'
import { simulatedCluster } from './simulated-cluster.ts'

const parts = ['deployments', 'replica-sets'] as const
const ref = { name: 'web' }
const labels = { app: 'web' }
const templateOf = (image: string) => ({
  metadata: { labels },
  spec: { containers: [{ name: 'web', image }] },
})
const web = (replicas: number, more: object = {}): DeploymentInput => ({
  metadata: { name: 'web', annotations: { team: 'blue' } },
  spec: { replicas, selector: { matchLabels: labels }, template: templateOf('web:1'), ...more },
})
const setImage = (client: Client, image: string) =>
  client.patch(Deployment, ref, { spec: { template: { spec: { containers: [{ name: 'web', image }] } } } })
const conditionsOf = ({ status }: Deployment) =>
  status?.conditions?.map(({ type, status: is, reason, message }) => `${type}=${is} ${reason}: ${message}`)

const imagesOf = async (client: Client) =>
  (await podsIn(client))
    .filter(({ metadata }) => metadata.deletionTimestamp === undefined)
    .map(({ spec }) => spec.containers[0]!.image!)
    .toSorted()

const sizesOf = async (client: Client) =>
  Object.fromEntries(
    (await client.list(ReplicaSet, { namespace: 'default' })).items.map(({ metadata, spec }) => [
      metadata.annotations?.['deployment.kubernetes.io/revision'],
      spec.replicas,
    ]),
  )

/** Runs a rollout step by step, and passes the pods of each step to `look`. */
async function watchUpdate(cluster: Cluster, look: (pods: Awaited<ReturnType<typeof podsIn>>) => void): Promise<void> {
  do {
    await cluster.settle()
    look(await podsIn(cluster.client))
  } while ((await runPods(cluster)) > 0)
}

describe('simulated Deployment', () => {
  it('becomes available with the conditions and events of Kubernetes, in order', async () => {
    await using simulated = await simulatedCluster(parts)
    const { client, cluster } = simulated
    await client.create(Deployment, web(2))
    await cluster.settle()
    const [set] = (await client.list(ReplicaSet, { namespace: 'default' })).items
    const name = set!.metadata.name
    const hash = name.slice('web-'.length)
    expect(hash).toMatch(/^[bcdfghjklmnpqrstvwxz2456789]{8,10}$/)
    expect(set!.metadata).toMatchObject({
      labels: { app: 'web', 'pod-template-hash': hash },
      annotations: {
        team: 'blue',
        'deployment.kubernetes.io/revision': '1',
        'deployment.kubernetes.io/desired-replicas': '2',
        'deployment.kubernetes.io/max-replicas': '3',
      },
      ownerReferences: [{ kind: 'Deployment', name: 'web', controller: true, blockOwnerDeletion: true }],
    })
    const waiting = await client.get(Deployment, ref)
    expect(waiting.metadata.annotations).toMatchObject({ 'deployment.kubernetes.io/revision': '1' })
    expect(waiting.status).toMatchObject({
      observedGeneration: 1,
      replicas: 2,
      updatedReplicas: 2,
      unavailableReplicas: 2,
    })
    expect(conditionsOf(waiting)).toEqual([
      'Available=False MinimumReplicasUnavailable: Deployment does not have minimum availability.',
      `Progressing=True ReplicaSetUpdated: ReplicaSet "${name}" is progressing.`,
    ])
    await runUntilQuiet(cluster)
    const there = await client.get(Deployment, ref)
    const { conditions: _, ...numbers } = there.status!
    expect(numbers).toEqual({
      observedGeneration: 1,
      replicas: 2,
      updatedReplicas: 2,
      readyReplicas: 2,
      availableReplicas: 2,
    })
    expect(conditionsOf(there)).toEqual([
      'Available=True MinimumReplicasAvailable: Deployment has minimum availability.',
      `Progressing=True NewReplicaSetAvailable: ReplicaSet "${name}" has successfully progressed.`,
    ])
    const events = (await client.list(Event, { namespace: 'default', fields: 'involvedObject.kind=Deployment' })).items
    expect(events.map(({ reason, message }) => `${reason}: ${message}`)).toEqual([
      `ScalingReplicaSet: Scaled up replica set ${name} from 0 to 2`,
    ])
  })

  it('rolls out within maxSurge and maxUnavailable', async () => {
    await using simulated = await simulatedCluster(parts)
    const { client, cluster } = simulated
    await client.create(Deployment, web(4, { strategy: { rollingUpdate: { maxSurge: 1, maxUnavailable: 1 } } }))
    await runUntilQuiet(cluster)
    await setImage(client, 'web:2')
    await watchUpdate(cluster, (pods) => {
      const alive = pods.filter(({ metadata }) => metadata.deletionTimestamp === undefined)
      expect(alive.length).toBeLessThanOrEqual(5)
      expect(alive.filter(({ status }) => status?.phase === 'Running').length).toBeGreaterThanOrEqual(3)
    })
    expect(await imagesOf(client)).toEqual(Array(4).fill('web:2'))
    expect(await sizesOf(client)).toEqual({ 1: 0, 2: 4 })
  })

  it('reuses an old ReplicaSet when its template returns', async () => {
    await using simulated = await simulatedCluster(parts)
    const { client, cluster } = simulated
    await client.create(Deployment, web(1))
    await runUntilQuiet(cluster)
    await setImage(client, 'web:2')
    await runUntilQuiet(cluster)
    await setImage(client, 'web:1')
    await runUntilQuiet(cluster)
    const sets = (await client.list(ReplicaSet, { namespace: 'default' })).items
    expect(sets).toHaveLength(2)
    expect(await sizesOf(client)).toEqual({ 2: 0, 3: 1 })
    const again = sets.find(({ spec }) => spec.replicas === 1)!
    expect(again.metadata.annotations).toMatchObject({ 'deployment.kubernetes.io/revision-history': '1' })
    expect((await client.get(Deployment, ref)).metadata.annotations).toMatchObject({
      'deployment.kubernetes.io/revision': '3',
    })
  })

  it('starts no new pod before the last old one is gone with strategy Recreate', async () => {
    await using simulated = await simulatedCluster(parts)
    const { client, cluster } = simulated
    await client.create(Deployment, web(3, { strategy: { type: 'Recreate' } }))
    await runUntilQuiet(cluster)
    await setImage(client, 'web:2')
    await watchUpdate(cluster, (pods) => {
      const images = new Set(pods.map(({ spec }) => spec.containers[0]!.image))
      expect(images.size).toBeLessThanOrEqual(1)
    })
    expect(await imagesOf(client)).toEqual(Array(3).fill('web:2'))
  })

  it('keeps old ReplicaSets up to revisionHistoryLimit', async () => {
    await using simulated = await simulatedCluster(parts)
    const { client, cluster } = simulated
    await client.create(Deployment, web(1, { revisionHistoryLimit: 1 }))
    for (const version of [2, 3, 4]) {
      await runUntilQuiet(cluster)
      await setImage(client, `web:${version}`)
    }
    await runUntilQuiet(cluster)
    expect(await sizesOf(client)).toEqual({ 3: 0, 4: 1 })
  })

  it('reports ProgressDeadlineExceeded after progressDeadlineSeconds', async () => {
    await using simulated = await simulatedCluster(parts)
    const { client, cluster } = simulated
    await client.create(Deployment, web(1, { progressDeadlineSeconds: 60 }))
    await cluster.settle()
    await cluster.advance('65s')
    const [, progressing] = conditionsOf(await client.get(Deployment, ref))!
    expect(progressing).toMatch(
      /^Progressing=False ProgressDeadlineExceeded: ReplicaSet "web-\w+" has timed out progressing\.$/,
    )
    await runUntilQuiet(cluster)
    expect(conditionsOf(await client.get(Deployment, ref))![1]).toMatch(/^Progressing=True NewReplicaSetAvailable/)
  })

  it('only scales while it is paused', async () => {
    await using simulated = await simulatedCluster(parts)
    const { client, cluster } = simulated
    await client.create(Deployment, web(2))
    await runUntilQuiet(cluster)
    await client.patch(Deployment, ref, { spec: { paused: true } })
    await setImage(client, 'web:2')
    await client.patch(Deployment, ref, { spec: { replicas: 3 } })
    await runUntilQuiet(cluster)
    expect(await imagesOf(client)).toEqual(['web:1', 'web:1', 'web:1'])
    expect(conditionsOf(await client.get(Deployment, ref))).toContain(
      'Progressing=Unknown DeploymentPaused: Deployment is paused',
    )
    await client.patch(Deployment, ref, { spec: { paused: false } })
    await runUntilQuiet(cluster)
    expect(await imagesOf(client)).toEqual(['web:2', 'web:2', 'web:2'])
  })

  it('scales old and new ReplicaSets proportionally during a rollout', async () => {
    await using simulated = await simulatedCluster(parts)
    const { client, cluster } = simulated
    const strategy = { rollingUpdate: { maxSurge: 3, maxUnavailable: 2 } }
    await client.create(Deployment, web(10, { strategy }))
    await runUntilQuiet(cluster)
    await setImage(client, 'broken:1') // never runs: the update is stuck with 5 of the new and 8 of the old
    await cluster.settle()
    await runPods(cluster, ({ metadata }) => metadata.deletionTimestamp !== undefined)
    await cluster.settle()
    expect(await sizesOf(client)).toEqual({ 1: 8, 2: 5 })
    await client.patch(Deployment, ref, { spec: { replicas: 15 } })
    await cluster.settle()
    expect(await sizesOf(client)).toEqual({ 1: 11, 2: 7 })
  })

  it('increments collisionCount when the ReplicaSet name is taken', async () => {
    await using simulated = await simulatedCluster(parts)
    const { client, cluster } = simulated
    await client.create(Deployment, web(1))
    await runUntilQuiet(cluster)
    const [set] = (await client.list(ReplicaSet, { namespace: 'default' })).items
    const name = set!.metadata.name
    await client.delete(Deployment, ref, { propagationPolicy: 'Orphan' }).catch(() => undefined)
    expect(controllerOf(set!)?.name).toBe('web')
    const other = { ...web(1), metadata: { name: 'web' } }
    await client.patch(ReplicaSet, { name }, { metadata: { labels: { app: 'taken' } } })
    await client.patch(Deployment, ref, { metadata: { finalizers: [] } }).catch(() => undefined)
    await client.create(Deployment, other)
    await cluster.settle()
    expect((await client.get(Deployment, ref)).status).toMatchObject({ collisionCount: 1, replicas: 1 })
    expect((await client.list(ReplicaSet, { namespace: 'default' })).items).toHaveLength(2)
  })
})
