import { ConfigMap, Deployment, Event, ResourceQuota } from '@kubewright/kubernetes'
import { HorizontalPodAutoscaler } from '@kubewright/kubernetes/autoscaling/v2'
import { startCluster } from '@kubewright/testing'
import { expect, it } from 'vitest'

const labels = { app: 'web' }
const web = { name: 'web', namespace: 'default' }
const container = { name: 'web', image: 'web', resources: { requests: { cpu: '100m' } } }
const deployment = (replicas: number) => ({
  metadata: web,
  spec: {
    replicas,
    selector: { matchLabels: labels },
    template: { metadata: { labels }, spec: { containers: [container] } },
  },
})

it('simulated ResourceQuota reports what is in use', async () => {
  await using cluster = await startCluster({ simulation: true })
  const { client } = cluster
  const hard = { pods: '5', 'requests.cpu': '2', configmaps: '10', 'count/deployments.apps': '3' }
  await client.create(ResourceQuota, { metadata: { name: 'limits', namespace: 'default' }, spec: { hard } })
  await client.create(Deployment, deployment(3))
  await client.create(ConfigMap, { metadata: { name: 'settings', namespace: 'default' } })
  await cluster.settle()
  await cluster.advance('31s')
  const { status } = await client.get(ResourceQuota, { name: 'limits', namespace: 'default' })
  expect(status).toEqual({
    hard,
    used: { pods: '3', 'requests.cpu': '300m', configmaps: '2', 'count/deployments.apps': '1' },
  })
})

it('simulated HorizontalPodAutoscaler reports missing metrics, and keeps its target within min and max replicas', async () => {
  await using cluster = await startCluster({ simulation: true })
  const { client } = cluster
  await client.create(Deployment, deployment(1))
  const scaleTargetRef = { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web' }
  await client.create(HorizontalPodAutoscaler, {
    metadata: web,
    spec: { scaleTargetRef, minReplicas: 2, maxReplicas: 5 },
  })
  await cluster.settle()
  const { status } = await client.get(HorizontalPodAutoscaler, web)
  expect(status).toMatchObject({ currentReplicas: 2, desiredReplicas: 2 })
  expect(status?.conditions?.map(({ type, status: is, reason }) => `${type}=${is} ${reason}`)).toEqual([
    'AbleToScale=True SucceededGetScale',
    'ScalingActive=False FailedGetResourceMetric',
  ])
  expect((await client.get(Deployment, web)).spec.replicas).toBe(2)
  const events = (await client.list(Event, { namespace: 'default' })).items.map(({ reason }) => reason)
  expect(events).toEqual(expect.arrayContaining(['SuccessfulRescale', 'FailedGetResourceMetric']))
})

it('simulated HorizontalPodAutoscaler reports a missing target', async () => {
  await using cluster = await startCluster({ simulation: true })
  const { client } = cluster
  const scaleTargetRef = { apiVersion: 'apps/v1', kind: 'Deployment', name: 'missing' }
  await client.create(HorizontalPodAutoscaler, { metadata: web, spec: { scaleTargetRef, maxReplicas: 5 } })
  await cluster.settle()
  const { status } = await client.get(HorizontalPodAutoscaler, web)
  expect(status?.conditions?.map(({ type, status: is, reason }) => `${type}=${is} ${reason}`)).toEqual([
    'AbleToScale=False FailedGetScale',
  ])
})
