/** Gaps of Operatify, one test each, by number. Gap 3 is in `crash.test.ts`, gap 12 beside `parseAccess`. */
import { pausedAnnotation } from '@kubewright/controller'
import { ConfigMap, Event, Secret } from '@kubewright/kubernetes'
import {
  changesBetween,
  defineExternalController,
  defineExternalSuite,
  externalMetrics,
  states,
} from '@kubewright/external'
import { lastAppliedAnnotation } from '@kubewright/external/record'
import { defineResource, manifest } from '@kubewright/resource'
import { type Cluster, startCluster } from '@kubewright/testing'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { FakeCloud } from './fake-cloud.ts'
import { conditionOf, startThings, statusOf } from './running-things.ts'
import { assignedThings, shop, Thing, things } from './things.ts'

const spec = { zone: 'a' }
const versionOf = async (cluster: Cluster) => (await cluster.client.get(Thing, shop)).metadata.resourceVersion
const refused = (message: string) => Object.assign(new Error(message), { status: 400 })

async function started(...given: Parameters<typeof startThings>) {
  const test = await startThings(...given)
  const { cluster } = test
  const made = async () => {
    await cluster.client.create(Thing, { metadata: shop, spec })
    await cluster.settle({ patience: '20s', within: '20s' })
    expect(await statusOf(cluster)).toMatchObject({ state: 'Succeeded' })
  }
  return { ...test, made }
}

describe('external resource, gap 1', () => {
  it('stays in Recreating until the old resource is gone, and requests its deletion once', async () => {
    await using test = await started({}, { operationTime: '4s' })
    const { cluster, cloud, made } = test
    await made()
    await cluster.client.patch(Thing, shop, { spec: { version: '2' } })
    await cluster.settle({ patience: 0 })
    for (let second = 0; second < 3; second++) {
      expect(await statusOf(cluster)).toMatchObject({ state: 'Recreating' })
      await cluster.advance('1s')
    }
    await cluster.settle({ patience: '20s', within: '20s' })
    expect(await statusOf(cluster)).toMatchObject({ state: 'Succeeded', id: 'thing-2' })
    expect(cloud.calls.filter((call) => call === 'delete shop')).toHaveLength(1)
  })
})

describe('external resource, gap 2', () => {
  it('retries at once when the spec is corrected, and status names the generation', async () => {
    await using test = await started()
    const { cluster, cloud } = test
    for (let time = 0; time < 50; time++) cloud.failNext('create', refused('too small'))
    await cluster.client.create(Thing, { metadata: shop, spec })
    await cluster.settle()
    expect(await statusOf(cluster)).toMatchObject({ state: 'Failed', message: 'too small', observedGeneration: 1 })
    cloud.before = async (verb) => {
      if (verb === 'create') cloud.forgive()
    }
    await cluster.client.patch(Thing, shop, { spec: { size: 10 } })
    await cluster.settle({ patience: 0 })
    expect(await statusOf(cluster)).toMatchObject({ state: 'Succeeded', observedGeneration: 2 })
    expect(await conditionOf(cluster, 'Ready')).toMatchObject({ status: 'True', observedGeneration: 2 })
  })
})

describe('external resource, gaps 4 and 5', () => {
  it('never creates from a spec that changed after the observation', async () => {
    await using test = await started()
    const { cluster, cloud } = test
    let isFirst = true
    cloud.before = async (verb) => {
      if (verb !== 'verify' || !isFirst) return
      isFirst = false
      await cluster.client.patch(Thing, shop, { spec: { size: 7 } })
    }
    await cluster.client.create(Thing, { metadata: shop, spec })
    await cluster.settle()
    expect(cloud.calls.filter((call) => call !== 'verify shop')).toEqual(['create shop'])
    expect(cloud.named('shop')).toMatchObject({ size: 7 })
  })

  it('creates one resource although two processes observed that it is missing', async () => {
    await using test = await started({ visibleWithin: '10s' }, { hiddenFor: '5s' })
    const { cluster, cloud } = test
    await using _ = await cluster.run(things(cloud, { visibleWithin: '10s' }))
    let [looks, release] = [0, () => {}]
    const bothLook = new Promise<void>((resolve) => (release = resolve))
    cloud.before = async (verb) => {
      if (verb !== 'verify' || ++looks > 2) return
      if (looks === 2) release()
      await bothLook
    }
    await cluster.client.create(Thing, { metadata: shop, spec })
    await cluster.advance('1m')
    expect(cloud.made).toBe(1)
    expect(await statusOf(cluster)).toMatchObject({ state: 'Succeeded' })
  })

  it('writes status through the subresource, and owns no field of spec', async () => {
    await using test = await started()
    const { cluster, made } = test
    await made()
    const { managedFields = [] } = (await cluster.client.get(Thing, shop)).metadata
    const ours = managedFields.filter(({ manager }) => manager === 'things')
    expect(ours.map(({ subresource, operation }) => [operation, subresource])).toContainEqual(['Apply', 'status'])
    expect(JSON.stringify(ours)).not.toContain('f:spec')
  })
})

describe('external resource, gap 6', () => {
  it('keeps the finalizer while the external deletion fails, and retries', async () => {
    await using test = await started()
    const { cluster, cloud, run, made } = test
    await made()
    for (let time = 0; time < 3; time++) cloud.failNext('delete', new Error('in use'))
    await cluster.client.delete(Thing, shop)
    await cluster.settle({ patience: 0 })
    expect(await statusOf(cluster)).toMatchObject({ state: 'Terminating', message: 'in use' })
    expect((await cluster.client.get(Thing, shop)).metadata.finalizers).toEqual(['cloud.example.dev/thing'])
    expect(run.history(shop)[0]!.result.type).toBe('error')
    await cluster.settle({ patience: '20s', within: '20s' })
    expect(cloud.things).toEqual([])
    await expect(statusOf(cluster)).rejects.toThrow('not found')
  })

  it('waits for foreign finalizers before the external deletion, and leaves them alone', async () => {
    await using test = await started()
    const { cluster, cloud, made } = test
    await made()
    const mine = 'cloud.example.dev/thing'
    await cluster.client.patch(Thing, shop, { metadata: { finalizers: [mine, 'backup.example.dev/last'] } })
    await cluster.client.delete(Thing, shop)
    await cluster.settle()
    expect(await statusOf(cluster)).toMatchObject({
      message: 'waits until its dependents are deleted: the finalizer backup.example.dev/last',
    })
    expect(cloud.things).toHaveLength(1)
    await cluster.client.patch(Thing, shop, { metadata: { finalizers: [mine] } })
    await cluster.settle()
    expect(cloud.things).toEqual([])
  })
})

/** A kind that depends on another external resource. */
const Room = defineResource({
  group: 'cloud.example.dev',
  version: 'v1',
  kind: 'Room',
  scope: 'Namespaced',
  spec: z.object({ thing: z.string() }),
  status: z.object({ state: z.enum(states).optional(), message: z.string().optional() }),
  conditions: ['Ready', 'Synced'],
})
const hall = { name: 'hall', namespace: 'default' }

function rooms(cloud: FakeCloud, seen: string[] = []) {
  return defineExternalController({
    name: 'rooms',
    for: Room,
    finalizer: 'cloud.example.dev/room',
    poll: '10m',
    recheck: '1s',
    visibleWithin: 0,
    dependencies: { thing: { on: Thing, ref: (room) => room.spec.thing } },
    async observe(room, { dependencies }) {
      seen.push(`observe in ${dependencies.thing?.status?.id ?? 'nothing'}`)
      return cloud.find({ name: room.metadata.name })
    },
    diff: () => [],
    async create(room, { dependencies }) {
      seen.push(`create in ${dependencies.thing.status?.id}`)
      return cloud.create({ name: room.metadata.name, owner: room.metadata.uid, size: 1, version: '1' })
    },
    update: async () => undefined,
    async delete(room, { dependencies }) {
      seen.push(`delete in ${dependencies.thing?.status?.id ?? 'nothing'}`)
      await cloud.delete({ name: room.metadata.name })
    },
  })
}

async function startedRooms() {
  const cluster = await startCluster({ resources: [Thing, Room] })
  const cloud = new FakeCloud({ clock: cluster.clock })
  const seen: string[] = []
  const run = await cluster.run(...defineExternalSuite(things(cloud), rooms(cloud, seen)))
  const roomStatus = async () => (await cluster.client.get(Room, hall)).status
  return { cluster, cloud, run, seen, roomStatus, [Symbol.asyncDispose]: () => cluster[Symbol.asyncDispose]() }
}

describe('external resource, gaps 7, 13 and 17', () => {
  it('can be deleted although its dependency never existed', async () => {
    await using test = await startedRooms()
    const { cluster, roomStatus } = test
    await cluster.client.create(Room, { metadata: hall, spec: { thing: 'shop' } })
    await cluster.settle()
    expect(await roomStatus()).toMatchObject({ state: 'Pending' })
    await cluster.client.delete(Room, hall)
    await cluster.settle()
    await expect(roomStatus()).rejects.toThrow('not found')
  })

  it('is enqueued at once when its dependency becomes ready, and is deleted before it', async () => {
    await using test = await startedRooms()
    const { cluster, cloud, seen, roomStatus } = test
    await cluster.client.create(Room, { metadata: hall, spec: { thing: 'shop' } })
    await cluster.settle({ patience: 0 })
    const before = cluster.clock.now()
    await cluster.client.create(Thing, { metadata: shop, spec })
    await cluster.settle({ patience: 0 })
    expect([await roomStatus(), cluster.clock.now()]).toMatchObject([{ state: 'Succeeded' }, before])
    // The dependency is not deleted before its dependents.
    await cluster.client.delete(Thing, shop)
    await cluster.settle({ patience: 0 })
    expect(await statusOf(cluster)).toMatchObject({
      state: 'Terminating',
      message: 'waits until its dependents are deleted: Room default/hall',
    })
    expect(await roomStatus()).toMatchObject({ state: 'Pending', message: expect.stringContaining('is being deleted') })
    await cluster.client.delete(Room, hall)
    await cluster.settle({ patience: '20s' })
    expect(cloud.calls.filter((call) => call.startsWith('delete'))).toEqual(['delete hall', 'delete shop'])
    expect(seen.filter((one) => !one.startsWith('observe'))).toEqual(['create in thing-1', 'delete in thing-1'])
    expect(cloud.things).toEqual([])
  })

  it('reports the whole cycle when kinds depend on each other', () => {
    const cloud = new FakeCloud({ clock: undefined as never })
    const circular = defineExternalController({
      name: 'things',
      for: Thing,
      finalizer: 'cloud.example.dev/thing',
      poll: '10m',
      dependencies: { room: { on: Room, ref: () => 'hall' } },
      verify: async () => 'Ready',
      create: async () => 'Succeeded',
      update: async () => 'Succeeded',
      delete: async () => 'Succeeded',
    })
    expect(() => defineExternalSuite(circular, rooms(cloud))).toThrow('Thing → Room → Thing: each needs the next')
  })
})

describe('external resource, gap 8', () => {
  it('adds an owner reference for its dependency beside existing ones', async () => {
    await using cluster = await startCluster({ resources: [Thing, Room] })
    const cloud = new FakeCloud({ clock: cluster.clock })
    const owned = defineExternalController({
      name: 'rooms',
      for: Room,
      finalizer: 'cloud.example.dev/room',
      poll: '10m',
      dependencies: { thing: { on: Thing, ref: (room) => room.spec.thing, owner: true } },
      verify: async () => 'Missing',
      create: async () => 'AwaitingVerification',
      update: async () => 'Succeeded',
      delete: async () => 'Succeeded',
    })
    await using _ = await cluster.run(...defineExternalSuite(things(cloud), owned))
    const map = await cluster.client.create(ConfigMap, { metadata: { name: 'other', namespace: 'default' } })
    const other = { apiVersion: 'v1', kind: 'ConfigMap', name: 'other', uid: map.metadata.uid }
    await cluster.client.create(Thing, { metadata: shop, spec })
    await cluster.client.create(Room, { metadata: { ...hall, ownerReferences: [other] }, spec: { thing: 'shop' } })
    await cluster.settle()
    const { uid } = (await cluster.client.get(Thing, shop)).metadata
    expect((await cluster.client.get(Room, hall)).metadata.ownerReferences).toEqual([
      other,
      { apiVersion: 'cloud.example.dev/v1', kind: 'Thing', name: 'shop', uid },
    ])
  })
})

describe('external resource, gaps 9 and 10', () => {
  it('retries with back-off, and reports the latest failure in status', async () => {
    await using test = await started()
    const { cluster, cloud, run } = test
    for (let time = 1; time <= 8; time++) cloud.failNext('create', refused(`refusal ${time}`))
    await cluster.client.create(Thing, { metadata: shop, spec })
    await cluster.settle({ patience: 0 })
    expect(await statusOf(cluster)).toMatchObject({ state: 'Failed', message: 'refusal 1' })
    await cluster.settle({ patience: '20s', within: '20s' })
    expect(await statusOf(cluster)).toMatchObject({ state: 'Succeeded', message: '' })
    const failures = run.history(shop).filter(({ result }) => result.type === 'error')
    const starts = failures.map(({ startedAt }) => startedAt).reverse()
    const pauses = starts.slice(1).map((at, index) => at - starts[index]!)
    expect(pauses.length).toBeGreaterThan(4)
    expect(pauses.at(-1)!).toBeGreaterThan(pauses[0]! * 4)
  })
})

describe('external resource, gap 11', () => {
  it.each([
    ['found by name', things],
    ['found by an assigned name, with a payload', assignedThings],
  ] as const)('writes nothing while nothing changed (%s)', async (_, form) => {
    await using test = await started({}, {}, form)
    const { cluster, cloud, run, made } = test
    await made()
    const [version, looks] = [await versionOf(cluster), cloud.calls.length]
    const events = (await cluster.client.list(Event, {})).items.length
    await cluster.advance('1h')
    expect(cloud.calls.length).toBeGreaterThan(looks + 4)
    expect(await versionOf(cluster)).toBe(version)
    expect((await cluster.client.list(Event, {})).items.length).toBe(events)
    expect(
      run
        .history(shop)
        .slice(0, 4)
        .map(({ writes }) => writes.sent),
    ).toEqual([0, 0, 0, 0])
  })
})

describe('external resource, gap 14', () => {
  const connected = (cloud: FakeCloud, secret: () => Record<string, string>, ran: string[] = []) =>
    defineExternalController({
      name: 'things',
      for: Thing,
      finalizer: 'cloud.example.dev/thing',
      poll: '10m',
      visibleWithin: 0,
      connectionSecret: ({ metadata }) => `${metadata.name}-connection`,
      owns: [ConfigMap],
      observe: ({ metadata }) => cloud.find({ name: metadata.name }),
      diff: ({ spec: wanted }, actual) => changesBetween(wanted, actual, ['size']),
      create: ({ metadata: { name, uid }, spec: { size } }) => cloud.create({ name, owner: uid, size, version: '1' }),
      update: ({ metadata, spec: { size } }) => cloud.update(metadata.name, { size }),
      delete: ({ metadata }) => cloud.delete({ name: metadata.name }),
      connection: (_, actual) => ({ host: `${actual.id}.example.dev`, ...secret() }),
      async onReady({ metadata }, { own, connection }) {
        ran.push(connection?.['host'] ?? 'nowhere')
        await own({ note: manifest(ConfigMap, { metadata: { name: `${metadata.name}-note` }, data: { made: 'yes' } }) })
      },
    })
  const at = { name: 'shop-connection', namespace: 'default' }
  const readSecret = async (cluster: Cluster) => {
    const { data, metadata } = await cluster.client.get(Secret, at)
    const entries = Object.entries(data ?? {}).map(([key, value]) => [key, Buffer.from(value, 'base64').toString()])
    return { details: Object.fromEntries(entries), metadata }
  }

  it('publishes an owned connection Secret, rotates it, and restores it when changed or deleted', async () => {
    await using cluster = await startCluster({ resources: [Thing] })
    const cloud = new FakeCloud({ clock: cluster.clock })
    let password = 'one'
    const ran: string[] = []
    await using _ = await cluster.run(connected(cloud, () => ({ password }), ran))
    await cluster.client.create(Thing, { metadata: shop, spec })
    await cluster.settle()
    const first = await readSecret(cluster)
    expect(first.details).toEqual({ host: 'thing-1.example.dev', password: 'one' })
    expect(first.metadata.ownerReferences).toMatchObject([{ kind: 'Thing', name: 'shop', controller: true }])
    expect(ran).toContain('thing-1.example.dev')
    expect(JSON.stringify(await cluster.client.get(Thing, shop))).not.toContain('password')

    await cluster.client.delete(Secret, at)
    await cluster.client.delete(ConfigMap, { name: 'shop-note', namespace: 'default' })
    await cluster.settle({ patience: 0 })
    expect((await readSecret(cluster)).details).toEqual(first.details)
    expect((await cluster.client.get(ConfigMap, { name: 'shop-note', namespace: 'default' })).data).toEqual({
      made: 'yes',
    })

    await cluster.client.patch(Secret, at, { data: { host: Buffer.from('evil').toString('base64') } })
    await cluster.settle({ patience: 0 })
    expect((await readSecret(cluster)).details).toEqual(first.details)

    password = 'two'
    await cluster.advance('15m')
    expect((await readSecret(cluster)).details).toEqual({ host: 'thing-1.example.dev', password: 'two' })
  })

  it('keeps a single connection Secret when its name changes', async () => {
    await using cluster = await startCluster({ resources: [Thing] })
    const cloud = new FakeCloud({ clock: cluster.clock })
    const renamed = defineExternalController({
      name: 'things',
      for: Thing,
      finalizer: 'cloud.example.dev/thing',
      poll: '10m',
      visibleWithin: 0,
      connectionSecret: ({ spec: { size } }) => `login-${size}`,
      observe: ({ metadata }) => cloud.find({ name: metadata.name }),
      diff: ({ spec: wanted }, actual) => changesBetween(wanted, actual, ['size']),
      create: ({ metadata: { name, uid }, spec: { size } }) => cloud.create({ name, owner: uid, size, version: '1' }),
      update: ({ metadata, spec: { size } }) => cloud.update(metadata.name, { size }),
      delete: ({ metadata }) => cloud.delete({ name: metadata.name }),
      connection: (_, { id }) => ({ host: id }),
    })
    await using _ = await cluster.run(renamed)
    await cluster.client.create(Thing, { metadata: shop, spec })
    await cluster.settle()
    await cluster.client.patch(Thing, shop, { spec: { size: 2 } })
    await cluster.settle()
    const secrets = (await cluster.client.list(Secret, { namespace: 'default' })).items
    expect(secrets.map(({ metadata }) => metadata.name)).toEqual(['login-2'])
  })

  it('does not take over a Secret of another owner, and reports its name', async () => {
    await using cluster = await startCluster({ resources: [Thing] })
    const cloud = new FakeCloud({ clock: cluster.clock })
    await cluster.client.create(Secret, { metadata: at, data: {} })
    await using _ = await cluster.run(connected(cloud, () => ({})))
    await cluster.client.create(Thing, { metadata: shop, spec })
    await cluster.settle()
    expect(await conditionOf(cluster, 'Synced')).toMatchObject({
      status: 'False',
      reason: 'CompletionFailed',
      message: expect.stringContaining('Secret default/shop-connection'),
    })
  })
})

describe('external resource, gap 15', () => {
  it('needs no state or conditions in the status schema', async () => {
    const Plain = defineResource({
      group: 'cloud.example.dev',
      version: 'v1',
      kind: 'Plain',
      scope: 'Namespaced',
      spec: z.object({ size: z.int().default(1) }),
      status: z.object({ id: z.string().optional() }),
    })
    await using cluster = await startCluster({ resources: [Plain] })
    const cloud = new FakeCloud({ clock: cluster.clock })
    const plains = defineExternalController({
      name: 'plains',
      for: Plain,
      finalizer: 'cloud.example.dev/plain',
      poll: '10m',
      observe: (plain) => cloud.find({ owner: plain.metadata.uid }),
      diff: (plain, actual) => changesBetween(plain.spec, actual, ['size']),
      create: ({ metadata: { name, uid }, spec: { size } }) => cloud.create({ name, owner: uid, size, version: '1' }),
      update: (plain, [change]) => cloud.update(plain.metadata.name, { size: Number(change!.to) }),
      delete: ({ metadata }) => cloud.delete({ name: metadata.name }),
      status: ({ id }) => ({ id }),
    })
    await using run = await cluster.run(plains)
    await cluster.client.create(Plain, { metadata: shop, spec: {} })
    await cluster.settle()
    expect((await cluster.client.get(Plain, shop)).status).toEqual({ id: 'thing-1', observedGeneration: 1 })
    await cluster.client.patch(Plain, shop, { spec: { size: 2 } })
    await cluster.settle()
    expect(cloud.named('shop')).toMatchObject({ size: 2 })
    await cluster.advance('30m')
    expect(run.history(shop)[0]!.writes.sent).toBe(0)
    await cluster.client.delete(Plain, shop)
    await cluster.settle()
    expect(cloud.things).toEqual([])
  })
})

describe('external resource, gap 16', () => {
  it('aborts a call after its timeout, reports it, and other objects are not delayed', async () => {
    await using test = await started({ timeout: '10s' })
    const { cluster, cloud } = test
    const signals: AbortSignal[] = []
    let release = () => {}
    const held = new Promise<void>((resolve) => (release = resolve))
    cloud.before = async (verb, name, signal) => {
      if (verb !== 'create' || name !== 'shop') return
      signals.push(signal!)
      await held
    }
    await cluster.client.create(Thing, { metadata: shop, spec })
    await cluster.client.create(Thing, { metadata: { ...shop, name: 'other' }, spec })
    await cluster.advance('11s')
    expect(signals[0]!.aborted).toBe(true)
    expect(await conditionOf(cluster, 'Synced')).toMatchObject({
      status: 'False',
      reason: 'CreateFailed',
      message: expect.stringContaining('within 10s'),
    })
    await cluster.advance('10s')
    expect(cloud.named('other')).toBeDefined()
    // While the call may still take effect, no other is made for the object.
    await cluster.advance('5m')
    expect(signals).toHaveLength(1)
    release()
    await cluster.advance('1m')
    expect(await statusOf(cluster)).toMatchObject({ state: 'Succeeded' })
    expect(cloud.made).toBe(2)
  })
})

describe('external resource, gap 18', () => {
  it('makes no call for a paused object, and catches up after that', async () => {
    await using test = await started()
    const { cluster, cloud } = test
    await cluster.client.create(Thing, { metadata: { ...shop, annotations: { [pausedAnnotation]: 'true' } }, spec })
    await cluster.advance('1h')
    expect(cloud.calls).toEqual([])
    await cluster.client.patch(Thing, shop, { metadata: { annotations: { [pausedAnnotation]: null } } })
    await cluster.settle()
    expect(await statusOf(cluster)).toMatchObject({ state: 'Succeeded' })
  })

  it('counts calls, drift and time to ready in metrics, and records transitions as events', async () => {
    const metrics = externalMetrics()
    await using test = await started({ observer: metrics.observer }, { operationTime: '3s' })
    const { cluster, cloud, made } = test
    await made()
    cloud.tamper('shop', { size: 9 })
    await cluster.advance('12m')
    expect(cloud.named('shop')).toMatchObject({ size: 1 })
    const families = new Map(metrics.collect().map((family) => [family.name, family.samples]))
    expect(families.get('kubewright_external_calls_total')).toContainEqual({
      labels: { controller: 'things', verb: 'create', result: 'ok' },
      value: 1,
    })
    expect(families.get('kubewright_external_drift_total')).toEqual([{ labels: { controller: 'things' }, value: 1 }])
    expect(families.get('kubewright_external_time_to_ready_seconds')).toMatchObject([{ count: 2 }])
    const events = (await cluster.client.list(Event, { namespace: 'default' })).items
    expect(events.map(({ reason }) => reason)).toEqual(
      expect.arrayContaining(['Creating', 'Verifying', 'Succeeded', 'Drifted', 'Updating']),
    )
  })

  it('stores the last applied configuration in an annotation', async () => {
    await using test = await started()
    const { cluster, made } = test
    await made()
    const { annotations } = (await cluster.client.get(Thing, shop)).metadata
    expect(JSON.parse(annotations![lastAppliedAnnotation]!)).toEqual({ size: 1, version: '1', zone: 'a' })
  })
})
