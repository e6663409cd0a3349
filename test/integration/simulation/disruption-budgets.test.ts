import { Pod, PodDisruptionBudget, ReplicaSet } from '@kubewright/kubernetes'
import { describe, expect, it } from 'vitest'
import { podsIn, runUntilQuiet } from './kubelet.ts'
import { simulatedCluster } from './simulated-cluster.ts'

const parts = ['disruption-budgets', 'replica-sets'] as const
const ref = { name: 'web' }
const labels = { app: 'web' }
const template = { metadata: { labels }, spec: { containers: [{ name: 'web', image: 'web' }] } }
const selector = { matchLabels: labels }
const set = { metadata: ref, spec: { replicas: 4, selector, template } }

describe('simulated PodDisruptionBudget', () => {
  const budgets = [
    { name: 'minAvailable as a number', spec: { minAvailable: 3 }, desiredHealthy: 3, disruptionsAllowed: 1 },
    { name: 'minAvailable as a percentage', spec: { minAvailable: '50%' }, desiredHealthy: 2, disruptionsAllowed: 2 },
    { name: 'maxUnavailable as a number', spec: { maxUnavailable: 1 }, desiredHealthy: 3, disruptionsAllowed: 1 },
    {
      name: 'maxUnavailable as a percentage',
      spec: { maxUnavailable: '30%' },
      desiredHealthy: 2,
      disruptionsAllowed: 2,
    },
    { name: 'minAvailable 100%', spec: { minAvailable: '100%' }, desiredHealthy: 4, disruptionsAllowed: 0 },
  ]
  it.each(budgets)('$name', async ({ spec, desiredHealthy, disruptionsAllowed }) => {
    await using simulated = await simulatedCluster(parts)
    const { client, cluster } = simulated
    await client.create(PodDisruptionBudget, { metadata: ref, spec: { selector, ...spec } })
    await client.create(ReplicaSet, set)
    await runUntilQuiet(cluster)
    const { status } = await client.get(PodDisruptionBudget, ref)
    expect(status).toMatchObject({ expectedPods: 4, currentHealthy: 4, desiredHealthy, disruptionsAllowed })
    expect(status?.conditions).toMatchObject([
      disruptionsAllowed > 0
        ? { type: 'DisruptionAllowed', status: 'True', reason: 'SufficientPods' }
        : { type: 'DisruptionAllowed', status: 'False', reason: 'InsufficientPods' },
    ])
  })

  it('updates its status when a pod is deleted', async () => {
    await using simulated = await simulatedCluster(parts)
    const { client, cluster } = simulated
    await client.create(PodDisruptionBudget, { metadata: ref, spec: { selector, maxUnavailable: 1 } })
    await client.create(ReplicaSet, set)
    await runUntilQuiet(cluster)
    const [pod] = await podsIn(client)
    await client.delete(Pod, { name: pod!.metadata.name }, { gracePeriodSeconds: 0 })
    await cluster.settle()
    expect((await client.get(PodDisruptionBudget, ref)).status).toMatchObject({
      currentHealthy: 3,
      disruptionsAllowed: 0,
    })
  })

  it('allows no disruption if a pod has no controller', async () => {
    await using simulated = await simulatedCluster(parts)
    const { client, cluster } = simulated
    await client.create(Pod, { ...template, metadata: { name: 'alone', labels } })
    await client.create(PodDisruptionBudget, { metadata: ref, spec: { selector, maxUnavailable: 1 } })
    await cluster.settle()
    expect((await client.get(PodDisruptionBudget, ref)).status).toMatchObject({
      disruptionsAllowed: 0,
      conditions: [{ status: 'False', reason: 'SyncFailed', message: 'found no controllers for pod "alone"' }],
    })
  })
})
