/** What a controller remembers belongs to one run of it: others in the same process, and those after it, know nothing of it. */
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

describe('two managers of one definition', () => {
  it('do not wait for each other’s calls, though their objects bear the same uid', async () => {
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

  it('start anew one after the other, with nothing but what is written down', async () => {
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

describe('what could not be written down', () => {
  it('is not written over what another process has done since', async () => {
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
    // Another process takes the object over and makes it, while this one believes that nothing was made.
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

  it('is no refusal of what somebody else has made at the same time', async () => {
    await using cluster = await startCluster({ resources: [Thing] })
    const cloud = new FakeCloud({ clock: cluster.clock })
    await using _ = await cluster.run(things(cloud))
    let isFirst = true
    cloud.before = async (verb) => {
      if (verb !== 'create' || !isFirst) return
      isFirst = false
      // It stood still before its call for so long that another process took over.
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
