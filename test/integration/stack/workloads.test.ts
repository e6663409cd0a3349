import { ConfigMap, Deployment, PersistentVolumeClaim, Pod, Secret, StatefulSet } from '@kubewright/kubernetes'
import { Event } from '@kubewright/kubernetes/events/v1'
import { defineNodeType, defineTopology } from '@kubewright/protocol'
import { defineResource } from '@kubewright/resource'
import {
  component,
  defineStack,
  generated,
  preserved,
  type Sample,
  type Stack,
  stackController,
  stackStatus,
  volume,
} from '@kubewright/stack'
import { startCluster } from '@kubewright/testing'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'

const long = { timeout: 120_000 }
const Shop = defineResource({
  group: 'shop.example.dev',
  version: 'v1',
  kind: 'Shop',
  scope: 'Namespaced',
  spec: z.object({ image: z.string().default('db:1') }),
  status: z.object({ ...stackStatus }),
  conditions: ['Ready'],
})
const namespace = 'default'
const shop = { name: 'shop', namespace }
const ref = (name: string) => ({ name: `shop-${name}`, namespace })
const parts = [
  'deployments',
  'replica-sets',
  'stateful-sets',
  'pods',
  'nodes',
  'scheduler',
  'garbage-collection',
  'volumes',
] as const

async function startShop(stack: Stack, options: Parameters<typeof stackController>[1] = {}) {
  const cluster = await startCluster({ resources: [Shop], simulation: { parts } })
  const running = await cluster.run(stackController(stack, options))
  const rest = () => cluster.settle({ within: '60s' })
  await cluster.client.create(Shop, { metadata: shop, spec: {} })
  await rest()
  return {
    cluster,
    running,
    rest,
    client: cluster.client,
    async wait(duration: '1m' | '5m' | '10m') {
      await cluster.advance(duration)
      await rest()
    },
    phases: async () => {
      const { status } = await cluster.client.get(Shop, shop)
      return Object.fromEntries(Object.entries(status?.components ?? {}).map(([name, { phase }]) => [name, phase]))
    },
    status: async () => (await cluster.client.get(Shop, shop)).status,
    async [Symbol.asyncDispose]() {
      await running[Symbol.asyncDispose]()
      await cluster[Symbol.asyncDispose]()
    },
  }
}

describe('stack: component with a StatefulSet', () => {
  it('is deployed, updated, and recreated with its claims when deleted', long, async () => {
    const stack = defineStack({
      for: Shop,
      components: ({ spec }) => ({
        db: component({
          image: spec.image,
          port: 5432,
          workload: 'StatefulSet',
          replicas: 2,
          storage: { size: '1Gi' },
        }),
        api: component({ image: 'api:1', port: 80, needs: ['db'] }),
      }),
    })
    await using world = await startShop(stack)
    const { client } = world
    expect(await world.phases()).toEqual({ db: 'running', api: 'running' })
    const claims = async () =>
      (await client.list(PersistentVolumeClaim, { namespace })).items.map(({ metadata }) => metadata.uid)
    const before = await claims()
    expect(before).toHaveLength(2)

    await client.delete(StatefulSet, ref('db'))
    await world.rest()
    expect(await world.phases()).toEqual({ db: 'running', api: 'running' })
    expect(await claims()).toEqual(before)

    await client.patch(Shop, shop, { spec: { image: 'db:2' } })
    await world.rest()
    await world.wait('5m')
    const { items } = await client.list(Pod, { namespace, labels: { 'stack.kubewright.dev/component': 'db' } })
    expect(items.map(({ spec }) => spec.containers[0]!.image)).toEqual(['db:2', 'db:2'])
    expect(await world.status()).toMatchObject({ phase: 'Running', plan: [] })
  })
})

describe('stack: an existing PersistentVolumeClaim', () => {
  it('blocks only the components that need it while it is missing', long, async () => {
    const stack = defineStack({
      for: Shop,
      components: () => ({
        data: volume({ claim: 'data' }),
        db: component({ image: 'db:1', port: 5432, storage: { claim: 'data' }, needs: ['data'] }),
        docs: component({ image: 'docs:1', port: 80 }),
      }),
    })
    await using world = await startShop(stack)
    expect(await world.phases()).toEqual({ data: 'absent', db: 'absent', docs: 'running' })
    expect((await world.status())?.components?.['data']?.waitsFor).toBe('the claim of data is missing')
    await world.client.create(PersistentVolumeClaim, {
      metadata: { name: 'data', namespace },
      spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } },
    })
    await world.rest()
    expect(await world.phases()).toEqual({ data: 'running', db: 'running', docs: 'running' })
  })
})

describe('stack: a user-defined protocol', () => {
  const Database = defineNodeType({
    name: 'Database',
    capabilities: ['sql'],
    initial: 'none',
    states: { none: {}, up: { offers: ['sql'] }, broken: {} },
    operations: {
      install: { from: 'none', to: 'up' },
      remove: { from: ['up', 'broken'], to: 'none' },
      break: { from: 'up', to: 'broken', controllable: false },
    },
  })
  const Service = defineNodeType({
    name: 'Service',
    requirements: ['sql'],
    initial: 'none',
    states: { none: {}, up: { needs: ['sql'] }, broken: {} },
    operations: {
      install: { from: 'none', to: 'up', needs: ['sql'] },
      remove: { from: ['up', 'broken'], to: 'none' },
    },
    faults: { up: 'broken' },
  })
  const topology = defineTopology({ nodes: { db: Database, api: Service }, bindings: { 'api.sql': 'db.sql' } })
  const mapping = {
    states: { absent: 'none', running: 'up', crashed: 'broken' },
    operations: { install: 'start', remove: 'stop' },
  } as const
  const components = () => ({
    db: component({ image: 'db:1', port: 5432, replaceAfter: '1m' }),
    // It needs the database by the protocol alone.
    api: component({ image: 'api:1', port: 80 }),
  })

  it('orders deployment and repair, and names the operations', long, async () => {
    const stack = defineStack({ for: Shop, components, protocol: () => ({ topology: topology as never, mapping }) })
    await using world = await startShop(stack)
    const { client, cluster } = world
    expect(await world.phases()).toEqual({ db: 'running', api: 'running' })
    const { items: events } = await client.list(Event, { namespace })
    // A list is in the order of names, which are random.
    const versionOf = ({ metadata }: (typeof events)[number]) => Number(metadata.resourceVersion)
    const inOrder = events.toSorted((one, two) => versionOf(one) - versionOf(two))
    const started = inOrder.flatMap(({ note }) => /^(\S+): starts/.exec(note ?? '')?.[1] ?? [])
    expect(started).toEqual(['db.install', 'api.install'])
    const protocol = (await world.status())?.protocol ?? ''
    expect(JSON.parse(protocol)).toMatchObject({ states: { db: mapping.states }, goal: { db: 'up', api: 'up' } })
    const { items } = await client.list(Pod, { namespace, labels: { 'stack.kubewright.dev/component': 'db' } })
    for (const { metadata } of items) await cluster.simulation!.pods.fail(metadata, 'never-ready')
    await world.rest()
    expect(await world.status()).toMatchObject({ phase: 'Healing', plan: ['db.remove', 'db.install'] })
    await world.wait('5m')
    expect(await world.phases()).toEqual({ db: 'running', api: 'running' })
  })

  it('is refused if it has no node for a component, with the reason on the object', long, async () => {
    const stack = defineStack({
      for: Shop,
      components: () => ({ ...components(), gui: component({ image: 'gui:1' }) }),
      protocol: () => ({ topology: topology as never, mapping }),
    })
    await using world = await startShop(stack)
    const [record] = world.running.history(shop)
    expect(record?.result).toMatchObject({ type: 'error', error: { code: 'KW_STACK_PROTOCOL' } })
    expect((await world.client.list(Deployment, { namespace })).items).toEqual([])
  })
})

describe('stack: tuned resources', () => {
  it('are applied to the containers with applies: true', long, async () => {
    const samples: Sample[] = []
    const stack = defineStack({
      for: Shop,
      components: () => ({
        api: component({ image: 'api:1', port: 80, tuning: { cpu: 'cores', memory: 'bytes', applies: true } }),
      }),
    })
    await using world = await startShop(stack, {
      samples: async ({ metric }) =>
        samples.map(({ at, value }) => ({ at, value: metric === 'cores' ? value : value * 2 ** 30 })),
    })
    for (let minute = 0; minute < 60; minute++)
      samples.push({ at: world.cluster.clock.now() - minute * 60_000, value: 0.2 })
    await world.wait('5m')
    const { spec } = await world.client.get(Deployment, ref('api'))
    expect(spec.template.spec!.containers[0]!.resources?.requests).toHaveProperty('cpu')
    const { recommendation } = (await world.status())!.components!['api']!
    expect(recommendation).toContain('cpu')
    const { generation } = (await world.client.get(Deployment, ref('api'))).metadata
    await world.wait('10m')
    expect((await world.client.get(Deployment, ref('api'))).metadata.generation).toBe(generation)
  })
})

describe('stack: generated Secret values', () => {
  it('are the same for two operators that start concurrently', long, async () => {
    const stack = defineStack({
      for: Shop,
      components: () => ({
        db: component({ image: 'db:1', port: 5432, secrets: { PASSWORD: generated() }, config: preserved('settings') }),
      }),
    })
    const cluster = await startCluster({ resources: [Shop], simulation: { parts } })
    await using _ = cluster
    const { client } = cluster
    await client.create(ConfigMap, { metadata: { name: 'settings', namespace }, data: { a: 'b' } })
    // Both look before either writes.
    for (const verb of ['get', 'patch'] as const) cluster.faults.delay({ verb, kind: Secret }, '500ms')
    await using one = await cluster.run(stackController(stack))
    await using two = await cluster.run(stackController(stack))
    await client.create(Shop, { metadata: shop, spec: {} })
    await cluster.settle({ within: '60s' })
    await cluster.advance('1m')
    await cluster.settle({ within: '60s' })
    const { items } = await client.list(Secret, { namespace })
    const values = items.map(({ data }) => data?.['PASSWORD'])
    expect(values).toHaveLength(2)
    expect(new Set(values).size).toBe(1)
    const failures = [...one.history(shop), ...two.history(shop)].filter(({ result }) => result.type === 'error')
    expect(failures.length).toBeGreaterThan(0) // they did meet
    const { items: pods } = await client.list(Pod, { namespace })
    expect(pods).toHaveLength(1)
    expect((await client.get(Shop, shop)).status).toMatchObject({ phase: 'Running' })
    const writes = one.writes.sent + two.writes.sent
    await cluster.advance('1h')
    expect(one.writes.sent + two.writes.sent).toBe(writes)
  })
})
