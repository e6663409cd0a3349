/** Misleading APIs: stale observations, and calls that report success without effect. */
import { changesBetween, defineExternalController } from '@kubewright/external'
import { creationAnnotation } from '@kubewright/external/record'
import { type Cluster, startCluster } from '@kubewright/testing'
import { describe, expect, it } from 'vitest'
import { type CloudOptions, FakeCloud } from './fake-cloud.ts'
import { statusOf } from './running-things.ts'
import { shop, Thing, things } from './things.ts'

const isGone = async (cluster: Cluster) => (await cluster.client.list(Thing)).items.length === 0

async function started(options: Parameters<typeof things>[1] = {}, how: Omit<CloudOptions, 'clock'> = {}) {
  const cluster = await startCluster({ resources: [Thing] })
  const cloud = new FakeCloud({ clock: cluster.clock, ...how })
  await cluster.run(things(cloud, options))
  await cluster.client.create(Thing, { metadata: shop, spec: { zone: 'a' } })
  await cluster.advance('1h')
  expect(await statusOf(cluster)).toMatchObject({ state: 'Succeeded' })
  cloud.calls.length = 0
  return { cluster, cloud, [Symbol.asyncDispose]: () => cluster[Symbol.asyncDispose]() }
}

/** The next observation misses the resource, like that of a lagging replica. */
function missNextLook(cloud: FakeCloud): void {
  const find = cloud.find.bind(cloud)
  cloud.find = async (query) => {
    cloud.calls.push(`miss ${query.name}`)
    cloud.find = find
    return undefined
  }
}

describe('a stale observation that an external resource is missing', () => {
  it.each([0, '30s'] as const)(
    'does not lose ownership when its creation is refused as existing (visible within %s)',
    async (visibleWithin) => {
      await using test = await started({ visibleWithin }, { refusesTwins: true })
      const { cluster, cloud } = test
      const { annotations } = (await cluster.client.get(Thing, shop)).metadata
      missNextLook(cloud)
      await cluster.advance('20m')
      expect(cloud.calls.slice(0, 3)).toEqual(['miss shop', 'create shop', 'verify shop'])
      expect(await statusOf(cluster)).toMatchObject({ state: 'Succeeded', id: 'thing-1' })
      expect((await cluster.client.get(Thing, shop)).metadata.annotations).toEqual(annotations)
      expect(annotations?.[creationAnnotation]).toMatch(/^succeeded /)
      await cluster.client.delete(Thing, shop)
      await cluster.advance('1m')
      expect([cloud.things, await isGone(cluster)]).toEqual([[], true])
    },
  )

  it('does not skip the external deletion when the object is deleted', async () => {
    await using test = await started()
    const { cluster, cloud } = test
    missNextLook(cloud)
    await cluster.client.delete(Thing, shop)
    await cluster.advance('1m')
    expect(cloud.calls.filter((call) => call !== 'verify shop')).toEqual(['miss shop', 'delete shop'])
    expect([cloud.things, await isGone(cluster)]).toEqual([[], true])
  })

  it('leads to one external deletion call if it is correct after all', async () => {
    await using test = await started()
    const { cluster, cloud } = test
    cloud.vanish('shop')
    await cluster.client.delete(Thing, shop)
    await cluster.advance('1m')
    expect(cloud.calls.filter((call) => call !== 'verify shop')).toEqual(['delete shop'])
    expect(await isGone(cluster)).toBe(true)
  })

  it('does not treat an edit of the spec as a new name', async () => {
    await using test = await started()
    const { cluster, cloud } = test
    missNextLook(cloud)
    await cluster.client.patch(Thing, shop, { spec: { size: 5 } })
    await cluster.advance('1m')
    expect(cloud.things).toMatchObject([{ id: 'thing-1', size: 5 }])
    expect(await statusOf(cluster)).toMatchObject({ state: 'Succeeded' })
  })
})

describe('an external deletion that reports success without effect', () => {
  it.each(['delete', 'recreate'])('is repeated with back-off, and reported (%s)', async (why) => {
    await using test = await started()
    const { cluster, cloud } = test
    cloud.delete = async () => void cloud.calls.push('delete shop')
    if (why === 'delete') await cluster.client.delete(Thing, shop)
    else await cluster.client.patch(Thing, shop, { spec: { version: '2' } })
    await cluster.advance('1h')
    const calls = cloud.calls.filter((call) => call === 'delete shop').length
    expect(calls).toBeGreaterThan(3)
    expect(calls).toBeLessThan(40)
    const conditions = (await statusOf(cluster))?.conditions
    expect(conditions?.find(({ type }) => type === 'Synced')).toMatchObject({
      status: 'False',
      reason: 'DeleteFailed',
      message: expect.stringMatching(/delete succeeded \d+ times, and the resource still exists/),
    })
    expect(cloud.things).toHaveLength(1)
  })
})

describe('an external creation that reports success and never becomes visible', () => {
  it('is repeated a few times with back-off, then needs a manual decision', async () => {
    await using cluster = await startCluster({ resources: [Thing] })
    const cloud = new FakeCloud({ clock: cluster.clock, hiddenFor: '1000h' })
    let run = await cluster.run(things(cloud, { visibleWithin: 0 }))
    await cluster.client.create(Thing, { metadata: shop, spec: { zone: 'a' } })
    await cluster.advance('2s')
    expect(cloud.made).toBeLessThanOrEqual(3)
    expect(await statusOf(cluster)).toMatchObject({ state: 'Failed', message: expect.stringMatching('is not visible') })
    await run[Symbol.asyncDispose]()
    run = await cluster.run(things(cloud, { visibleWithin: 0 }))
    await cluster.advance('5h')
    expect(cloud.made).toBe(5)
    const { metadata, status } = await cluster.client.get(Thing, shop)
    expect(metadata.annotations?.[creationAnnotation]).toMatch(/^succeeded \S+ unseen-4$/)
    expect(status?.conditions).toMatchObject([
      { type: 'Ready', status: 'False', reason: 'NeverShown' },
      { type: 'Synced', status: 'False', reason: 'NeverShown' },
    ])
  })
})

describe('an edit of the spec field that names the external resource', () => {
  const called = (cloud: FakeCloud, options: Parameters<typeof things>[1] = {}) =>
    defineExternalController({
      name: 'things',
      for: Thing,
      finalizer: 'cloud.example.dev/thing',
      poll: '10m',
      visibleWithin: 0,
      ...options,
      observe: ({ spec }) => cloud.find({ name: spec.version }),
      diff: ({ spec }, actual) => changesBetween(spec, actual, ['size']),
      create: ({ metadata, spec }) =>
        cloud.create({ name: spec.version, owner: metadata.uid, size: spec.size, version: '' }),
      update: ({ spec }) => cloud.update(spec.version, { size: spec.size }),
      delete: ({ spec }) => cloud.delete({ name: spec.version }),
    })

  it('creates no second resource: it is refused until reverted', async () => {
    await using cluster = await startCluster({ resources: [Thing] })
    const cloud = new FakeCloud({ clock: cluster.clock })
    await cluster.run(called(cloud))
    await cluster.client.create(Thing, { metadata: shop, spec: { version: 'old' } })
    await cluster.settle()
    await cluster.client.patch(Thing, shop, { spec: { version: 'new' } })
    await cluster.advance('1h')
    expect(cloud.things).toMatchObject([{ name: 'old' }])
    expect((await statusOf(cluster))?.conditions).toMatchObject([{ reason: 'NameChanged' }, { reason: 'NameChanged' }])
    await cluster.client.patch(Thing, shop, { spec: { version: 'old', size: 3 } })
    await cluster.settle()
    expect(cloud.things).toMatchObject([{ name: 'old', size: 3 }])
    expect(await statusOf(cluster)).toMatchObject({ state: 'Succeeded' })
  })

  it('leaks nothing when the object is deleted', async () => {
    await using cluster = await startCluster({ resources: [Thing] })
    const cloud = new FakeCloud({ clock: cluster.clock })
    await cluster.run(called(cloud))
    await cluster.client.create(Thing, { metadata: shop, spec: { version: 'old' } })
    await cluster.settle()
    await cluster.client.patch(Thing, shop, { spec: { version: 'new' } })
    await cluster.settle()
    await cluster.client.delete(Thing, shop)
    await cluster.advance('1m')
    expect([cloud.things, await isGone(cluster)]).toEqual([[], true])
  })

  it('does not adopt a resource of another owner under the new name', async () => {
    await using cluster = await startCluster({ resources: [Thing] })
    const cloud = new FakeCloud({ clock: cluster.clock })
    cloud.put({ name: 'new', owner: 'somebody else', size: 7 })
    await cluster.run(called(cloud, { nameOf: ({ spec }) => spec.version }))
    await cluster.client.create(Thing, { metadata: shop, spec: { version: 'old' } })
    await cluster.settle()
    await cluster.client.patch(Thing, shop, { spec: { version: 'new' } })
    await cluster.advance('1h')
    expect((await statusOf(cluster))?.conditions).toMatchObject([{ reason: 'NameChanged' }, { reason: 'NameChanged' }])
    cloud.vanish('old')
    await cluster.advance('1h')
    expect((await statusOf(cluster))?.conditions).toMatchObject([
      { reason: 'AlreadyExists' },
      { reason: 'AlreadyExists' },
    ])
    await cluster.client.delete(Thing, shop)
    await cluster.advance('1m')
    expect(cloud.things).toMatchObject([{ name: 'new', owner: 'somebody else', size: 7 }])
    expect(await isGone(cluster)).toBe(true)
  })

  it('creates a new resource if the old one is gone', async () => {
    await using cluster = await startCluster({ resources: [Thing] })
    const cloud = new FakeCloud({ clock: cluster.clock })
    await cluster.run(called(cloud))
    await cluster.client.create(Thing, { metadata: shop, spec: { version: 'old' } })
    await cluster.settle()
    cloud.vanish('old')
    await cluster.client.patch(Thing, shop, { spec: { version: 'new' } })
    await cluster.settle()
    expect(cloud.things).toMatchObject([{ name: 'new' }])
  })
})
