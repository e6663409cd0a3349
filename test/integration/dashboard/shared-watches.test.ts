import { startDashboard } from '@kubewright/dashboard'
import type { ReplicatedEntry } from '@kubewright/dashboard/topics'
import { Secret } from '@kubewright/kubernetes'
import { Monitoring } from '@kubewright/monitoring'
import { ReplicationResource as Replication } from '@kubewright/replication'
import { startCluster } from '@kubewright/testing'
import { expect, it } from 'vitest'
import { IotSnap, root } from '../stack/iot-snap.ts'
import { look } from './viewer.ts'

const poll = { timeout: 20_000, interval: 50 }
const patient = { timeout: 60_000 }

const one = 'iot.example.dev/v1/IotSnap/default/root'
const monitoring = 'monitoring.kubewright.dev/v1alpha1/Monitoring/default/api'

it.each([
  [`stack:${one}`, `object:${one}`],
  ['metric-names:default/api', `object:${monitoring}`],
])('dashboard: %s and %s share one watch, whichever is opened first', patient, async (...topics) => {
  await using cluster = await startCluster({ resources: [IotSnap, Monitoring] })
  await cluster.client.create(IotSnap, { metadata: root, spec: {} })
  const sink = { url: 'http://influxdb:8086', database: 'shop' }
  await cluster.client.create(Monitoring, { metadata: { name: 'api' }, spec: { sink } })
  const metrics = async () =>
    Response.json({ results: [{ series: [{ name: 'memory', columns: ['time', 'gauge'], values: [[1, 3]] }] }] })
  for (const [first, second] of [topics, topics.toReversed()] as [string, string][]) {
    await using dashboard = await startDashboard({ client: cluster.client, port: 0, access: 'open', metrics })
    await using before = await look(dashboard.url, first)
    await expect.poll(() => before.table(first).length, poll).toBe(1)
    await using after = await look(dashboard.url, second)
    await expect.poll(() => after.problem(second) ?? after.table(second).length, poll).toBe(1)
  }
})

it('dashboard: replicated objects are complete for other topics, whichever is opened first', patient, async () => {
  await using cluster = await startCluster({ resources: [IotSnap] })
  const metadata = { ...root, finalizers: ['replication.kubewright.dev/berlin'] }
  await cluster.client.create(IotSnap, { metadata, spec: { version: '7' } as never })
  await cluster.client.status.patch(IotSnap, root, { status: { phase: 'Running' } } as never)
  const shown: Readonly<Record<string, unknown>> = {
    replicated: expect.objectContaining({ direction: 'out' }),
    stacks: expect.objectContaining({ name: 'root', phase: 'Running' }),
    'objects:iot.example.dev/v1/IotSnap': expect.objectContaining({ name: 'root' }),
  }
  const topics = Object.keys(shown)
  for (const order of [topics, topics.toReversed()]) {
    await using dashboard = await startDashboard({ client: cluster.client, port: 0, access: 'open' })
    const open = []
    for (const topic of order) {
      const viewer = await look(dashboard.url, topic)
      open.push(viewer)
      await expect.poll(() => viewer.problem(topic) ?? viewer.table(topic), poll).toContainEqual(shown[topic])
    }
    for (const viewer of open) await viewer[Symbol.asyncDispose]()
  }
})

it(
  'dashboard: of Secrets that a Replication selects, only metadata is watched, until it is deleted',
  patient,
  async () => {
    await using cluster = await startCluster({ resources: [Replication] })
    const { client } = cluster
    const metadata = { name: 'key', namespace: 'default', finalizers: ['replication.kubewright.dev/berlin'] }
    await client.create(Secret, { metadata, stringData: { password: 'hush' } })
    const name = { name: 'secrets' }
    await client.create(Replication, { metadata: name, spec: { resource: { group: '', kind: 'Secret' } } } as never)
    await using dashboard = await startDashboard({ client, port: 0, access: 'open' })
    await using viewer = await look(dashboard.url, 'replicated', 'stack:core/v1/Secret/default/key')
    const secrets = () =>
      viewer.table('replicated').filter((entry) => 'direction' in (entry as object)) as ReplicatedEntry[]
    await expect.poll(secrets, poll).toMatchObject([{ object: { kind: 'Secret', name: 'key' }, direction: 'out' }])
    expect(viewer.problem('stack:core/v1/Secret/default/key')).toBeDefined()
    await client.delete(Replication, name)
    await expect.poll(secrets, poll).toEqual([])
  },
)
