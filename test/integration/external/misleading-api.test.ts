/** APIs that say what is not so: looks that miss what is there, calls that come back as done and do nothing. */
import { creationAnnotation } from '@kubewright/external'
import { type Cluster, startCluster } from '@kubewright/testing'
import { describe, expect, it } from 'vitest'
import { type CloudOptions, FakeCloud } from './fake-cloud.ts'
import { shop, Thing, things } from './things.ts'

const statusOf = async (cluster: Cluster) => (await cluster.client.get(Thing, shop)).status
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

/** The next look misses what is there, as that of a replica that lags behind does. */
function missNextLook(cloud: FakeCloud): void {
  const { find } = cloud
  cloud.find = async (query) => {
    cloud.calls.push(`miss ${query.name}`)
    cloud.find = find
    return undefined
  }
}

describe('a look that misses what is there', () => {
  it.each([0, '30s'] as const)(
    'leaves it ours when its creation is refused (visible within %s)',
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
})
