/** Errors in the author's functions: none blocks a deletion, all are reported in conditions. */
import { pausedAnnotation } from '@kubewright/controller'
import { changesBetween, defineExternalController } from '@kubewright/external'
import { startCluster } from '@kubewright/testing'
import { describe, expect, it } from 'vitest'
import { FakeCloud } from './fake-cloud.ts'
import { conditionOf, statusOf } from './running-things.ts'
import { shop, Thing, things } from './things.ts'

/** @param faulty options that replace correct ones */
async function started(faulty: object = {}) {
  const cluster = await startCluster({ resources: [Thing] })
  const cloud = new FakeCloud({ clock: cluster.clock })
  const operations = {
    observe: ({ metadata }: Thing) => cloud.find({ name: metadata.name }),
    diff: ({ spec }: Thing, actual: { readonly size: number }) => changesBetween(spec, actual, ['size']),
    create: ({ metadata: { name, uid }, spec: { size, version } }: Thing) =>
      cloud.create({ name, owner: uid, size, version }),
    update: ({ metadata, spec: { size } }: Thing) => cloud.update(metadata.name, { size }),
    delete: ({ metadata }: Thing) => cloud.delete({ name: metadata.name }),
  }
  const shared = { name: 'things', for: Thing, finalizer: 'cloud.example.dev/thing', poll: '10m', visibleWithin: 0 }
  await cluster.run(defineExternalController({ ...shared, ...operations, ...faulty } as never))
  await cluster.client.create(Thing, { metadata: shop, spec: { zone: 'a' } })
  await cluster.advance('5m')
  return { cluster, cloud, [Symbol.asyncDispose]: () => cluster[Symbol.asyncDispose]() }
}

type Thing = { readonly metadata: { name: string; uid: string }; readonly spec: { size: number; version: string } }

function fails(): never {
  throw new Error('a mistake')
}

describe('a programming error in an external controller', () => {
  it.each([
    { name: 'in diff', faulty: { diff: fails } },
    { name: 'in diff, which returns undefined', faulty: { diff: () => undefined } },
    { name: 'in status', faulty: { status: fails } },
    { name: 'in phase', faulty: { phase: fails } },
    { name: 'in phase, which returns an unknown phase', faulty: { phase: () => 'Sleeping' } },
    { name: 'in lateInitialize', faulty: { lateInitialize: fails } },
    { name: 'in connection', faulty: { connection: fails } },
  ])('$name is reported in the Synced condition and does not block deletion', async ({ faulty }) => {
    await using test = await started(faulty)
    const { cluster, cloud } = test
    expect(cloud.things).toHaveLength(1)
    expect(await conditionOf(cluster, 'Synced')).toMatchObject({ status: 'False', reason: 'VerifyFailed' })
    await cluster.client.delete(Thing, shop)
    await cluster.advance('10m')
    expect([cloud.things, (await cluster.client.list(Thing)).items]).toEqual([[], []])
  })
})

describe('an external status that does not fit the schema', () => {
  it.each([
    {
      name: 'an unknown field',
      status: { nosuch: 1, id: 'x' },
      says: /status\.nosuch: the kind declares no such field/,
    },
    { name: 'a field of another type', status: { id: 5 }, says: /status\.id.*must be of type string/ },
  ])('is reported in the Synced condition, and the resource stays Ready: $name', async ({ status, says }) => {
    await using test = await started({ status: () => status })
    const { cluster } = test
    expect(await statusOf(cluster)).toMatchObject({ state: 'Succeeded' })
    expect(await conditionOf(cluster, 'Ready')).toMatchObject({ status: 'True' })
    expect(await conditionOf(cluster, 'Synced')).toMatchObject({
      status: 'False',
      reason: 'StatusInvalid',
      message: expect.stringMatching(says),
    })
    const { resourceVersion } = (await cluster.client.get(Thing, shop)).metadata
    await cluster.advance('1h')
    expect((await cluster.client.get(Thing, shop)).metadata.resourceVersion).toBe(resourceVersion)
  })
})

describe('the status of an external resource', () => {
  it('reveals nothing of a resource with another owner', async () => {
    await using cluster = await startCluster({ resources: [Thing] })
    const cloud = new FakeCloud({ clock: cluster.clock })
    cloud.put({ name: 'shop', owner: 'somebody else', size: 77 })
    await cluster.run(things(cloud))
    await cluster.client.create(Thing, { metadata: shop, spec: {} })
    await cluster.settle()
    expect(await conditionOf(cluster, 'Ready')).toMatchObject({ reason: 'AlreadyExists' })
    const status = await statusOf(cluster)
    expect(status?.id).toBeUndefined()
    expect(JSON.stringify(status)).not.toContain('77')
  })

  it('is not written to a recreated object of the same name', async () => {
    await using cluster = await startCluster({ resources: [Thing] })
    const cloud = new FakeCloud({ clock: cluster.clock })
    await cluster.run(things(cloud))
    await cluster.client.create(Thing, { metadata: shop, spec: { zone: 'a' } })
    await cluster.settle({ patience: '20s', within: '20s' })
    cloud.tamper('shop', { size: 9 })
    let isFirst = true
    cloud.before = async (verb) => {
      if (verb !== 'verify' || !isFirst) return
      isFirst = false
      await cluster.client.patch(Thing, shop, { metadata: { finalizers: null } } as never)
      await cluster.client.delete(Thing, shop)
      const metadata = { ...shop, annotations: { [pausedAnnotation]: 'true' } }
      await cluster.client.create(Thing, { metadata, spec: { zone: 'a' } })
    }
    await cluster.advance('20m')
    expect(isFirst).toBe(false)
    expect((await statusOf(cluster))?.state).toBeUndefined()
    expect(cloud.calls).not.toContain('update shop')
  })
})

describe('an external API that answers 429', () => {
  it('is backed off from by the whole controller, also without a provider', async () => {
    await using cluster = await startCluster({ resources: [Thing] })
    const cloud = new FakeCloud({ clock: cluster.clock })
    await cluster.run(things(cloud))
    cloud.before = async () => {
      throw Object.assign(new Error('slow down'), { status: 429 })
    }
    const names = Array.from({ length: 20 }, (_, at) => `thing-${at}`)
    for (const name of names) {
      await cluster.client.create(Thing, { metadata: { name, namespace: 'default' }, spec: { zone: 'a' } })
    }
    await cluster.advance('10m')
    expect(cloud.calls.length).toBeLessThan(100)
    cloud.before = async () => undefined
    await cluster.advance('10m')
    expect(cloud.things).toHaveLength(20)
  })
})
