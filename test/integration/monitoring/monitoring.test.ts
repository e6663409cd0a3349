import { Deployment, StatefulSet } from '@kubewright/kubernetes/apps/v1'
import { Job } from '@kubewright/kubernetes/batch/v1'
import { ConfigMap, Pod } from '@kubewright/kubernetes/core/v1'
import { Event } from '@kubewright/kubernetes/events/v1'
import { Monitoring, monitoringAdmission, monitoringController, monitoringLabel } from '@kubewright/monitoring'
import { type Cluster, startCluster } from '@kubewright/testing'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

const namespace = 'default'
const ref = { name: 'web', namespace }
let cluster: Cluster
let running: AsyncDisposable
/** The response of InfluxDB: the latest sample of each measurement, or an error. */
let answer: () => Response
/** The names of all pods there ever were. */
let created: Set<string>

beforeEach(async () => {
  answer = () => new Response(JSON.stringify({ results: [{ series: [{ values: [[1, 2]] }] }] }))
  cluster = await startCluster({
    resources: [Monitoring],
    webhooks: [monitoringAdmission({ image: 'telegraf:1', client: () => cluster.client, pods: 'all' })],
    simulation: true,
  })
  running = await cluster.run(monitoringController({ image: 'telegraf:1', fetch: async () => answer() }))
  created = new Set()
}, 60_000)
afterEach(async () => {
  await running?.[Symbol.asyncDispose]()
  await cluster?.[Symbol.asyncDispose]()
}, 30_000)

const settle = () => cluster.settle({ within: '1m' })

/** Advances in steps, so that no pod is created and deleted unobserved. */
async function pass(seconds: number): Promise<void> {
  for (let second = 0; second < seconds; second++) {
    await cluster.advance('1s')
    for (const { metadata } of (await cluster.client.list(Pod, { namespace })).items) created.add(metadata.name)
  }
}

async function createMonitoring(spec: object = {}): Promise<void> {
  const sink = { url: 'http://influxdb:8086', database: 'shop' }
  await cluster.client.create(Monitoring, { metadata: ref, spec: { sink, scrape: [{ port: 8080 }], ...spec } })
  await pass(1)
}

async function createWorkload(labels: Readonly<Record<string, string>> = {}, replicas = 1): Promise<void> {
  await cluster.client.create(Deployment, {
    metadata: ref,
    spec: {
      replicas,
      selector: { matchLabels: { app: 'web' } },
      template: {
        metadata: { labels: { app: 'web', ...labels } },
        spec: { containers: [{ name: 'web', image: 'web:1' }] },
      },
    },
  })
  await settle()
  await pass(5)
}

const monitoring = () => cluster.client.get(Monitoring, ref)
const livePods = async () =>
  (await cluster.client.list(Pod, { namespace })).items.filter(
    ({ metadata }) => metadata.deletionTimestamp === undefined,
  )
const containers = async () => (await livePods()).map(({ spec }) => spec.containers.map(({ name }) => name))
const condition = async (type: string) => (await monitoring()).status?.conditions?.find((one) => one.type === type)

describe('Monitoring', { timeout: 60_000 }, () => {
  it("injects Telegraf into pods by label; the workload's template is unchanged", async () => {
    await createMonitoring({ selector: { matchLabels: { app: 'web' } } })
    await createWorkload()
    expect(await containers()).toEqual([['web', 'telegraf']])
    expect((await cluster.client.get(Deployment, ref)).spec.template.spec?.containers).toHaveLength(1)
    const { data } = await cluster.client.get(ConfigMap, { name: 'web-telegraf', namespace })
    expect(data?.['telegraf.conf']).toContain('http://${POD_IP}:8080/metrics')
    expect((await monitoring()).status).toMatchObject({ pods: 1, monitored: 1 })
    expect(await condition('Ready')).toMatchObject({ status: 'True' })
    expect(await condition('Collecting')).toMatchObject({ status: 'True' })
  })

  it('replaces each pod once that is older than itself', async () => {
    await createWorkload({}, 3)
    await cluster.advance('1m')
    created.clear()
    await pass(1)
    await createMonitoring({ selector: { matchLabels: { app: 'web' } } })
    await pass(120)
    expect(await containers()).toEqual(Array.from({ length: 3 }, () => ['web', 'telegraf']))
    expect(created.size).toBe(6)
  })

  it('is disabled and enabled at run time, replacing each pod once per change', async () => {
    await createMonitoring({ selector: { matchLabels: { app: 'web' } } })
    await createWorkload({}, 2)
    created.clear()
    await pass(1)
    for (const enabled of [false, true]) {
      await cluster.client.patch(Monitoring, ref, { spec: { enabled } })
      await pass(90)
      expect(await containers()).toEqual(Array.from({ length: 2 }, () => (enabled ? ['web', 'telegraf'] : ['web'])))
    }
    expect(created.size).toBe(6)
    await pass(300)
    expect(created.size).toBe(6)
  })

  it("selected by a template label follows the workload's rollout without extra replacements", async () => {
    await createWorkload()
    await createMonitoring()
    created.clear()
    await pass(1)
    const labels = (label: string | null) => ({
      spec: { template: { metadata: { labels: { [monitoringLabel]: label } } } },
    })
    await cluster.client.patch(Deployment, ref, labels('web') as never)
    await pass(60)
    expect([await containers(), created.size]).toEqual([[['web', 'telegraf']], 2])
    await cluster.client.patch(Deployment, ref, labels(null) as never)
    await cluster.client.delete(Monitoring, ref)
    await pass(60)
    expect([await containers(), created.size]).toEqual([[['web']], 3])
  })

  it('reports missing samples and their reason in the Collecting condition, and recovers', async () => {
    await createMonitoring({ selector: { matchLabels: { app: 'web' } } })
    await createWorkload()
    answer = () => new Response('{"results":[{}]}')
    await pass(120)
    expect(await condition('Collecting')).toMatchObject({ status: 'False', reason: 'NoSamples' })
    answer = () => new Response('busy', { status: 503 })
    await pass(30)
    expect(await condition('Collecting')).toMatchObject({ status: 'False', reason: 'SinkUnreachable' })
    answer = () => new Response(JSON.stringify({ results: [{ series: [{ values: [[1, 2]] }] }] }))
    await pass(30)
    expect(await condition('Collecting')).toMatchObject({ status: 'True' })
  })

  it('does not block pods: a pod with a conflicting volume runs without Telegraf, and status reports why', async () => {
    await createMonitoring({ selector: { matchLabels: { app: 'web' } } })
    await cluster.client.create(Pod, {
      metadata: { name: 'own', namespace, labels: { app: 'web' } },
      spec: {
        containers: [{ name: 'web', image: 'web:1' }],
        volumes: [{ name: 'telegraf-config', emptyDir: {} }],
      },
    })
    await pass(5)
    expect(await containers()).toEqual([['web']])
    const message = 'pod own cannot have the container telegraf: the pod already has a volume telegraf-config'
    expect(await condition('Ready')).toMatchObject({ status: 'False', reason: 'CannotInject', message })
    const { items } = await cluster.client.list(Event, { namespace })
    expect(items.filter(({ reason }) => reason === 'CannotInject').map(({ note }) => note)).toEqual([message])
  })

  it('uses a native sidecar in pods of a Job, so that it can complete, and never replaces them', async () => {
    await createMonitoring({ selector: { matchLabels: { app: 'web' } } })
    const template = {
      metadata: { labels: { app: 'web' } },
      spec: { restartPolicy: 'Never' as const, containers: [{ name: 'work', image: 'work:1' }] },
    }
    await cluster.client.create(Job, { metadata: ref, spec: { template } })
    await pass(5)
    const [pod] = await livePods()
    const native = pod?.spec.initContainers?.map(({ name, restartPolicy }) => [name, restartPolicy])
    expect([await containers(), native]).toEqual([[['work']], [['telegraf', 'Always']]])
    await cluster.client.patch(Monitoring, ref, { spec: { labelTags: ['app'] } })
    await pass(60)
    expect(created.size).toBe(1)
  })

  it('replaces each pod once when the Telegraf image changes', async () => {
    await createMonitoring({ selector: { matchLabels: { app: 'web' } } })
    await createWorkload({}, 2)
    created.clear()
    await pass(1)
    await running[Symbol.asyncDispose]()
    running = await cluster.run(monitoringController({ image: 'telegraf:2', fetch: async () => answer() }))
    await pass(90)
    expect(created.size).toBe(4)
    await pass(120)
    expect(created.size).toBe(4)
  })

  it('reports an invalid selector in the Ready condition', async () => {
    await createMonitoring({ selector: { matchExpressions: [{ key: 'app', operator: 'In' }] } })
    expect(await condition('Ready')).toMatchObject({ status: 'False', reason: 'InvalidSelector' })
  })

  it('injects into pods of a StatefulSet, too', async () => {
    await cluster.client.create(StatefulSet, {
      metadata: ref,
      spec: {
        serviceName: 'web',
        replicas: 2,
        selector: { matchLabels: { app: 'web' } },
        template: { metadata: { labels: { app: 'web' } }, spec: { containers: [{ name: 'web', image: 'web:1' }] } },
      },
    })
    await settle()
    await pass(30)
    await createMonitoring({ selector: { matchLabels: { app: 'web' } } })
    await pass(120)
    expect(await containers()).toEqual([
      ['web', 'telegraf'],
      ['web', 'telegraf'],
    ])
  })
})
