import { createCache, index, readYourWrites } from '@kubewright/cache'
import { ConfigMap } from '@kubewright/kubernetes'
import { startCluster } from '@kubewright/testing'
import { describe, expect, it } from 'vitest'

const byOwner = index(ConfigMap, 'by-owner', (map) => map.data?.['owner'])
const blog = { namespace: 'default', name: 'blog' }

async function start() {
  const cluster = await startCluster()
  const cache = createCache({ client: cluster.client, clock: cluster.clock, freezes: true })
  return {
    cluster,
    cache,
    client: readYourWrites(cluster.client, cache, 'the test'),
    async [Symbol.asyncDispose]() {
      await cache[Symbol.asyncDispose]()
      await cluster[Symbol.asyncDispose]()
    },
  }
}

describe('a cache on a cluster', () => {
  it('lists, then watches, and delivers changes to subscribers in order', async () => {
    await using running = await start()
    const { cluster, cache } = running
    await cluster.client.create(ConfigMap, { metadata: blog, data: { owner: 'ada' } })
    const maps = cache.source(ConfigMap, { namespace: 'default' })
    maps.addIndex(byOwner)
    const told: string[] = []
    maps.subscribe(({ type, object, isInitial }) => told.push(`${type} ${object.metadata.name} ${isInitial}`))
    await maps.synced({ timeout: '5s' })
    expect(cache.find(byOwner, 'ada', { namespace: 'default' }).map(({ metadata }) => metadata.name)).toEqual(['blog'])
    await cluster.client.patch(ConfigMap, blog, { data: { owner: 'bob' } })
    await cluster.client.delete(ConfigMap, blog)
    await cluster.settle()
    expect(told).toEqual(['added blog true', 'updated blog false', 'deleted blog false'])
    expect(cache.get(ConfigMap, blog)).toBeUndefined()
    expect(cache.find(byOwner, 'ada', { namespace: 'default' })).toEqual([])
  })

  it('shows an own write at once, and marks its watch event as an echo', async () => {
    await using running = await start()
    const { cluster, cache, client } = running
    const maps = cache.source(ConfigMap, { namespace: 'default' })
    await maps.synced()
    const told: string[] = []
    maps.subscribe(({ type, echoOf }) => told.push(`${type} ${echoOf}`))
    await client.create(ConfigMap, { metadata: blog, data: { a: '1' } })
    expect(cache.get(ConfigMap, blog)?.data).toEqual({ a: '1' })
    await cluster.settle()
    await client.delete(ConfigMap, blog)
    expect(cache.get(ConfigMap, blog)).toBeUndefined()
    await cluster.settle()
    await cluster.client.create(ConfigMap, { metadata: blog })
    await cluster.settle()
    expect(told).toEqual(['added the test', 'deleted the test', 'added undefined'])
  })
})
