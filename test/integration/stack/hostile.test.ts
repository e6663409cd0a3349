/** Conflicting or invalid stacks: they are refused or reported, and foreign objects stay untouched. */
import { ConfigMap, Deployment } from '@kubewright/kubernetes'
import { defineResource } from '@kubewright/resource'
import { type Component, component, defineStack, preserved, stackController, stackStatus } from '@kubewright/stack'
import { startCluster } from '@kubewright/testing'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { long, within } from './running-stack.ts'

const Shop = defineResource({
  group: 'shop.example.dev',
  version: 'v1',
  kind: 'Shop',
  scope: 'Namespaced',
  spec: z.object({ of: z.string() }),
  status: z.object({ ...stackStatus }),
  conditions: ['Ready'],
})
const parts = ['deployments', 'replica-sets', 'pods', 'nodes', 'scheduler'] as const
const web = (image: string, name?: string) => component({ image, port: 80, ...(name === undefined ? {} : { name }) })

const kinds: Readonly<Record<string, Readonly<Record<string, Component>>>> = {
  first: { 'b-c': web('first:1') },
  second: { c: web('second:1'), other: web('other:1') },
  twins: { api: web('api:1', 'web'), web: web('web:1') },
  constructor: { constructor: component({ image: 'c:1', port: 80, config: preserved('constructor') }) },
}

async function startShops(...shops: readonly (readonly [name: string, of: string])[]) {
  const cluster = await startCluster({ resources: [Shop], simulation: { parts } })
  const shop = defineStack({ for: Shop, name: 'shops', components: ({ spec }) => kinds[spec.of]! as never })
  await cluster.client.create(ConfigMap, { metadata: { name: 'constructor' }, data: { a: '1' } })
  const running = await cluster.run(stackController(shop))
  for (const [name, of] of shops) {
    await cluster.client.create(Shop, { metadata: { name }, spec: { of } })
    await cluster.settle({ within })
  }
  await cluster.advance('2m') // an object that failed several times is called stalled
  return {
    cluster,
    statusOf: async (name: string) => (await cluster.client.get(Shop, { name })).status,
    async images() {
      const { items } = await cluster.client.list(Deployment, {})
      return Object.fromEntries(
        items.map(({ metadata, spec }) => [metadata.name, spec.template.spec?.containers[0]?.image]),
      )
    },
    async [Symbol.asyncDispose]() {
      await running[Symbol.asyncDispose]()
      await cluster[Symbol.asyncDispose]()
    },
  }
}

it('stack: does not adopt a workload of another stack, is not Ready, and reports its owner', long, async () => {
  await using shops = await startShops(['a', 'first'], ['a-b', 'second'])
  expect((await shops.statusOf('a'))?.phase).toBe('Running')
  const status = await shops.statusOf('a-b')
  expect(status?.components?.['c']).toMatchObject({
    phase: 'absent',
    waitsFor: 'Deployment a-b-c belongs to Shop a: rename the component',
  })
  expect(status?.conditions).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ type: 'Ready', status: 'False' }),
      expect.objectContaining({
        type: 'Stalled',
        status: 'True',
        message: expect.stringContaining('belongs to Shop a'),
      }),
    ]),
  )
  expect(await shops.images()).toEqual({ 'a-b-c': 'first:1', 'a-b-other': 'other:1' })
})

it(
  'stack: does not adopt a manually created workload of the same name, is not Ready, and reports the remedy',
  long,
  async () => {
    await using shops = await startShops()
    const labels = { by: 'hand' }
    const containers = [{ name: 'x', image: 'hand:1' }]
    await shops.cluster.client.create(Deployment, {
      metadata: { name: 'a-b-c' },
      spec: { selector: { matchLabels: labels }, template: { metadata: { labels }, spec: { containers } } },
    })
    await shops.cluster.client.create(Shop, { metadata: { name: 'a-b' }, spec: { of: 'second' } })
    await shops.cluster.settle({ within })
    const status = await shops.statusOf('a-b')
    expect(status?.components?.['c']).toMatchObject({
      phase: 'absent',
      waitsFor: 'Deployment a-b-c exists and is not part of the stack: delete it, or rename the component',
    })
    expect(status?.conditions).toContainEqual(expect.objectContaining({ type: 'Ready', status: 'False' }))
    expect(await shops.images()).toEqual({ 'a-b-c': 'hand:1', 'a-b-other': 'other:1' })
    await shops.cluster.client.delete(Deployment, { name: 'a-b-c' })
    await shops.cluster.advance('2m')
    await shops.cluster.settle({ within })
    expect((await shops.statusOf('a-b'))?.phase).toBe('Running')
  },
)

it('stack: refuses versions whose key order JavaScript would change', () => {
  const versions = { '1.9': {}, '2': {} }
  expect(() => defineStack({ for: Shop, components: () => ({ web: web('web:1') }), versions })).toThrow(
    'the version "2" would come before "1.9"',
  )
})

it('stack: deploys nothing if two components would share an object', long, async () => {
  await using shops = await startShops(['t', 'twins'])
  expect(await shops.images()).toEqual({})
  expect((await shops.statusOf('t'))?.conditions).toMatchObject([
    { type: 'Stalled', message: expect.stringContaining('both would create the object Service t-web') },
  ])
})

it('stack: components and ConfigMaps may be named like members of Object.prototype', long, async () => {
  await using shops = await startShops(['s', 'constructor'])
  expect(await shops.statusOf('s')).toMatchObject({
    phase: 'Running',
    preserved: { constructor: { data: { a: '1' } } },
  })
  expect((await shops.cluster.client.get(ConfigMap, { name: 'constructor' })).data).toEqual({ a: '1' })
})
