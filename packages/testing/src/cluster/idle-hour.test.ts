import type { VirtualClock } from '@kubewright/core/testing'
import {
  CronJob,
  DaemonSet,
  Deployment,
  Job,
  PersistentVolumeClaim,
  ResourceQuota,
  Service,
  StatefulSet,
} from '@kubewright/kubernetes'
import { HorizontalPodAutoscaler } from '@kubewright/kubernetes/autoscaling/v2'
import { PodDisruptionBudget } from '@kubewright/kubernetes/policy/v1'
import { describe, expect, it } from 'vitest'
import type { Cluster } from './cluster.ts'
import { startCluster } from './start-cluster.ts'

const namespace = 'default'
const named = (name: string) => ({ name, namespace })
const hourMs = 3_600_000

/** The timers that are due within an hour, by their creator. */
function dueWithinAnHour({ clock }: Cluster): readonly string[] {
  const { pending } = clock as VirtualClock
  return pending.filter(({ inMs }) => inMs <= hourMs).map(({ inMs, origin }) => `in ${inMs} ms\n${origin}`)
}

function workload(name: string) {
  const labels = { app: name }
  const template = { metadata: { labels }, spec: { containers: [{ name: 'web', image: 'web:1' }] } }
  return { selector: { matchLabels: labels }, template }
}

describe('an idle hour of a simulated cluster', () => {
  it('has no timers', async () => {
    await using cluster = await startCluster({ simulation: true })
    await cluster.settle()
    expect(dueWithinAnHour(cluster)).toEqual([])
  })

  it('has no timers with one settled object of every workload kind', async () => {
    await using cluster = await startCluster({ simulation: true })
    const { client } = cluster
    const containers = [{ name: 'main', image: 'main:1' }]
    const jobSpec = { template: { spec: { restartPolicy: 'Never' as const, containers } } }
    await client.create(Deployment, { metadata: named('web'), spec: { replicas: 2, ...workload('web') } })
    await client.create(StatefulSet, { metadata: named('db'), spec: { serviceName: 'db', ...workload('db') } })
    await client.create(DaemonSet, { metadata: named('agent'), spec: workload('agent') })
    await client.create(Job, { metadata: named('once'), spec: { ...jobSpec, ttlSecondsAfterFinished: 86_400 } })
    await client.create(CronJob, {
      metadata: named('yearly'),
      spec: { schedule: '0 0 1 6 *', jobTemplate: { spec: jobSpec } },
    })
    await client.create(Service, { metadata: named('web'), spec: { selector: { app: 'web' }, ports: [{ port: 80 }] } })
    await client.create(ResourceQuota, {
      metadata: named('all'),
      spec: { hard: { pods: '100', 'count/deployments.apps': '9' } },
    })
    await client.create(PodDisruptionBudget, {
      metadata: named('web'),
      spec: { minAvailable: 1, selector: { matchLabels: { app: 'web' } } },
    })
    const scaleTargetRef = { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web' }
    await client.create(HorizontalPodAutoscaler, {
      metadata: named('web'),
      spec: { scaleTargetRef, minReplicas: 1, maxReplicas: 3 },
    })
    const storage = { requests: { storage: '1Gi' } }
    await client.create(PersistentVolumeClaim, {
      metadata: named('manual'),
      spec: { storageClassName: '', accessModes: ['ReadWriteOnce'], resources: storage },
    })
    await cluster.settle()
    await cluster.advance('1h') // until all pending events are delivered
    await cluster.settle()
    expect(dueWithinAnHour(cluster)).toEqual([])

    // No change is missed nevertheless.
    await client.patch(Deployment, named('web'), { spec: { replicas: 7 } })
    await client.create(Deployment, { metadata: named('more'), spec: workload('more') })
    await cluster.settle()
    expect((await client.get(Deployment, named('web'))).spec.replicas).toBe(3)
    const { status } = await client.get(ResourceQuota, named('all'))
    expect(status?.used).toMatchObject({ 'count/deployments.apps': '2' })
    await client.delete(Deployment, named('more'))
    await cluster.settle()
    expect((await client.get(ResourceQuota, named('all'))).status?.used?.['count/deployments.apps']).toBe('1')
  })
})
