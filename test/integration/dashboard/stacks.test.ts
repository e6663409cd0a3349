import { BackupPlan, Restore } from '@kubewright/backup'
import { established } from '@kubewright/client'
import { startDashboard } from '@kubewright/dashboard'
import type { StackEntry } from '@kubewright/dashboard/topics'
import { CustomResourceDefinition } from '@kubewright/kubernetes'
import { Monitoring } from '@kubewright/monitoring'
import { stackController } from '@kubewright/stack'
import { startCluster } from '@kubewright/testing'
import { expect, it } from 'vitest'
import { IotSnap, iotSnap, needs, root } from '../stack/iot-snap.ts'
import { look } from './viewer.ts'

const kindPath = 'iot.example.dev/v1/IotSnap/default/root'
const patient = { timeout: 60_000 }
const poll = { timeout: 20_000, interval: 50 }

it(
  'dashboard: a stack is found by its definition and shown live with components, plan and versions',
  patient,
  async () => {
    await using cluster = await startCluster({ resources: [IotSnap], simulation: true })
    await using dashboard = await startDashboard({ client: cluster.client, port: 0, access: 'open' })
    await using viewer = await look(dashboard.url, 'pages', 'stacks', `stack:${kindPath}`)
    await expect.poll(() => viewer.keys('pages'), poll).toContain('stacks')
    expect(viewer.keys('pages')).not.toContain('clusters')
    await using _ = await cluster.run(stackController(iotSnap))
    await cluster.client.create(IotSnap, { metadata: root, spec: {} })
    await cluster.settle({ within: '60s' })
    const stack = () => viewer.entry(`stack:${kindPath}`, 'stack') as StackEntry
    await expect.poll(() => stack()?.phase, poll).toBe('Running')
    expect(stack()).toMatchObject({ health: { tone: 'good', text: 'Running' }, plan: [], ready: { status: 'True' } })
    expect(Object.fromEntries(stack().components.map((one) => [one.name, one.needs]))).toEqual(needs)
    await expect.poll(() => viewer.table('stacks'), poll).toMatchObject([{ running: 7, components: 7, left: 0 }])

    await cluster.client.delete(IotSnap, root)
    await expect.poll(() => viewer.table('stacks'), poll).toEqual([])
  },
)

it('dashboard: pages of a kind appear when its CustomResourceDefinition is created', patient, async () => {
  await using cluster = await startCluster({})
  await using dashboard = await startDashboard({ client: cluster.client, port: 0, access: 'open' })
  await using viewer = await look(dashboard.url, 'pages', 'stacks', 'backups', 'restores:default', 'monitorings')
  await expect.poll(() => viewer.isWhole('stacks') && viewer.isWhole('backups'), poll).toBe(true)
  expect(viewer.keys('pages')).toEqual(['objects'])
  for (const kind of [BackupPlan, Restore, Monitoring]) {
    await cluster.client.create(CustomResourceDefinition, kind.crd() as never)
    await cluster.client.waitFor(CustomResourceDefinition, { name: `${kind.plural}.${kind.group}` }, established)
  }
  await expect.poll(() => viewer.keys('pages'), poll).toContain('stacks')
  const repository = { url: 's3:http://minio:9000/backups', secretName: 'store' }
  await cluster.client.create(BackupPlan, { metadata: { name: 'store' }, spec: { schedule: '@daily', repository } })
  const lastVerified = { id: 'a', time: '2026-01-01T03:00:00Z', files: 3, bytes: 10 }
  await cluster.client.status.patch(BackupPlan, { name: 'store', namespace: 'default' }, { status: { lastVerified } })
  await cluster.client.create(Restore, { metadata: { name: 'again' }, spec: { plan: 'store' } })
  await expect.poll(() => viewer.table('backups'), poll).toMatchObject([{ schedule: '@daily', lastVerified }])
  await expect.poll(() => viewer.table('restores:default'), poll).toMatchObject([{ name: 'again', plan: 'store' }])
  await cluster.client.delete(CustomResourceDefinition, { name: `${BackupPlan.plural}.${BackupPlan.group}` })
  await expect.poll(() => viewer.table('backups'), poll).toEqual([])
})

it('dashboard: metrics come from the InfluxDB of a Monitoring, and its errors are shown', patient, async () => {
  await using cluster = await startCluster({ resources: [Monitoring] })
  const sink = { url: 'http://influxdb:8086', database: 'shop' }
  await cluster.client.create(Monitoring, { metadata: { name: 'api' }, spec: { sink } })
  const asked: URL[] = []
  let isAway = false
  const metrics = async (url: string) => {
    asked.push(new URL(url))
    if (isAway) throw new Error('connect ECONNREFUSED')
    const isNames = new URL(url).searchParams.get('q')!.startsWith('SELECT *')
    const columns = isNames ? ['time', 'pod', 'gauge'] : ['time', 'sum']
    const values = isNames
      ? [[1, 'api-0', 3]]
      : [
          [1_000, 3],
          [2_000, 4],
          [3_000, 5],
        ]
    return Response.json({ results: [{ series: [{ name: 'memory', columns, values }] }] })
  }
  const topics = ['metric-names:default/api', 'metric:default/api/memory/gauge'] as const
  {
    await using dashboard = await startDashboard({ client: cluster.client, port: 0, access: 'open', metrics })
    await using viewer = await look(dashboard.url, ...topics)
    await expect.poll(() => viewer.table(topics[0]), poll).toEqual([{ measurement: 'memory', field: 'gauge' }])
    const samples = [
      [1_000, 3],
      [2_000, 4],
    ]
    await expect.poll(() => viewer.table(topics[1]), poll).toEqual([{ as: 'value', withinSeconds: 900, samples }])
    expect(asked[0]?.origin).toBe(sink.url)
    expect(asked[0]?.searchParams.get('db')).toBe('shop')
    isAway = true
    await using late = await look(dashboard.url, 'metric:default/api/memory/other')
    await expect.poll(() => late.problem('metric:default/api/memory/other'), poll).toContain('ECONNREFUSED')
  }
  // Without one: through the API server, which has no such Service here.
  await using dashboard = await startDashboard({ client: cluster.client, port: 0, access: 'open' })
  await using viewer = await look(dashboard.url, topics[1])
  await expect.poll(() => viewer.problem(topics[1]), poll).toMatch(/influxdb.*not found/s)
})
