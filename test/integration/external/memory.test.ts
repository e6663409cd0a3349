/** The in-memory state of a controller belongs to one run: it is not shared with other or later runs. */
import { creationAnnotation, formatCreation } from '@kubewright/external/record'
import { type Cluster, startCluster } from '@kubewright/testing'
import { describe, expect, it } from 'vitest'
import { FakeCloud } from './fake-cloud.ts'
import { shop, Thing, things } from './things.ts'

const spec = { zone: 'a' }
const stateIn = async (cluster: Cluster) => (await cluster.client.get(Thing, shop)).status?.state
const refused = Object.assign(new Error('refused'), { status: 400 })

/** A cloud whose next creation never answers. */
function stuckCloud(cluster: Cluster): FakeCloud {
  const cloud = new FakeCloud({ clock: cluster.clock })
  let isStuck = true
  cloud.before = async (verb) => {
    if (verb !== 'create' || !isStuck) return
    isStuck = false
    await new Promise(() => undefined)
  }
  return cloud
}

describe('two runs of one external controller definition', () => {
  it('do not share in-memory state, even for objects with the same uid', async () => {
    await using one = await startCluster({ resources: [Thing], seed: 7 })
    await using two = await startCluster({ resources: [Thing], seed: 7 })
    const cloud = stuckCloud(one)
    const definition = things(cloud, { timeout: '5s' })
    await using _1 = await one.run(definition)
    await using _2 = await two.run(definition)
    const first = await one.client.create(Thing, { metadata: shop, spec })
    await one.advance('6s')
    const second = await two.client.create(Thing, { metadata: shop, spec })
    await two.settle()
    expect(second.metadata.uid).toBe(first.metadata.uid)
    expect([await stateIn(one), await stateIn(two)]).toEqual(['Failed', 'Succeeded'])
  })

  it('share stored state only if they run in sequence', async () => {
    await using cluster = await startCluster({ resources: [Thing] })
    const cloud = stuckCloud(cluster)
    const definition = things(cloud, { timeout: '5s', visibleWithin: '10s' })
    const first = await cluster.run(definition)
    await cluster.client.create(Thing, { metadata: shop, spec })
    await cluster.advance('6s')
    await first[Symbol.asyncDispose]()
    await using _ = await cluster.run(definition)
    await cluster.advance('30s')
    expect([await stateIn(cluster), cloud.made]).toEqual(['Succeeded', 1])
  })
})

describe('an external result that could not be stored', () => {
  it('does not overwrite what another process stored since', async () => {
    await using cluster = await startCluster({ resources: [Thing] })
    const cloud = new FakeCloud({ clock: cluster.clock })
    await using _ = await cluster.run(things(cloud))
    const faults: Disposable[] = []
    cloud.before = async (verb) => {
      if (verb === 'create') faults.push(cluster.faults.fail({ verb: 'patch', kind: Thing }, 403))
    }
    cloud.failNext('create', refused)
    await cluster.client.create(Thing, { metadata: shop, spec })
    await cluster.settle({ patience: 0 })
    const { uid } = (await cluster.client.get(Thing, shop)).metadata
    // Another process takes over and creates the resource, while this one assumes that none was created.
    for (const fault of faults) fault[Symbol.dispose]()
    cloud.put({ name: 'shop', owner: uid })
    const made = formatCreation({ step: 'succeeded', at: cluster.clock.now() })
    await cluster.client.patch(Thing, shop, { metadata: { annotations: { [creationAnnotation]: made } } })
    await cluster.advance('10m')
    expect(await stateIn(cluster)).toBe('Succeeded')
    await cluster.client.delete(Thing, shop)
    await cluster.settle()
    expect(cloud.things).toEqual([])
  })

  it('is not treated as a refusal if another process created the resource at the same time', async () => {
    await using cluster = await startCluster({ resources: [Thing] })
    const cloud = new FakeCloud({ clock: cluster.clock })
    await using _ = await cluster.run(things(cloud))
    let isFirst = true
    cloud.before = async (verb) => {
      if (verb !== 'create' || !isFirst) return
      isFirst = false
      // The process was suspended before its call for so long that another one took over.
      const { uid } = (await cluster.client.get(Thing, shop)).metadata
      cloud.put({ name: 'shop', owner: uid })
      const made = formatCreation({ step: 'succeeded', at: cluster.clock.now() })
      await cluster.client.patch(Thing, shop, { metadata: { annotations: { [creationAnnotation]: made } } })
      throw Object.assign(new Error('it exists'), { status: 409 })
    }
    await cluster.client.create(Thing, { metadata: shop, spec })
    await cluster.advance('10m')
    expect([await stateIn(cluster), cloud.things.length]).toEqual(['Succeeded', 1])
  })
})
