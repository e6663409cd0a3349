/** Objects deleted after a failed creation with unknown effect. */
import { randomInt, seededRandom } from '@kubewright/core/random'
import { defineExternalController } from '@kubewright/external'
import { type Cluster, startCluster } from '@kubewright/testing'
import { describe, expect, it } from 'vitest'
import { FakeCloud } from './fake-cloud.ts'
import { shop, Thing, things } from './things.ts'

const isGone = async (cluster: Cluster) => (await cluster.client.list(Thing)).items.length === 0

describe('an external resource whose creation failed with unknown effect', () => {
  it.each([
    { visibleWithin: 0 as const, isDone: false },
    { visibleWithin: 0 as const, isDone: true },
    { visibleWithin: '30s' as const, isDone: false },
    { visibleWithin: '30s' as const, isDone: true },
  ])('is deleted with its object, nothing leaks: created $isDone, visible within $visibleWithin', async (how) => {
    await using cluster = await startCluster({ resources: [Thing] })
    const cloud = new FakeCloud({ clock: cluster.clock, deletesSilently: true })
    await using _ = await cluster.run(things(cloud, { visibleWithin: how.visibleWithin }))
    cloud.failNext('create', new Error('connection reset'), how.isDone)
    await cluster.client.create(Thing, { metadata: shop, spec: { zone: 'a' } })
    await cluster.settle({ patience: 0 })
    await cluster.client.delete(Thing, shop)
    await cluster.advance('2m')
    expect([await isGone(cluster), cloud.things]).toEqual([true, []])
    expect(cloud.calls.filter((call) => call === 'delete shop')).toHaveLength(1)
  })

  it('is deleted again if it becomes visible after the first deletion', async () => {
    await using cluster = await startCluster({ resources: [Thing] })
    const cloud = new FakeCloud({ clock: cluster.clock, deletesSilently: true })
    await using _ = await cluster.run(things(cloud, { visibleWithin: 0 }))
    cloud.failNext('create', new Error('connection reset'))
    await cluster.client.create(Thing, { metadata: shop, spec: { zone: 'a' } })
    await cluster.settle({ patience: 0 })
    const { uid } = (await cluster.client.get(Thing, shop)).metadata
    const remove = cloud.delete.bind(cloud)
    // The creation takes effect while the deletion is under way.
    cloud.delete = async (query) => {
      await remove(query)
      cloud.delete = remove
      cloud.put({ name: 'shop', owner: uid })
    }
    await cluster.client.delete(Thing, shop)
    await cluster.advance('2m')
    expect([await isGone(cluster), cloud.things]).toEqual([true, []])
  })

  it('waits for a manual decision if the provider assigns the name', async () => {
    await using cluster = await startCluster({ resources: [Thing] })
    const nothing = async () => undefined
    await using _ = await cluster.run(
      defineExternalController({
        name: 'things',
        for: Thing,
        finalizer: 'cloud.example.dev/thing',
        poll: '10m',
        visibleWithin: 0,
        names: 'assigned',
        observe: nothing,
        diff: () => [],
        create: () => Promise.reject(new Error('connection reset')),
        update: nothing,
        delete: nothing,
      }),
    )
    await cluster.client.create(Thing, { metadata: shop, spec: { zone: 'a' } })
    await cluster.settle({ patience: 0 })
    await cluster.client.delete(Thing, shop)
    await cluster.advance('1h')
    const { conditions } = (await cluster.client.get(Thing, shop)).status!
    expect(conditions?.find(({ type }) => type === 'Synced')).toMatchObject({ reason: 'CreationAmbiguous' })
  })
})

async function play(seed: number) {
  const random = seededRandom(`lost creations ${seed}`)
  const pick = (below: number) => randomInt(random, below)
  await using cluster = await startCluster({ resources: [Thing], seed })
  const hiddenFor = [0, 1_500][pick(2)]!
  const cloud = new FakeCloud({ clock: cluster.clock, hiddenFor, deletesSilently: pick(2) === 0 })
  let run = await cluster.run(things(cloud))
  const names = Array.from({ length: 12 }, (_, at) => `thing-${at}`)
  const refOf = (name: string) => ({ name, namespace: 'default' })
  for (const name of names) {
    for (let failures = 1 + pick(3); failures > 0; failures--) {
      cloud.failNext('create', new Error('connection reset'), pick(2) === 0)
    }
    await cluster.client.create(Thing, { metadata: refOf(name), spec: { zone: 'a' } })
    await cluster.advance(pick(6_000))
    if (pick(4) === 0) {
      await run[Symbol.asyncDispose]()
      run = await cluster.run(things(cloud))
    }
    if (pick(3) === 0) cloud.failNext('delete', new Error('connection reset'), pick(2) === 0)
    await cluster.client.delete(Thing, refOf(name))
    await cluster.advance(pick(6_000))
  }
  cloud.forgive()
  await cluster.advance('30m')
  const left = (await cluster.client.list(Thing)).items.map(({ metadata }) => metadata.name)
  await run[Symbol.asyncDispose]()
  return { left, things: cloud.things }
}

describe('random creations with unknown effect, each followed by a deletion', () => {
  it.each(Array.from({ length: 8 }, (_, seed) => seed))(
    'leave neither objects nor external resources (seed %i)',
    async (seed) => expect(await play(seed)).toEqual({ left: [], things: [] }),
  )
})

describe('an external update that becomes visible late', () => {
  it.each([
    { field: 'size', spec: { size: 3 } },
    { field: 'version', spec: { version: '2' } },
  ])('is sent once, and its effect is awaited: $field', async ({ field, spec }) => {
    await using cluster = await startCluster({ resources: [Thing] })
    const cloud = new FakeCloud({ clock: cluster.clock, staleFor: '20s' })
    await using _ = await cluster.run(things(cloud, { visibleWithin: '30s' }))
    await cluster.client.create(Thing, { metadata: shop, spec: { zone: 'a' } })
    await cluster.advance('1m')
    await cluster.client.patch(Thing, shop, { spec })
    await cluster.advance('10s')
    expect((await cluster.client.get(Thing, shop)).status?.state).toBe(field === 'size' ? 'Verifying' : 'Succeeded')
    await cluster.advance('1m')
    expect((await cluster.client.get(Thing, shop)).status?.state).toBe('Succeeded')
    const changes = cloud.calls.filter((call) => !call.startsWith('verify'))
    expect(changes).toEqual(['create shop', ...(field === 'size' ? ['update shop'] : ['delete shop', 'create shop'])])
  })

  it('is followed at once by an update for a newer spec', async () => {
    await using cluster = await startCluster({ resources: [Thing] })
    const cloud = new FakeCloud({ clock: cluster.clock, staleFor: '20s' })
    await using _ = await cluster.run(things(cloud, { visibleWithin: '30s' }))
    await cluster.client.create(Thing, { metadata: shop, spec: { zone: 'a' } })
    await cluster.advance('1m')
    await cluster.client.patch(Thing, shop, { spec: { size: 3 } })
    await cluster.advance('2s')
    await cluster.client.patch(Thing, shop, { spec: { size: 4 } })
    await cluster.advance('2s')
    expect(cloud.named('shop')?.size).toBe(4)
    await cluster.advance('1m')
    expect(cloud.calls.filter((call) => call === 'update shop')).toHaveLength(2)
  })

  it('fails after `visibleWithin`, and is repeated with back-off', async () => {
    await using cluster = await startCluster({ resources: [Thing] })
    const cloud = new FakeCloud({ clock: cluster.clock })
    cloud.update = async (name) => void cloud.calls.push(`update ${name}`)
    await using _ = await cluster.run(things(cloud, { visibleWithin: '30s' }))
    await cluster.client.create(Thing, { metadata: shop, spec: { zone: 'a' } })
    await cluster.advance('1m')
    await cluster.client.patch(Thing, shop, { spec: { size: 3 } })
    await cluster.advance('29s')
    expect(cloud.calls.filter((call) => call === 'update shop')).toHaveLength(1)
    await cluster.advance('1h')
    expect((await cluster.client.get(Thing, shop)).status).toMatchObject({
      state: 'Failed',
      message: expect.stringContaining('update succeeded, and a difference remains'),
    })
    const updates = cloud.calls.filter((call) => call === 'update shop').length
    expect(updates).toBeGreaterThan(3)
    expect(updates).toBeLessThan(40)
  })
})

describe('a stale observation of the old resource after its recreation', () => {
  it('does not delete the new resource within `visibleWithin`', async () => {
    await using cluster = await startCluster({ resources: [Thing] })
    const cloud = new FakeCloud({ clock: cluster.clock })
    await using _ = await cluster.run(things(cloud, { visibleWithin: '30s' }))
    await cluster.client.create(Thing, { metadata: shop, spec: { zone: 'a' } })
    await cluster.advance('1m')
    const [find, create] = [cloud.find.bind(cloud), cloud.create.bind(cloud)]
    let staleUntil = 0
    cloud.create = async (...args) => {
      staleUntil = cluster.clock.now() + 10_000
      return create(...args)
    }
    cloud.find = async (...args) => {
      const seen = await find(...args)
      return seen && cluster.clock.now() < staleUntil ? { ...seen, version: '1' } : seen
    }
    await cluster.client.patch(Thing, shop, { spec: { version: '2' } })
    await cluster.advance('2m')
    expect(cloud.calls.filter((call) => !call.startsWith('verify'))).toEqual([
      'create shop',
      'delete shop',
      'create shop',
    ])
    expect((await cluster.client.get(Thing, shop)).status?.state).toBe('Succeeded')
  })
})
