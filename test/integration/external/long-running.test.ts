/** Operations at the provider that take longer than `visibleWithin`. */
import { findCondition } from '@kubewright/core'
import type { ConditionStatus } from '@kubewright/core/object'
import {
  applied,
  changesBetween,
  defineExternalController,
  deletion,
  externalNameAnnotation,
} from '@kubewright/external'
import { operationAnnotation, type OperationStatus } from '@kubewright/external/record'
import { type Cluster, startCluster } from '@kubewright/testing'
import { describe, expect, it } from 'vitest'
import { FakeCloud } from './fake-cloud.ts'
import { shop, Thing } from './things.ts'

const spec = { zone: 'a' }
const hour = 3_600_000

/** Operations take effect at once, but are in progress and invisible for an hour. */
class SlowCloud {
  readonly #clock: Cluster['clock']
  readonly cloud: FakeCloud
  readonly #ends = new Map<string, number>()
  /** How operations end. */
  end: OperationStatus = 'done'
  asked = 0

  constructor({ clock }: Cluster) {
    this.#clock = clock
    this.cloud = new FakeCloud({ clock, hiddenFor: hour })
  }

  begin(): string {
    const id = `operation-${this.#ends.size + 1}`
    this.#ends.set(id, this.#clock.now() + hour)
    return id
  }

  async standing(id: string): Promise<OperationStatus> {
    this.asked++
    const end = this.#ends.get(id)
    if (end === undefined) throw Object.assign(new Error('no such operation'), { status: 404 })
    return this.#clock.now() < end ? 'under way' : this.end
  }

  forgetOperations(): void {
    this.#ends.clear()
  }
}

function slowThings(slow: SlowCloud) {
  const { cloud } = slow
  return defineExternalController({
    name: 'things',
    for: Thing,
    finalizer: 'cloud.example.dev/thing',
    poll: '10m',
    recheck: '1m',
    visibleWithin: '2s',
    observe: ({ metadata }) => cloud.find({ name: metadata.name }),
    diff: (object, actual) => changesBetween(object.spec, actual, ['size', 'version']),
    recreateFor: ['version'],
    async create({ metadata: { name, uid }, spec: { size, version } }) {
      await cloud.create({ name, owner: uid, size, version })
      return applied({ operation: slow.begin() })
    },
    async update({ metadata }) {
      cloud.calls.push(`update ${metadata.name}`)
      return applied({ operation: slow.begin() })
    },
    async delete({ metadata }) {
      cloud.calls.push(`delete ${metadata.name}`)
      return deletion({ operation: slow.begin() })
    },
    follow: (_, { operation }) => slow.standing(operation),
  })
}

async function started() {
  const cluster = await startCluster({ resources: [Thing] })
  const slow = new SlowCloud(cluster)
  const run = await cluster.run(slowThings(slow))
  const statusOf = async () => (await cluster.client.get(Thing, shop)).status
  const changing = () => slow.cloud.calls.filter((call) => !call.startsWith('verify'))
  const made = async () => {
    await cluster.client.create(Thing, { metadata: shop, spec })
    await cluster.advance('70m')
    expect(await statusOf()).toMatchObject({ state: 'Succeeded' })
  }
  return { cluster, slow, run, statusOf, changing, made, [Symbol.asyncDispose]: () => cluster[Symbol.asyncDispose]() }
}

describe('a long-running creation', () => {
  it('is not repeated while in progress although the resource is not visible, also after a restart', async () => {
    await using test = await started()
    const { cluster, slow, statusOf } = test
    await cluster.client.create(Thing, { metadata: shop, spec })
    await cluster.advance('20m')
    expect(await statusOf()).toMatchObject({ state: 'Verifying' })
    await test.run[Symbol.asyncDispose]()
    await using _ = await cluster.run(slowThings(slow))
    await cluster.advance('20m')
    expect([await statusOf(), slow.cloud.made]).toMatchObject([{ state: 'Verifying' }, 1])
    expect(slow.asked).toBeLessThan(60)
    await cluster.advance('25m')
    const { metadata, status } = await cluster.client.get(Thing, shop)
    expect([status, slow.cloud.made]).toMatchObject([{ state: 'Succeeded' }, 1])
    expect(metadata.annotations).not.toHaveProperty([operationAnnotation])
    const asked = slow.asked
    await cluster.advance('3h')
    expect(slow.asked).toBe(asked)
  })

  it('keeps the finalizer of an object that is deleted meanwhile until the resource can be deleted', async () => {
    await using test = await started()
    const { cluster, slow, changing } = test
    await cluster.client.create(Thing, { metadata: shop, spec })
    await cluster.advance('20m')
    await cluster.client.delete(Thing, shop)
    await cluster.advance('20m')
    expect(changing()).toEqual(['create shop'])
    await cluster.advance('25m')
    expect(changing()).toEqual(['create shop', 'delete shop'])
    slow.cloud.vanish('shop')
    await cluster.advance('70m')
    await expect(cluster.client.get(Thing, shop)).rejects.toThrow('not found')
    expect(changing()).toHaveLength(2)
  })

  it('is reported and retried after a failure', async () => {
    await using test = await started()
    const { cluster, slow, statusOf } = test
    slow.end = { error: 'no room left in zurich' }
    await cluster.client.create(Thing, { metadata: shop, spec })
    await cluster.advance('59m')
    slow.cloud.vanish('shop')
    const failed = cluster.client.waitFor(Thing, shop, ({ status }) => status?.state === 'Failed', { timeout: '5m' })
    await cluster.advance('2m')
    const status = (await failed).status!
    const synced: ConditionStatus | undefined = findCondition(status.conditions, 'Synced')?.status
    expect([status.message, synced]).toEqual([expect.stringContaining('no room left in zurich'), 'False'])
    slow.end = 'done'
    await cluster.advance('2h')
    expect([await statusOf(), slow.cloud.made]).toMatchObject([{ state: 'Succeeded' }, 2])
  })

  it('is over when the provider no longer knows the operation', async () => {
    await using test = await started()
    const { cluster, slow, statusOf } = test
    await cluster.client.create(Thing, { metadata: shop, spec })
    await cluster.advance('50m')
    slow.forgetOperations()
    await cluster.advance('15m')
    expect((await statusOf())?.state).not.toBe('Failed')
  })
})

describe('a long-running update', () => {
  it('is requested once, whatever is observed meanwhile', async () => {
    await using test = await started()
    const { cluster, slow, statusOf, changing, made } = test
    await made()
    await cluster.client.patch(Thing, shop, { spec: { size: 2 } })
    await cluster.advance('30m')
    expect([changing(), await statusOf()]).toMatchObject([['create shop', 'update shop'], { state: 'Verifying' }])
    slow.cloud.tamper('shop', { size: 2 })
    await cluster.advance('45m')
    expect([changing().length, await statusOf()]).toMatchObject([2, { state: 'Succeeded' }])
  })

  it('waits, if it needs a recreation, until the old resource is gone, and requests its deletion once', async () => {
    await using test = await started()
    const { cluster, slow, statusOf, changing, made } = test
    await made()
    await cluster.client.patch(Thing, shop, { spec: { version: '2' } })
    await cluster.advance('30m')
    expect([changing(), await statusOf()]).toMatchObject([['create shop', 'delete shop'], { state: 'Recreating' }])
    slow.cloud.vanish('shop')
    await cluster.advance('20m')
    expect(changing()).toHaveLength(2)
    await cluster.advance('90m')
    expect([changing(), await statusOf()]).toMatchObject([
      ['create shop', 'delete shop', 'create shop'],
      { state: 'Succeeded' },
    ])
  })
})

describe('a long-running creation with a name assigned at its end', () => {
  const namedThings = (slow: SlowCloud, nameOf: (name: string) => OperationStatus) =>
    defineExternalController({
      name: 'things',
      for: Thing,
      finalizer: 'cloud.example.dev/thing',
      poll: '10m',
      recheck: '1m',
      visibleWithin: '2s',
      names: 'assigned',
      observe: async (_, { externalName }) =>
        externalName === undefined ? undefined : slow.cloud.find({ id: externalName }),
      diff: () => [],
      async create({ metadata: { name, uid }, spec: { size, version } }) {
        await slow.cloud.create({ name, owner: uid, size, version })
        return applied({ operation: slow.begin() })
      },
      update: async () => undefined,
      delete: (_, { externalName }) => slow.cloud.delete({ id: externalName! }),
      async follow({ metadata }, { operation }) {
        const standing = await slow.standing(operation)
        return standing === 'done' ? nameOf(metadata.name) : standing
      },
    })

  async function startedNamed(nameOf: (slow: SlowCloud) => OperationStatus) {
    const cluster = await startCluster({ resources: [Thing] })
    const slow = new SlowCloud(cluster)
    await cluster.run(namedThings(slow, () => nameOf(slow)))
    await cluster.client.create(Thing, { metadata: shop, spec })
    await cluster.advance('70m')
    const { metadata, status } = await cluster.client.get(Thing, shop)
    return { cluster, slow, metadata, status, [Symbol.asyncDispose]: () => cluster[Symbol.asyncDispose]() }
  }

  it('is found by that name from then on', async () => {
    await using test = await startedNamed(({ cloud }) => ({ externalName: cloud.named('shop')!.id }))
    const { cluster, slow, metadata, status } = test
    expect(status).toMatchObject({ state: 'Succeeded' })
    expect(metadata.annotations?.[externalNameAnnotation]).toBe('thing-1')
    await cluster.client.delete(Thing, shop)
    await cluster.advance('1m')
    expect([slow.cloud.made, slow.cloud.things]).toEqual([1, []])
  })

  it('is retried if the operation failed, as no resource exists', async () => {
    let isFirst = true
    await using test = await startedNamed(({ cloud }) => {
      if (!isFirst) return { externalName: cloud.named('shop')!.id }
      isFirst = false
      cloud.vanish('shop')
      return { error: 'no room' }
    })
    const { cluster, slow } = test
    await cluster.advance('70m')
    expect((await cluster.client.get(Thing, shop)).status).toMatchObject({ state: 'Succeeded' })
    expect([slow.cloud.made, slow.cloud.things.length]).toEqual([2, 1])
  })

  it('needs a manual decision if the operation ends without a name, as a resource may exist', async () => {
    await using test = await startedNamed(() => 'done')
    const { slow, status } = test
    expect(findCondition(status?.conditions, 'Synced')).toMatchObject({ status: 'False', reason: 'CreationAmbiguous' })
    expect(slow.cloud.made).toBe(1)
  })
})
