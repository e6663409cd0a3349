import { Deployment } from '@kubewright/kubernetes'
import { defineResource, manifest } from '@kubewright/resource'
import { cascade, component, defineStack, type Sample, stackController, stackStatus, volume } from '@kubewright/stack'
import { startCluster } from '@kubewright/testing'
import { expect, it } from 'vitest'
import { z } from 'zod'

/** Whole lives of a stack take a while on a machine that is shared. */
const long = { timeout: 120_000 }

const names = { group: 'shop.example.dev', version: 'v1', scope: 'Namespaced' } as const
const Database = defineResource({
  ...names,
  kind: 'Database',
  spec: z.object({ size: z.int() }),
  conditions: ['Ready'],
})
const Shop = defineResource({
  ...names,
  kind: 'Shop',
  spec: z.object({}),
  status: z.object({ ...stackStatus }),
  conditions: ['Ready', 'Abnormal'],
})
const namespace = 'default'
const ref = (name: string) => ({ name, namespace })
const within = '60s'
const parts = ['deployments', 'replica-sets', 'pods', 'nodes', 'scheduler', 'volumes'] as const

it(
  'stack: cascade() waits for the condition of an object of another operator, and never replaces it',
  long,
  async () => {
    const shop = defineStack({
      for: Shop,
      kinds: [Database],
      components: ({ metadata }) => ({
        data: volume({ size: '1Gi' }),
        db: cascade(manifest(Database, { metadata: { name: `${metadata.name}-db` }, spec: { size: 3 } }), {
          needs: ['data'],
        }),
        api: component({ image: 'api:1', port: 80, needs: ['db'] }),
      }),
    })
    await using cluster = await startCluster({ resources: [Shop, Database], simulation: { parts } })
    await using _ = await cluster.run(stackController(shop))
    const { client } = cluster
    const say = (status: 'True' | 'False', observedGeneration = 1) =>
      client.status.patch(Database, ref('shop-db'), {
        status: {
          observedGeneration,
          conditions: [
            { type: 'Ready', status, reason: 'Said', message: '', lastTransitionTime: '2026-01-01T00:00:00Z' },
          ],
        },
      } as never)
    const phases = async () => {
      const { status } = await client.get(Shop, ref('shop'))
      return Object.fromEntries(Object.entries(status?.components ?? {}).map(([name, { phase }]) => [name, phase]))
    }
    await client.create(Shop, { metadata: ref('shop'), spec: {} })
    await cluster.settle({ within })
    expect(await phases()).toEqual({ data: 'running', db: 'starting', api: 'absent' })
    await say('True')
    await cluster.settle({ within })
    expect(await phases()).toEqual({ data: 'running', db: 'running', api: 'running' })
    const { uid } = (await client.get(Database, ref('shop-db'))).metadata
    await say('False')
    await cluster.settle({ within })
    await cluster.advance('2h')
    await cluster.settle({ within })
    expect(await phases()).toEqual({ data: 'running', db: 'crashed', api: 'running' })
    expect((await client.get(Database, ref('shop-db'))).metadata.uid).toBe(uid)
    await client.patch(Database, ref('shop-db'), { spec: { size: 9 } })
    await cluster.settle({ within })
    expect((await client.get(Database, ref('shop-db'))).spec.size).toBe(3)
  },
)

it('stack: scales by samples, recommends resources, and reports abnormalities', long, async () => {
  let load = 100
  let isBroken = false
  const samples: Sample[] = []
  const shop = defineStack({
    for: Shop,
    components: () => ({
      api: component({
        image: 'api:1',
        port: 80,
        scaling: { metric: 'requests', target: 100, max: 5 },
        tuning: { cpu: 'cores', memory: 'bytes' },
        abnormalities: [{ metric: 'requests' }],
      }),
    }),
  })
  await using cluster = await startCluster({ resources: [Shop], simulation: { parts } })
  const controller = stackController(shop, {
    async samples({ metric, since }) {
      if (isBroken) throw new Error('the monitoring does not answer')
      return metric === 'requests' ? samples.filter(({ at }) => at >= since) : []
    },
  })
  await using _ = await cluster.run(controller)
  const { client } = cluster
  const pass = async (minutes: number) => {
    for (let minute = 0; minute < minutes; minute++) {
      samples.push({ at: cluster.clock.now(), value: load })
      await cluster.advance('1m')
      await cluster.settle({ within })
    }
  }
  await client.create(Shop, { metadata: ref('shop'), spec: {} })
  await cluster.settle({ within })
  const api = async () => (await client.get(Shop, ref('shop'))).status?.components?.['api']
  await pass(14)
  expect((await client.get(Deployment, ref('shop-api'))).spec.replicas).toBe(1)
  // Memory cannot be measured: the last decision stays, and the failure is reported.
  load = 390
  isBroken = true
  await pass(1)
  expect((await client.get(Deployment, ref('shop-api'))).spec.replicas).toBe(1)
  isBroken = false
  await pass(1)
  expect((await client.get(Deployment, ref('shop-api'))).spec.replicas).toBe(4)
  expect(await api()).toMatchObject({ replicas: 4, abnormality: 'requests is unusually high' })
  const { status } = await client.get(Shop, ref('shop'))
  expect(status?.conditions?.find(({ type }) => type === 'Abnormal')).toMatchObject({ status: 'True' })

  load = 90
  await pass(3)
  expect((await client.get(Deployment, ref('shop-api'))).spec.replicas).toBe(4)
  await pass(6)
  expect((await client.get(Deployment, ref('shop-api'))).spec.replicas).toBe(1)
})
