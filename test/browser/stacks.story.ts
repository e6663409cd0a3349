/** A stack that starts, is upgraded and fails, with its backups and metrics. */
import assert from 'node:assert/strict'
import { BackupPlan, Restore } from '@kubewright/backup'
import { systemClock } from '@kubewright/core'
import { startDashboard } from '@kubewright/dashboard'
import { Monitoring } from '@kubewright/monitoring'
import { defineResource } from '@kubewright/resource'
import { component, defineStack, stackController, stackLabel, stackStatus } from '@kubewright/stack'
import { type Cluster, startCluster } from '@kubewright/testing'
import { z } from 'zod'
import { assertAccessible, assertFits, openPage, type Story } from './stories.ts'

const stackKind = (kind: string) =>
  defineResource({
    group: 'shop.example.dev',
    version: 'v1',
    kind,
    scope: 'Namespaced',
    spec: z.object({ version: z.string().optional() }),
    status: z.object({ ...stackStatus }),
    conditions: ['Ready', 'Abnormal'],
  })
const Shop = stackKind('Shop')
/** Has no controller: the story writes its status. */
const Odd = stackKind('Odd')

const shop = defineStack({
  for: Shop,
  name: 'shops',
  components: (_, { versions }) => ({
    db: component({ image: 'postgres:16', port: 5432 }),
    cache: component({ image: 'redis:7', port: 6379 }),
    store: component({ image: 'minio:1', port: 9000 }),
    api: component({
      image: `shop/api:${versions['api']}`,
      port: 8080,
      needs: ['db', 'cache', 'store'],
      scaling: { metric: 'requests', target: 100, min: 2, max: 5 },
    }),
    jobs: component({ image: `shop/jobs:${versions['jobs']}`, port: 8081, needs: ['db', 'cache'] }),
    web: component({ image: `shop/web:${versions['web']}`, port: 80, needs: ['api'], expose: true }),
  }),
  versions: { '1.0': {}, '2.0': { upgrade: ['api', 'jobs', 'web'] } },
})

const markup = '<img src=x onerror="alert(1)"><script>alert(2)</script>'
const garden = { name: 'garden', namespace: 'default' }
const path = 'shop.example.dev/v1/Shop/default/garden'

export const stacksStory: Story = {
  name: 'stacks: components, plan, versions, backups and metrics',
  async tell({ browser, picture }) {
    let requests = 180
    await using cluster = await startShops()
    const samples = async ({ now }: { now: number }) => [{ at: now, value: requests }]
    await using _running = await cluster.run(stackController(shop, { samples, samplesEvery: '1s' }))
    const { client } = cluster
    await using dashboard = await startDashboard({ client, port: 0, access: 'open', name: 'shops', metrics: influx })
    await using opened = await openPage(browser, dashboard.url)
    const { page, complaints } = opened
    await page.getByRole('link', { name: 'Stacks' }).click()
    await page.getByText('There is no stack in this cluster.').waitFor()
    await page.goto(`${dashboard.url}#/stacks/${path}`)
    await page.getByText('There is no such stack.').waitFor()
    // Follows the plan while the stack starts: completed steps are marked.
    await client.create(Shop, { metadata: garden, spec: { version: '1.0' } })
    await page.getByRole('row', { name: /web running/ }).waitFor({ timeout: 60_000 })
    await page.getByText('No operation is left.').waitFor()
    await page.getByRole('listitem').filter({ hasText: 'web.run' }).filter({ hasText: 'done' }).waitFor()
    await page.getByRole('row', { name: /^api running .* db, cache, store/ }).waitFor()
    await addCare(client)
    await page.getByRole('row', { name: /garden-store .*verified/ }).waitFor()
    await page.getByText('Succeeded').waitFor()
    await page.getByRole('img', { name: /^process_resident_memory_bytes: 1\d\d M now/ }).waitFor()
    await page.getByRole('img', { name: /^replicas of api: 2 now/ }).waitFor()
    requests = 480
    await page.getByRole('img', { name: /^replicas of api: 5 now/ }).waitFor()
    await page.getByLabel('Show also').selectOption({ label: 'go_info gauge' })
    await page.getByRole('img', { name: /^go_info/ }).waitFor()
    await assertAccessible(page, 'a stack')

    await client.patch(Shop, garden, { spec: { version: '2.0' } })
    await page.getByText('from 1.0 to 2.0').waitFor({ timeout: 30_000 })
    await page.getByText('components change one by one').waitFor({ timeout: 30_000 })
    await page.getByRole('link', { name: /Open the Shop/ }).waitFor()
    await picture(page, 'stack')
    await page.getByRole('heading', { name: 'Metrics' }).scrollIntoViewIfNeeded()
    await picture(page, 'stack-metrics')
    await assertAccessible(page, 'a stack that is upgraded')

    await addHostile(client)
    await page.goto(`${dashboard.url}#/stacks`)
    await page.getByRole('link', { name: 'default/hostile' }).waitFor()
    await picture(page, 'stacks')
    await assertAccessible(page, 'Stacks')
    await page.getByRole('link', { name: 'default/hostile' }).click()
    await page.getByText(markup).first().waitFor()
    await page.getByRole('row', { name: /^__proto__/ }).waitFor()
    assert.equal(await page.locator('img[src="x"], main script').count(), 0)
    await page.goto(`${dashboard.url}#/stacks/${path}-gone`)
    await page.getByText('There is no such stack.').waitFor()
    assert.deepEqual(complaints, [])
    await onAPhone(dashboard.url, browser, picture)
  },
}

type Client = Cluster['client']

function startShops(): Promise<Cluster> {
  return startCluster({
    time: 'real',
    resources: [Shop, Odd, BackupPlan, Restore, Monitoring],
    simulation: {
      parts: ['deployments', 'replica-sets', 'jobs', 'pods', 'nodes', 'scheduler'],
      pods: { behaviour: (_, { image }) => (image === 'shop/web:2.0' ? 'image-missing' : undefined) },
    },
  })
}

async function addCare(client: Client): Promise<void> {
  const metadata = { name: 'garden-store', namespace: 'default', labels: { [stackLabel]: 'garden' } }
  const repository = { url: 's3:http://minio:9000/backups', secretName: 'store' }
  await client.create(BackupPlan, { metadata, spec: { schedule: '0 3 * * *', repository } })
  const record = {
    id: '20260101t030000z',
    time: new Date(systemClock.now()).toISOString(),
    files: 1_204,
    bytes: 48_500_000,
  }
  const conditions = [condition('Ready', 'Waiting'), condition('Verified', 'Whole')]
  const status = { lastBackup: record, lastVerified: record, nextAt: '2030-01-02T03:00:00Z', conditions }
  await client.status.patch(BackupPlan, metadata, { status } as never)
  await client.create(Restore, { metadata: { name: 'drill', namespace: 'default' }, spec: { plan: metadata.name } })
  const ended = { phase: 'Succeeded', finishedAt: new Date(systemClock.now()).toISOString(), message: '1204 files' }
  await client.status.patch(Restore, { name: 'drill', namespace: 'default' }, { status: ended } as never)
  const sink = { url: 'http://influxdb:8086', database: 'shop' }
  await client.create(Monitoring, { metadata: { ...metadata, name: 'garden-api' }, spec: { sink } })
  const collecting = { pods: 2, monitored: 2, conditions: [condition('Collecting', 'Arriving')] }
  await client.status.patch(Monitoring, { ...metadata, name: 'garden-api' }, { status: collecting } as never)
}

function condition(type: string, reason: string) {
  return { type, status: 'True', reason, message: '', lastTransitionTime: '2026-01-01T00:00:00Z' }
}

async function addHostile(client: Client): Promise<void> {
  await client.create(Odd, { metadata: { name: 'hostile', namespace: 'default' }, spec: { version: markup } })
  const components = JSON.parse(
    JSON.stringify({
      x: { phase: 'crashed', since: 'never', waitsFor: markup, needs: ['x', '__proto__', markup] },
    }).replace('{"x"', '{"__proto__":{"phase":"running","since":"x"},"x"'),
  ) as object
  const status = { phase: 'Healing', step: markup, plan: [markup, 'constructor.run'], version: markup, components }
  await client.status.patch(Odd, { name: 'hostile', namespace: 'default' }, { status } as never)
}

/** A fake InfluxDB: the list of metrics, and samples of one. */
async function influx(url: string): Promise<Response> {
  const question = new URL(url).searchParams.get('q') ?? ''
  if (question.startsWith('SELECT *')) {
    const names = [
      'process_resident_memory_bytes',
      'process_cpu_seconds_total',
      'http_requests_total',
      'go_threads',
      'go_info',
    ]
    const series = names.map((name) => {
      const field = name.endsWith('_total') ? 'counter' : 'gauge'
      return { name, columns: ['time', 'pod', field], values: [[1, 'garden-api-0', 1]] }
    })
    return Response.json({ results: [{ series }] })
  }
  const scale = question.includes('memory') ? 1e6 : question.includes('threads') ? 0.2 : 1
  const end = Math.floor(systemClock.now() / 15_000) * 15_000
  const values = Array.from({ length: 60 }, (_, index) => {
    const load = 120 + 40 * Math.sin(index / 7) + (index % 5) * 3
    return [end - (59 - index) * 15_000, Math.round(load * scale)]
  })
  return Response.json({ results: [{ series: [{ name: 'x', columns: ['time', 'sum'], values }] }] })
}

async function onAPhone(
  url: string,
  browser: Parameters<Story['tell']>[0]['browser'],
  picture: Parameters<Story['tell']>[0]['picture'],
) {
  await using phone = await openPage(browser, url, { viewport: { width: 360, height: 740 }, colorScheme: 'dark' })
  const { page, complaints } = phone
  for (const [name, hash, shown] of [
    ['stacks', '#/stacks', 'default/garden'],
    ['stack', `#/stacks/${path}`, 'Components'],
  ] as const) {
    await page.goto(`${url}${hash}`)
    await page.getByText(shown).first().waitFor()
    await assertFits(page, name)
    await assertAccessible(page, `${name}, dark, on a phone`)
    await picture(page, `phone-${name}`)
  }
  assert.deepEqual(complaints, [])
}
