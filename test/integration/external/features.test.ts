/** Features beyond Operatify: adoption, observe-only, late initialization, polling, throttling, eventual consistency. */
import {
  accessAnnotation,
  adoptAnnotation,
  defineExternalController,
  defineProvider,
  ExternalError,
  pollAnnotation,
  requestAnnotation,
} from '@kubewright/external'
import { creationAnnotation } from '@kubewright/external/record'
import { TerminalError } from '@kubewright/controller'
import { startCluster } from '@kubewright/testing'
import { describe, expect, it } from 'vitest'
import { FakeCloud } from './fake-cloud.ts'
import { conditionOf, startThings, statusOf } from './running-things.ts'
import { assignedThings, shop, Thing } from './things.ts'

const spec = { zone: 'a' }

const changing = (cloud: FakeCloud) => cloud.calls.filter((call) => !call.startsWith('verify'))

describe('an external resource that already exists', () => {
  it('is refused with AlreadyExists and left alone, also when the object is deleted', async () => {
    await using test = await startThings()
    const { cluster, cloud } = test
    cloud.put({ name: 'shop', size: 8 })
    await cluster.client.create(Thing, { metadata: shop, spec })
    await cluster.settle()
    expect(await conditionOf(cluster, 'Ready')).toMatchObject({ status: 'False', reason: 'AlreadyExists' })
    await cluster.client.delete(Thing, shop)
    await cluster.settle()
    await expect(statusOf(cluster)).rejects.toThrow('not found')
    expect([changing(cloud), cloud.things.length]).toEqual([[], 1])
  })

  it('is adopted with the adopt annotation, and deleted with the object after that', async () => {
    await using test = await startThings()
    const { cluster, cloud } = test
    cloud.put({ name: 'shop', size: 8 })
    await cluster.client.create(Thing, { metadata: { ...shop, annotations: { [adoptAnnotation]: 'true' } }, spec })
    await cluster.settle()
    expect(await statusOf(cluster)).toMatchObject({ state: 'Succeeded' })
    expect(cloud.named('shop')).toMatchObject({ size: 1 })
    expect((await cluster.client.get(Thing, shop)).metadata.annotations?.[creationAnnotation]).toMatch(/^adopted /)
    await cluster.client.delete(Thing, shop)
    await cluster.settle()
    expect(cloud.things).toEqual([])
  })

  it.each([
    { size: 1, state: 'Succeeded' },
    { size: 8, state: 'Failed' },
  ])('is only observed with managementPolicies Observe (size $size)', async ({ size, state }) => {
    await using test = await startThings()
    const { cluster, cloud } = test
    cloud.put({ name: 'shop', size })
    await cluster.client.create(Thing, { metadata: shop, spec: { ...spec, managementPolicies: ['Observe'] } })
    await cluster.settle()
    expect(await statusOf(cluster)).toMatchObject({ state })
    await cluster.client.delete(Thing, shop)
    await cluster.settle()
    expect([changing(cloud), cloud.things.length]).toEqual([[], 1])
  })
})

describe('spec fields left unset (late initialization)', () => {
  it('are filled in once from the external resource', async () => {
    await using test = await startThings()
    const { cluster } = test
    await cluster.client.create(Thing, { metadata: shop, spec: { size: 2 } })
    await cluster.settle()
    const thing = await cluster.client.get(Thing, shop)
    expect(thing.spec).toMatchObject({ size: 2, zone: 'a' })
    expect(thing.status).toMatchObject({ state: 'Succeeded', observedGeneration: thing.metadata.generation })
  })

  it('stay unset where updates are not allowed, and are not overwritten', async () => {
    await using test = await startThings()
    const { cluster } = test
    await cluster.client.create(Thing, { metadata: { ...shop, annotations: { [accessAnnotation]: 'CD' } }, spec: {} })
    const other = { ...shop, name: 'other' }
    await cluster.client.create(Thing, { metadata: other, spec: { zone: 'b' } })
    await cluster.settle()
    expect((await cluster.client.get(Thing, shop)).spec.zone).toBeUndefined()
    expect((await cluster.client.get(Thing, other)).spec.zone).toBe('b')
  })
})

describe('polling of an external resource', () => {
  const looksIn = async (annotations: Record<string, string>, hours: number) => {
    await using test = await startThings({ poll: '1h', shortestPoll: '1m' })
    const { cluster, cloud } = test
    await cluster.client.create(Thing, { metadata: { ...shop, annotations }, spec })
    await cluster.settle()
    cloud.calls.length = 0
    await cluster.advance(hours * 3_600_000)
    return cloud.calls.length
  }

  it('has jitter and the interval of the controller or of the annotation, within limits', async () => {
    const usual = await looksIn({}, 12)
    expect(usual).toBeGreaterThanOrEqual(10)
    expect(usual).toBeLessThanOrEqual(12)
    expect(await looksIn({ [pollAnnotation]: '10m' }, 2)).toBeGreaterThanOrEqual(10)
    const clamped = await looksIn({ [pollAnnotation]: '1s' }, 1)
    expect(clamped).toBeGreaterThanOrEqual(54)
    expect(clamped).toBeLessThanOrEqual(60)
    expect(await looksIn({ [pollAnnotation]: 'often' }, 2)).toBeLessThanOrEqual(2)
  })

  it('does not delay a verification that is requested by annotation', async () => {
    await using test = await startThings({ poll: '1h' })
    const { cluster, cloud } = test
    await cluster.client.create(Thing, { metadata: shop, spec })
    await cluster.settle()
    cloud.tamper('shop', { size: 9 })
    await cluster.client.patch(Thing, shop, { metadata: { annotations: { [requestAnnotation]: 'now-1' } } })
    await cluster.settle({ patience: 0 })
    expect(cloud.named('shop')).toMatchObject({ size: 1 })
    expect(await statusOf(cluster)).toMatchObject({ handledRequest: 'now-1', state: 'Succeeded' })
  })
})

describe('an external API with eventual consistency', () => {
  it('gets no second create while the resource is not visible yet', async () => {
    await using test = await startThings({ visibleWithin: '10s' }, { hiddenFor: '8s' })
    const { cluster, cloud } = test
    await cluster.client.create(Thing, { metadata: shop, spec })
    await cluster.advance('5s')
    expect(await statusOf(cluster)).toMatchObject({
      state: 'Verifying',
      message: expect.stringContaining('is not visible yet'),
    })
    await cluster.advance('5s')
    expect(await statusOf(cluster)).toMatchObject({ state: 'Succeeded' })
    expect(cloud.made).toBe(1)
  })

  it('gets no second create after a lost response, and nothing leaks if the object is deleted meanwhile', async () => {
    await using test = await startThings({ visibleWithin: '10s' }, { hiddenFor: '8s' })
    const { cluster, cloud } = test
    cloud.failNext('create', new Error('the answer was lost'), true)
    await cluster.client.create(Thing, { metadata: shop, spec })
    await cluster.advance('3s')
    await cluster.client.delete(Thing, shop)
    await cluster.advance('30s')
    expect([cloud.made, cloud.things.length]).toEqual([1, 0])
    await expect(statusOf(cluster)).rejects.toThrow('not found')
  })

  it('needs a manual decision after a lost create if it assigns the name, and continues with that', async () => {
    await using test = await startThings({}, {}, assignedThings)
    const { cluster, cloud } = test
    cloud.failNext('create', new Error('the answer was lost'), true)
    await cluster.client.create(Thing, { metadata: shop, spec })
    await cluster.advance('1m')
    expect(await conditionOf(cluster, 'Synced')).toMatchObject({ status: 'False', reason: 'CreationAmbiguous' })
    await cluster.client.delete(Thing, shop)
    await cluster.advance('1m')
    expect(await conditionOf(cluster, 'Synced')).toMatchObject({ reason: 'CreationAmbiguous' })
    const annotations = { 'kubewright.dev/external-name': cloud.things[0]!.id }
    await cluster.client.patch(Thing, shop, { metadata: { annotations } })
    await cluster.advance('1m')
    expect(cloud.things).toEqual([])
    await expect(statusOf(cluster)).rejects.toThrow('not found')
  })
})

describe('a newly created external resource', () => {
  it('is deleted without waiting for visibleWithin if it was observed', async () => {
    await using test = await startThings({ visibleWithin: '10m' }, { operationTime: '3s' })
    const { cluster, cloud } = test
    await cluster.client.create(Thing, { metadata: shop, spec })
    await cluster.advance('5s')
    await cluster.client.delete(Thing, shop)
    await cluster.advance('5s')
    await expect(statusOf(cluster)).rejects.toThrow('not found')
    expect([cloud.made, cloud.things]).toEqual([1, []])
  })
})

describe('access to an external resource', () => {
  it('is checked again before an update, in case it was withdrawn after the observation', async () => {
    await using test = await startThings({ visibleWithin: 0 })
    const { cluster, cloud } = test
    await cluster.client.create(Thing, { metadata: shop, spec })
    await cluster.settle()
    cloud.calls.length = 0
    let isFirst = true
    cloud.before = async (verb) => {
      if (verb !== 'verify' || !isFirst) return
      isFirst = false
      await cluster.client.patch(Thing, shop, { metadata: { annotations: { [accessAnnotation]: 'C' } } })
    }
    await cluster.client.patch(Thing, shop, { spec: { size: 5 } })
    await cluster.settle()
    expect(changing(cloud)).toEqual([])
    expect(await conditionOf(cluster, 'Synced')).toMatchObject({ reason: 'UpdateForbidden' })
  })
})

describe('a provider of external resources', () => {
  it('is paused for all callers after 429 with retry-after', async () => {
    const provider = defineProvider({ name: 'cloud' })
    await using test = await startThings({ provider })
    const { cluster, cloud } = test
    cloud.failNext('verify', Object.assign(new Error('slow down'), { status: 429, headers: { 'retry-after': '60' } }))
    await cluster.client.create(Thing, { metadata: shop, spec })
    await cluster.client.create(Thing, { metadata: { ...shop, name: 'other' }, spec })
    await cluster.advance('55s')
    expect(cloud.calls).toEqual(['verify shop'])
    expect(await conditionOf(cluster, 'Synced')).toMatchObject({
      status: 'False',
      reason: 'Throttled',
      message: 'slow down',
    })
    await cluster.advance('10s')
    await cluster.settle()
    expect(cloud.things).toHaveLength(2)
  })

  it('gets no more calls than callsPerSecond', async () => {
    const provider = defineProvider({ name: 'cloud', callsPerSecond: 1, burst: 1 })
    await using test = await startThings({ provider })
    const { cluster, cloud } = test
    for (let at = 0; at < 10; at++)
      await cluster.client.create(Thing, { metadata: { ...shop, name: `thing-${at}` }, spec })
    await cluster.advance('10s')
    expect(cloud.calls.length).toBeLessThanOrEqual(13)
    await cluster.advance('1m')
    expect(cloud.things).toHaveLength(10)
  })

  it('is retried soon after nothingDone, and later after retryAfter', async () => {
    await using test = await startThings()
    const { cluster, cloud } = test
    cloud.failNext('create', new ExternalError('no room', { nothingDone: true }))
    cloud.failNext('create', new ExternalError('quota', { retryAfter: '30s' }))
    await cluster.client.create(Thing, { metadata: shop, spec })
    await cluster.advance('20s')
    expect(await statusOf(cluster)).toMatchObject({ message: 'quota' })
    await cluster.advance('20s')
    expect(await statusOf(cluster)).toMatchObject({ state: 'Succeeded' })
  })
})

describe('an operation of an external controller', () => {
  const operations = {
    verify: async () => 'Missing' as const,
    create: async () => 'Succeeded' as const,
    update: async () => 'Succeeded' as const,
    delete: async () => 'Succeeded' as const,
  }
  const controller = (own: object) =>
    defineExternalController({
      name: 'things',
      for: Thing,
      finalizer: 'cloud.example.dev/thing',
      poll: '10m',
      visibleWithin: 0,
      ...operations,
      ...own,
    })

  it.each([
    {
      name: 'that throws a TerminalError is not repeated until an edit',
      own: { create: () => Promise.reject(new TerminalError('no such tier')) },
      message: 'no such tier',
    },
    {
      name: 'that returns undefined is reported with the allowed results',
      own: { verify: async () => undefined },
      message: 'Return one of Missing',
    },
    {
      name: 'that returns Error sets the state Failed',
      own: { create: async () => ({ result: 'Error', message: 'disk full' }) },
      message: 'disk full',
    },
  ])('$name', async ({ own, message }) => {
    await using cluster = await startCluster({ resources: [Thing] })
    await using run = await cluster.run(controller(own))
    await cluster.client.create(Thing, { metadata: shop, spec })
    await cluster.settle({ patience: 0 })
    expect(await statusOf(cluster)).toMatchObject({ state: 'Failed', message: expect.stringContaining(message) })
    expect(run.history(shop)[0]!.result).toMatchObject({ type: 'error' })
  })

  it('is retried with back-off if an update has no effect', async () => {
    await using cluster = await startCluster({ resources: [Thing] })
    let updates = 0
    const update = async () => {
      updates++
      return 'Succeeded' as const
    }
    await using _ = await cluster.run(
      controller({ verify: async () => ({ verdict: 'UpdateRequired', isOurs: true }), update }),
    )
    await cluster.client.create(Thing, { metadata: shop, spec })
    await cluster.advance('10m')
    expect(updates).toBeGreaterThan(3)
    expect(updates).toBeLessThan(30)
    expect(await statusOf(cluster)).toMatchObject({
      state: 'Failed',
      message: expect.stringContaining('a difference remains'),
    })
  })

  it('is not repeated if its result could not be stored: the result is kept in memory', async () => {
    await using test = await startThings({}, {}, assignedThings)
    const { cluster, cloud } = test
    // Writes after the call fail for a while: only memory knows the name.
    const broken: Disposable[] = []
    cloud.before = async (verb) => {
      if (verb === 'create') broken.push(cluster.faults.fail({ verb: 'patch', kind: Thing, times: 8 }, 403))
    }
    await cluster.client.create(Thing, { metadata: shop, spec })
    await cluster.advance('2m')
    for (const fault of broken) fault[Symbol.dispose]()
    await cluster.advance('20m')
    expect(await statusOf(cluster)).toMatchObject({ state: 'Succeeded', id: 'thing-1' })
    expect(cloud.made).toBe(1)
  })
})
