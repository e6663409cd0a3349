/** The specification of Operatify, one test each, including the two that are empty there. */
import { accessAnnotation, defineExternalController, defineExternalSuite, states } from '@kubewright/external'
import { defineResource } from '@kubewright/resource'
import { type Cluster, startCluster } from '@kubewright/testing'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { FakeCloud } from './fake-cloud.ts'
import { conditionOf, statusOf } from './running-things.ts'
import { shop, Thing, things } from './things.ts'

const settle = (cluster: Cluster) => cluster.settle({ patience: '20s', within: '20s' })

/** Every state an object was seen in, in order. */
async function followStates(cluster: Cluster): Promise<{ readonly seen: string[]; stop(): void }> {
  const stop = new AbortController()
  const seen: string[] = []
  const events = cluster.client.watch(Thing, { namespace: 'default', signal: stop.signal })
  const follow = async () => {
    for await (const event of events) {
      if (event.type === 'BOOKMARK') continue
      const state = event.object.status?.state
      if (state !== undefined && seen.at(-1) !== state) seen.push(state)
    }
  }
  follow().catch(() => undefined)
  return { seen, stop: () => stop.abort() }
}

describe('Operatify specification: create', () => {
  it('1: creates and deletes an asynchronous resource', async () => {
    await using cluster = await startCluster({ resources: [Thing] })
    const cloud = new FakeCloud({ clock: cluster.clock, operationTime: '3s' })
    await using _ = await cluster.run(things(cloud))
    const states = await followStates(cluster)
    await cluster.client.create(Thing, { metadata: shop, spec: { zone: 'a' } })
    await settle(cluster)
    expect(await statusOf(cluster)).toMatchObject({ state: 'Succeeded', id: 'thing-1' })
    await cluster.client.delete(Thing, shop)
    await settle(cluster)
    states.stop()
    expect(states.seen).toEqual(['Creating', 'Verifying', 'Succeeded', 'Terminating'])
    expect(cloud.things).toEqual([])
    await expect(statusOf(cluster)).rejects.toThrow('not found')
  })

  it('2 and 3: creates and deletes a synchronous resource', async () => {
    await using cluster = await startCluster({ resources: [Thing] })
    const cloud = new FakeCloud({ clock: cluster.clock })
    await using _ = await cluster.run(things(cloud))
    await cluster.client.create(Thing, { metadata: shop, spec: { zone: 'a' } })
    await cluster.settle({ patience: 0 })
    expect(await statusOf(cluster)).toMatchObject({ state: 'Succeeded', id: 'thing-1' })
    expect(cloud.calls).toEqual(['verify shop', 'create shop', 'verify shop'])
    cloud.calls.length = 0
    await cluster.advance('3s') // a new resource might not be visible yet
    await cluster.client.delete(Thing, shop)
    await cluster.settle({ patience: 0 })
    expect(cloud.calls).toEqual(['verify shop', 'delete shop', 'verify shop'])
    await expect(statusOf(cluster)).rejects.toThrow('not found')
  })
})

describe('Operatify specification: dependency', () => {
  const spec = z.object({
    needs: z.array(z.string()).default([]),
    owner: z.string().optional(),
    size: z.int().default(1),
  })
  const status = z.object({ state: z.enum(states).optional(), message: z.string().optional() })
  const kind = {
    group: 'cloud.example.dev',
    version: 'v1',
    scope: 'Namespaced',
    spec,
    status,
    conditions: ['Ready', 'Synced'],
  } as const
  const Owner = defineResource({ ...kind, kind: 'Owner' })
  const Helper = defineResource({ ...kind, kind: 'Helper' })
  const Child = defineResource({ ...kind, kind: 'Child' })
  const common = { poll: '10m', recheck: '1s', visibleWithin: 0 } as const

  function suite(cloud: FakeCloud) {
    const operations = {
      diff: (object: { spec: { size: number } }, actual: { size: number }) =>
        object.spec.size === actual.size ? [] : [{ field: 'size', from: actual.size, to: object.spec.size }],
      create: ({
        metadata: { name, uid },
        spec: { size },
      }: {
        metadata: { name: string; uid: string }
        spec: { size: number }
      }) => cloud.create({ name, owner: uid, size, version: '1' }),
      update: ({ metadata: { name }, spec: { size } }: { metadata: { name: string }; spec: { size: number } }) =>
        cloud.update(name, { size }),
      observe: ({ metadata: { name } }: { metadata: { name: string } }) => cloud.find({ name }),
      delete: ({ metadata: { name } }: { metadata: { name: string } }) => cloud.delete({ name }),
    }
    return defineExternalSuite(
      defineExternalController({
        name: 'owners',
        for: Owner,
        finalizer: 'cloud.example.dev/owner',
        ...common,
        ...operations,
      }),
      defineExternalController({
        name: 'helpers',
        for: Helper,
        finalizer: 'cloud.example.dev/helper',
        ...common,
        ...operations,
      }),
      defineExternalController({
        name: 'children',
        for: Child,
        finalizer: 'cloud.example.dev/child',
        ...common,
        ...operations,
        dependencies: {
          owner: { on: Owner, ref: (child) => child.spec.owner, owner: true },
          first: { on: Helper, ref: (child) => child.spec.needs[0] },
          second: { on: Helper, ref: (child) => child.spec.needs[1] },
        },
      }),
    )
  }
  const at = (name: string) => ({ name, namespace: 'default' })

  async function started() {
    const cluster = await startCluster({ resources: [Owner, Helper, Child] })
    const cloud = new FakeCloud({ clock: cluster.clock })
    const run = await cluster.run(...suite(cloud))
    const stateOf = async (name: string) => (await cluster.client.get(Child, at(name))).status
    return { cluster, cloud, run, stateOf, [Symbol.asyncDispose]: () => cluster[Symbol.asyncDispose]() }
  }

  it('1: waits for its owner without an error, and is deleted before its owner', async () => {
    await using test = await started()
    const { cluster, cloud, run, stateOf } = test
    await cluster.client.create(Child, { metadata: at('b'), spec: { owner: 'a' } })
    await cluster.settle()
    await cluster.advance('3s')
    expect(await stateOf('b')).toMatchObject({
      state: 'Pending',
      message: expect.stringContaining('Owner default/a does not exist yet'),
    })
    expect(run.history(at('b')).every(({ result }) => result.type === 'requeue_after')).toBe(true)
    expect(cloud.calls).toEqual([])
    await cluster.client.create(Owner, { metadata: at('a'), spec: {} })
    await cluster.settle()
    expect(await stateOf('b')).toMatchObject({ state: 'Succeeded' })
    expect((await cluster.client.get(Child, at('b'))).metadata.ownerReferences).toMatchObject([
      { apiVersion: 'cloud.example.dev/v1', kind: 'Owner', name: 'a' },
    ])
    cloud.calls.length = 0
    await cluster.client.delete(Owner, at('a'))
    await settle(cluster)
    expect(cloud.things).toEqual([])
    expect(cloud.calls.filter((call) => call.startsWith('delete'))).toEqual(['delete b', 'delete a'])
  })

  it('2: returns to Pending when its owner fails, and can be deleted meanwhile', async () => {
    await using test = await started()
    const { cluster, cloud, stateOf } = test
    await cluster.client.create(Owner, { metadata: at('a'), spec: {} })
    await cluster.client.create(Child, { metadata: at('b'), spec: { owner: 'a' } })
    await cluster.settle()
    expect(await stateOf('b')).toMatchObject({ state: 'Succeeded' })
    for (let time = 0; time < 40; time++) cloud.failNext('update')
    await cluster.client.patch(Owner, at('a'), { spec: { size: 2 } })
    await cluster.settle()
    expect(await stateOf('b')).toMatchObject({
      state: 'Pending',
      message: expect.stringContaining('Owner default/a is not ready'),
    })
    await cluster.client.delete(Child, at('b'))
    await cluster.settle()
    await expect(stateOf('b')).rejects.toThrow('not found')
    expect(cloud.named('b')).toBeUndefined()
  })

  it('3: waits for its owner and both of its dependencies', async () => {
    await using test = await started()
    const { cluster, stateOf } = test
    await cluster.client.create(Child, { metadata: at('b'), spec: { owner: 'a', needs: ['c', 'd'] } })
    for (const make of [
      () => cluster.client.create(Owner, { metadata: at('a'), spec: {} }),
      () => cluster.client.create(Helper, { metadata: at('c'), spec: {} }),
    ]) {
      await make()
      await cluster.settle()
      expect(await stateOf('b')).toMatchObject({ state: 'Pending' })
    }
    await cluster.client.create(Helper, { metadata: at('d'), spec: {} })
    await cluster.settle()
    expect(await stateOf('b')).toMatchObject({ state: 'Succeeded' })
  })
})

describe('Operatify specification: failure', () => {
  it('1: a failed creation is reported, and the object can be deleted', async () => {
    await using cluster = await startCluster({ resources: [Thing] })
    const cloud = new FakeCloud({ clock: cluster.clock })
    for (let time = 0; time < 100; time++)
      cloud.failNext('create', Object.assign(new Error('no room'), { status: 400 }))
    await using _ = await cluster.run(things(cloud))
    await cluster.client.create(Thing, { metadata: shop, spec: {} })
    await cluster.settle()
    expect(await statusOf(cluster)).toMatchObject({ state: 'Failed', message: 'no room' })
    expect(await conditionOf(cluster, 'Synced')).toMatchObject({
      status: 'False',
      reason: 'CreateFailed',
      message: 'no room',
    })
    await cluster.client.delete(Thing, shop)
    await settle(cluster)
    await expect(statusOf(cluster)).rejects.toThrow('not found')
    expect(cloud.things).toEqual([])
  })

  it('2: a resource that breaks during creation is reported as Failed, and can be deleted', async () => {
    await using cluster = await startCluster({ resources: [Thing] })
    const cloud = new FakeCloud({ clock: cluster.clock, operationTime: '3s' })
    await using _ = await cluster.run(things(cloud))
    await cluster.client.create(Thing, { metadata: shop, spec: { zone: 'a' } })
    await cluster.settle({ patience: 0 })
    cloud.tamper('shop', { isBroken: true })
    await settle(cluster)
    expect(await statusOf(cluster)).toMatchObject({
      state: 'Failed',
      message: 'it exists, and `verify` reports it as broken',
    })
    await cluster.client.delete(Thing, shop)
    await cluster.settle({ patience: 0 })
    cloud.tamper('shop', { isBroken: false })
    await settle(cluster)
    await expect(statusOf(cluster)).rejects.toThrow('not found')
    expect(cloud.things).toEqual([])
  })

  it('3: a failed verification is reported as Failed, and does not prevent a later deletion', async () => {
    await using cluster = await startCluster({ resources: [Thing] })
    const cloud = new FakeCloud({ clock: cluster.clock })
    for (let time = 0; time < 4; time++) cloud.failNext('verify', new Error('no answer'))
    await using _ = await cluster.run(things(cloud))
    await cluster.client.create(Thing, { metadata: shop, spec: {} })
    await cluster.settle({ patience: 0 })
    expect(await statusOf(cluster)).toMatchObject({ state: 'Failed', message: 'no answer' })
    await cluster.client.delete(Thing, shop)
    await settle(cluster)
    await expect(statusOf(cluster)).rejects.toThrow('not found')
  })

  it('4: a failed update is reported, retried with back-off, and succeeds in the end', async () => {
    await using cluster = await startCluster({ resources: [Thing] })
    const cloud = new FakeCloud({ clock: cluster.clock })
    await using run = await cluster.run(things(cloud))
    await cluster.client.create(Thing, { metadata: shop, spec: { zone: 'a' } })
    await cluster.settle()
    for (let time = 0; time < 3; time++) cloud.failNext('update', new Error('busy'))
    await cluster.client.patch(Thing, shop, { spec: { size: 5 } })
    await cluster.settle({ patience: 0 })
    expect(await statusOf(cluster)).toMatchObject({ state: 'Failed', message: 'busy' })
    expect(cloud.named('shop')).toMatchObject({ size: 1 })
    expect(run.history(shop)[0]!.result.type).toBe('error')
    await settle(cluster)
    expect(await statusOf(cluster)).toMatchObject({ state: 'Succeeded', message: '' })
    expect(cloud.named('shop')).toMatchObject({ size: 5 })
  })

  it('5: a failed deletion during a recreation is reported, and the resource is recreated once', async () => {
    await using cluster = await startCluster({ resources: [Thing] })
    const cloud = new FakeCloud({ clock: cluster.clock })
    await using _ = await cluster.run(things(cloud))
    await cluster.client.create(Thing, { metadata: shop, spec: { zone: 'a' } })
    await cluster.settle()
    cloud.failNext('delete', new Error('in use'))
    cloud.failNext('create', Object.assign(new Error('no room'), { status: 507, nothingDone: true }))
    await cluster.client.patch(Thing, shop, { spec: { version: '2' } })
    await cluster.settle({ patience: 0 })
    expect(await statusOf(cluster)).toMatchObject({ state: 'Failed', message: 'in use' })
    await settle(cluster)
    expect(await statusOf(cluster)).toMatchObject({ state: 'Succeeded', id: 'thing-2' })
    expect(cloud.things).toMatchObject([{ id: 'thing-2', version: '2' }])
  })
})

describe('Operatify specification: permissions', () => {
  const withAccess = (access: string) => ({ ...shop, annotations: { [accessAnnotation]: access } })
  async function startedWith(access: string, state = 'Succeeded') {
    const cluster = await startCluster({ resources: [Thing] })
    const cloud = new FakeCloud({ clock: cluster.clock })
    const run = await cluster.run(things(cloud))
    await cluster.client.create(Thing, { metadata: withAccess(access), spec: { zone: 'a' } })
    await cluster.settle()
    expect(await statusOf(cluster)).toMatchObject({ state })
    await cluster.advance('3s')
    return { cluster, cloud, run, [Symbol.asyncDispose]: () => cluster[Symbol.asyncDispose]() }
  }
  const mutating = (cloud: FakeCloud) => cloud.calls.filter((call) => !call.startsWith('verify'))

  it('1: permission C allows a creation', async () => {
    await using test = await startedWith('C')
    expect(test.cloud.things).toHaveLength(1)
  })

  it('2: without permissions nothing is created, and the refusal is reported', async () => {
    await using test = await startedWith('none', 'Failed')
    expect(await statusOf(test.cluster)).toMatchObject({
      state: 'Failed',
      message: expect.stringMatching(/does not permit Create/),
    })
    expect(mutating(test.cloud)).toEqual([])
  })

  it('3: permissions C and U allow an update', async () => {
    await using test = await startedWith('CU')
    await test.cluster.client.patch(Thing, shop, { spec: { size: 3 } })
    await test.cluster.settle()
    expect(test.cloud.named('shop')).toMatchObject({ size: 3 })
  })

  it('4: permission C alone allows no update, and the refusal is reported', async () => {
    await using test = await startedWith('C')
    await test.cluster.client.patch(Thing, shop, { spec: { size: 3 } })
    await test.cluster.settle()
    expect(await statusOf(test.cluster)).toMatchObject({
      state: 'Failed',
      message: expect.stringMatching(/does not permit Update/),
    })
    expect(mutating(test.cloud)).toEqual(['create shop'])
  })

  it.each([
    { number: 5, access: 'CD', left: [] },
    { number: 6, access: 'C', left: ['shop'] },
  ])('$number: $access leaves the resources $left when the object is deleted', async ({ access, left }) => {
    await using test = await startedWith(access)
    await test.cluster.client.delete(Thing, shop)
    await test.cluster.settle()
    await expect(statusOf(test.cluster)).rejects.toThrow('not found')
    expect(test.cloud.things.map(({ name }) => name)).toEqual(left)
  })
})

describe('Operatify specification: update', () => {
  it.each([
    { number: 1, operationTime: 0, name: 'synchronous' },
    { number: 2, operationTime: '3s' as const, name: 'asynchronous' },
  ])('$number: one create and one update, $name', async ({ operationTime }) => {
    await using cluster = await startCluster({ resources: [Thing] })
    const cloud = new FakeCloud({ clock: cluster.clock, operationTime })
    await using _ = await cluster.run(things(cloud))
    await cluster.client.create(Thing, { metadata: shop, spec: { zone: 'a' } })
    await settle(cluster)
    const followed = await followStates(cluster)
    await cluster.client.patch(Thing, shop, { spec: { size: 2 } })
    await settle(cluster)
    followed.stop()
    expect(followed.seen).toEqual(
      operationTime === 0
        ? ['Succeeded', 'Updating', 'Succeeded']
        : ['Succeeded', 'Updating', 'Verifying', 'Succeeded'],
    )
    expect(cloud.calls.filter((call) => !call.startsWith('verify'))).toEqual(['create shop', 'update shop'])
    expect(cloud.named('shop')).toMatchObject({ size: 2 })
  })
})
