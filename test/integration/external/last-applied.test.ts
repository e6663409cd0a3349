/** The last-applied annotation is the only trace of write-only fields, such as passwords. It survives any crash. */
import { deepEqual } from '@kubewright/core/json'
import { defineExternalController } from '@kubewright/external'
import { lastAppliedAnnotation } from '@kubewright/external/record'
import { type Cluster, startCluster } from '@kubewright/testing'
import { describe, expect, it } from 'vitest'
import { FakeCloud } from './fake-cloud.ts'
import { type Crash, CrashingOperator } from './crashing-operator.ts'
import { shop, Thing } from './things.ts'

/** A cloud whose observation lacks sizes. Without a last-applied value, `unknown` is the verdict. */
const blind = (unknown: 'Ready' | 'UpdateRequired') => (cloud: FakeCloud) =>
  defineExternalController({
    name: 'things',
    for: Thing,
    finalizer: 'cloud.example.dev/thing',
    poll: '10m',
    visibleWithin: 0,
    async verify({ metadata, spec }, { lastApplied }) {
      if ((await cloud.find({ name: metadata.name })) === undefined) return 'Missing'
      if (lastApplied === undefined) return unknown
      return deepEqual(lastApplied, spec) ? 'Ready' : 'UpdateRequired'
    },
    async create({ metadata: { name, uid }, spec: { size, version } }) {
      await cloud.create({ name, owner: uid, size, version })
      return 'Succeeded'
    },
    async update({ metadata, spec: { size } }) {
      await cloud.update(metadata.name, { size })
      return 'Succeeded'
    },
    async delete({ metadata }) {
      await cloud.delete({ name: metadata.name })
      return 'Succeeded'
    },
  })

const appliedIn = async (cluster: Cluster) => {
  const { annotations } = (await cluster.client.get(Thing, shop)).metadata
  const text = annotations?.[lastAppliedAnnotation]
  return text === undefined ? undefined : (JSON.parse(text) as { readonly size: number })
}

describe('the last-applied annotation of an external resource', () => {
  it('is known after a crash right after the create call, also if the spec changed meanwhile', async () => {
    await using cluster = await startCluster({ resources: [Thing] })
    const cloud = new FakeCloud({ clock: cluster.clock })
    const operator = new CrashingOperator(cluster, cloud, { at: 'cloud', moment: 2, side: 'after' })
    // A verdict of Ready for unknown would miss the edit.
    const settle = () => operator.settle(blind('Ready'))
    await cluster.client.create(Thing, { metadata: shop, spec: { zone: 'a' } })
    await settle()
    expect([operator.hasCrashed, await appliedIn(cluster)]).toMatchObject([true, { size: 1 }])
    await cluster.client.patch(Thing, shop, { spec: { size: 2 } })
    await settle()
    expect(cloud.named('shop')).toMatchObject({ size: 2 })
    await operator.end()
  })

  const crashes = (['before', 'after'] as const).flatMap((side) => [
    ...Array.from({ length: 4 }, (_, at): Crash => ({ at: 'cloud', moment: at + 4, side })),
    ...Array.from({ length: 6 }, (_, at): Crash => ({ at: 'cluster', moment: at + 6, side })),
  ])

  it.each(crashes)('is not trusted after a crash during an update: $side request $moment to the $at', async (crash) => {
    await using cluster = await startCluster({ resources: [Thing] })
    const cloud = new FakeCloud({ clock: cluster.clock })
    const operator = new CrashingOperator(cluster, cloud, crash)
    const user = cluster.clientFor({ retry: false })
    const settle = () => operator.settle(blind('UpdateRequired'))
    await operator.user(() => user.create(Thing, { metadata: shop, spec: { zone: 'a' } }))
    await settle()
    // Changed and reverted, while no process may see the first edit.
    await operator.user(() => user.patch(Thing, shop, { spec: { size: 2 } }))
    await cluster.advance('1s')
    await operator.user(() => user.patch(Thing, shop, { spec: { size: 1 } }))
    await settle()
    expect([cloud.named('shop'), await appliedIn(cluster)]).toMatchObject([{ size: 1 }, { size: 1 }])
    await operator.end()
  })

  it('is written when an adopted resource is observed to be up to date', async () => {
    await using cluster = await startCluster({ resources: [Thing] })
    const cloud = new FakeCloud({ clock: cluster.clock })
    cloud.put({ name: 'shop' })
    const annotations = { 'kubewright.dev/adopt': 'true' }
    await using _ = await cluster.run(blind('Ready')(cloud))
    await cluster.client.create(Thing, { metadata: { ...shop, annotations }, spec: { zone: 'a' } })
    await cluster.settle()
    expect(await appliedIn(cluster)).toMatchObject({ size: 1 })
    expect(cloud.calls.filter((call) => call.startsWith('update'))).toEqual([])
  })
})
