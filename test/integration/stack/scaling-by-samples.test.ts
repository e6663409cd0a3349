import { Event } from '@kubewright/kubernetes/events/v1'
import { Deployment, Service } from '@kubewright/kubernetes'
import { defineResource } from '@kubewright/resource'
import { component, defineStack, type Sample, stackController, stackStatus } from '@kubewright/stack'
import { type Cluster, startCluster } from '@kubewright/testing'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'

const Shop = defineResource({
  group: 'shop.example.dev',
  version: 'v1',
  kind: 'Shop',
  scope: 'Namespaced',
  spec: z.object({}),
  status: z.object({ ...stackStatus }),
  conditions: ['Ready', 'Abnormal'],
})
const shop = defineStack({
  for: Shop,
  name: 'shops',
  components: () => ({
    db: component({ image: 'db:1', port: 5432 }),
    api: component({
      image: 'api:1',
      port: 80,
      needs: ['db'],
      scaling: { metric: 'requests', target: 100, min: 1, max: 4, window: '1m', stabilization: '5m' },
      tuning: { applies: true, window: '1h' },
      abnormalities: [{ metric: 'requests' }],
    }),
  }),
})

const ref = { name: 'garden', namespace: 'default' }
const mebibyte = 1024 * 1024
let cluster: Cluster
let running: AsyncDisposable
/** The value of each metric at a moment, a sample every ten seconds; `undefined` if the source does not answer. */
let measure: ((metric: string, at: number) => number) | undefined
let asked: number

beforeEach(async () => {
  asked = 0
  measure = (metric) => ({ requests: 80, cpu: 0.2, memory: 100 * mebibyte })[metric] ?? 0
  cluster = await startCluster({ resources: [Shop], simulation: true })
  const samples = async ({ metric, since, now }: { metric: string; since: number; now: number }) => {
    asked++
    const source = measure
    if (source === undefined) return new Promise<readonly Sample[]>(() => undefined)
    const times = Array.from({ length: Math.floor((now - since) / 10_000) }, (_, place) => now - place * 10_000)
    const found = times.map((at) => ({ at, value: source(metric, at) })).reverse()
    return found.filter(({ value }) => !Number.isNaN(value))
  }
  running = await cluster.run(stackController(shop, { samples, samplesEvery: '30s' }))
  await cluster.client.create(Shop, { metadata: ref, spec: {} })
  await cluster.settle({ within: '20s' })
  await cluster.advance('2m')
}, 60_000)
afterEach(async () => {
  await running?.[Symbol.asyncDispose]()
  await cluster?.[Symbol.asyncDispose]()
}, 30_000)

const api = () => cluster.client.get(Deployment, { name: 'garden-api', namespace: 'default' })
const replicas = async () => (await api()).spec.replicas
const status = async () => (await cluster.client.get(Shop, ref)).status

/** From now on the metric shows another value. */
function change(metric: string, value: number): void {
  const [since, before] = [cluster.clock.now(), measure!]
  measure = (name, at) => (name === metric && at > since ? value : before(name, at))
}

describe('stack: component with scaling, tuning and abnormality policies', { timeout: 60_000 }, () => {
  it('scales up with the load to its limit, and down after the stabilization window', async () => {
    expect(await replicas()).toBe(1)
    change('requests', 330)
    await cluster.advance('2m')
    expect(await replicas()).toBe(4)
    change('requests', 5_000)
    await cluster.advance('2m')
    expect(await replicas()).toBe(4)
    change('requests', 50)
    await cluster.advance('4m')
    expect(await replicas()).toBe(4)
    await cluster.advance('4m')
    expect([await replicas(), (await status())?.phase]).toEqual([1, 'Running'])
    const notes = (await cluster.client.list(Event, { namespace: 'default' })).items
      .filter(({ reason }) => reason === 'Scaled')
      .map(({ note }) => note)
    expect(notes).toEqual(expect.arrayContaining([expect.stringMatching(/^api from 1 to \d replicas$/)]))
  })

  it('gets recommended resources from usage samples, and status shows them', async () => {
    expect((await status())?.components?.['api']?.recommendation).toBe('cpu 250m, memory 128Mi, at most 160Mi')
    expect((await api()).spec.template.spec?.containers[0]?.resources).toEqual({
      requests: { cpu: '250m', memory: '128Mi' },
      limits: { memory: '160Mi' },
    })
  })

  it('is reported as abnormal while a metric deviates from its history', async () => {
    const abnormal = async () => (await status())?.conditions?.find(({ type }) => type === 'Abnormal')
    await cluster.advance('3m')
    expect(await abnormal()).toMatchObject({ status: 'False' })
    change('requests', 3_000)
    await cluster.advance('30s')
    expect(await abnormal()).toMatchObject({ status: 'True', message: 'api: requests is unusually high' })
    await cluster.advance('90m')
    expect(await abnormal()).toMatchObject({ status: 'False' })
  })

  it('is repaired and keeps its size while the sample source does not answer', async () => {
    change('requests', 330)
    await cluster.advance('2m')
    measure = undefined
    await cluster.client.delete(Service, { name: 'garden-db', namespace: 'default' })
    await cluster.advance('1m')
    await expect(cluster.client.get(Service, { name: 'garden-db', namespace: 'default' })).resolves.toBeDefined()
    expect(await replicas()).toBe(4)
    const { items } = await cluster.client.list(Event, { namespace: 'default' })
    expect(items.map(({ reason }) => reason)).toContain('NoSamples')
  })

  it.each([
    { name: 'does not answer', source: undefined, within: '2m' as const },
    { name: 'has no samples', source: () => Number.NaN, within: '2h' as const },
  ])('keeps its applied resources and its pods while the sample source $name', async ({ source, within }) => {
    const { metadata, spec } = await api()
    measure = source
    await cluster.advance(within)
    expect((await api()).spec.template).toEqual(spec.template)
    expect((await api()).metadata.generation).toBe(metadata.generation)
    expect((await status())?.components?.['api']?.recommendation).toBe('cpu 250m, memory 128Mi, at most 160Mi')
  })

  it('keeps the resources and the recommendation of a metric without samples while those of the other one change', async () => {
    await cluster.advance('2m')
    change('cpu', 0.6)
    change('memory', Number.NaN)
    await cluster.advance('2h')
    expect((await status())?.components?.['api']?.recommendation).toBe('cpu 700m, memory 128Mi, at most 160Mi')
    expect((await api()).spec.template.spec?.containers[0]?.resources).toEqual({
      requests: { cpu: '700m', memory: '128Mi' },
      limits: { memory: '160Mi' },
    })
  })

  it('stays abnormal while the sample source does not answer', async () => {
    const abnormal = async () => (await status())?.conditions?.find(({ type }) => type === 'Abnormal')
    await cluster.advance('3m')
    change('requests', 3_000)
    await cluster.advance('30s')
    expect(await abnormal()).toMatchObject({ status: 'True' })
    measure = undefined
    await cluster.advance('5m')
    expect(await abnormal()).toMatchObject({ status: 'True', message: 'api: requests is unusually high' })
  })

  it('is sampled every thirty seconds, and nothing is written while nothing changes', async () => {
    await cluster.advance('10m')
    const [before, version] = [asked, (await cluster.client.get(Shop, ref)).metadata.resourceVersion]
    await cluster.advance('10m')
    expect((await cluster.client.get(Shop, ref)).metadata.resourceVersion).toBe(version)
    // Four metrics; one of them serves two policies.
    expect((asked - before) / 4).toBeCloseTo(20, -1)
  })
})
