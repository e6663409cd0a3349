/** A cache that watches a server over HTTPS. */
import { type Cache, createCache, index, readYourWrites } from '@kubewright/cache'
import { ConfigMap } from '@kubewright/kubernetes'
import { describe, expect, it } from 'vitest'
import { openClientInNamespace } from '../client/client.ts'
import { useServer } from '../client/server.ts'

useServer()

const byOwner = index(ConfigMap, 'by-owner', (map) => map.data?.['owner'])

async function start() {
  const client = await openClientInNamespace()
  const cache = createCache({ client, freezes: true })
  return {
    cache,
    client,
    blog: { name: 'blog', namespace: client.namespace },
    async [Symbol.asyncDispose]() {
      await cache[Symbol.asyncDispose]()
      await client[Symbol.asyncDispose]()
    },
  }
}

/** The changes of a source, and a way to wait for a number of them. */
function listen(maps: ReturnType<typeof follow>) {
  const told: string[] = []
  let wake: () => void = () => undefined
  maps.subscribe(({ type, object, isInitial, echoOf }) => {
    told.push(`${type} ${object.metadata.name}${isInitial ? ' at first' : ''}${echoOf === undefined ? '' : ', own'}`)
    wake()
  })
  const until = async (count: number) => {
    while (told.length < count) await new Promise<void>((resolve) => (wake = resolve))
  }
  return { told, until }
}

function follow(cache: Cache, namespace: string) {
  return cache.source(ConfigMap, { namespace })
}

describe('cache over HTTPS', () => {
  it('lists, then watches, and delivers changes to subscribers in order', async () => {
    await using running = await start()
    const { client, cache, blog } = running
    await client.create(ConfigMap, { metadata: blog, data: { owner: 'ada' } })
    const maps = follow(cache, client.namespace)
    maps.addIndex(byOwner)
    const { told, until } = listen(maps)
    await maps.synced({ timeout: '5s' })
    expect(cache.find(byOwner, 'ada', { namespace: client.namespace }).map(({ metadata }) => metadata.name)).toEqual([
      'blog',
    ])
    await client.patch(ConfigMap, blog, { data: { owner: 'bob' } })
    await client.delete(ConfigMap, blog)
    await until(3)
    expect(told).toEqual(['added blog at first', 'updated blog', 'deleted blog'])
    expect(cache.find(byOwner, 'ada', { namespace: client.namespace })).toEqual([])
  })

  it('shows an own write at once, and marks its watch event as an echo', async () => {
    await using running = await start()
    const { client, cache, blog } = running
    const own = readYourWrites(client, cache, 'the test')
    const maps = follow(cache, client.namespace)
    await maps.synced()
    const { told, until } = listen(maps)
    await own.create(ConfigMap, { metadata: blog, data: { a: '1' } })
    expect(cache.get(ConfigMap, blog)?.data).toEqual({ a: '1' })
    await until(1)
    await own.delete(ConfigMap, blog)
    expect(cache.get(ConfigMap, blog)).toBeUndefined()
    await until(2)
    await client.create(ConfigMap, { metadata: blog })
    await until(3)
    expect(told).toEqual(['added blog, own', 'deleted blog, own', 'added blog'])
  })

  it('drops an object at once when the own write removed its last finalizer', async () => {
    await using running = await start()
    const { client, cache, blog } = running
    const own = readYourWrites(client, cache, 'the test')
    const maps = follow(cache, client.namespace)
    await maps.synced()
    const { told, until } = listen(maps)
    await own.create(ConfigMap, { metadata: { ...blog, finalizers: ['example.dev/guard'] } })
    await until(1)
    await own.delete(ConfigMap, blog)
    expect(cache.get(ConfigMap, blog)?.metadata.deletionTimestamp).toBeDefined()
    await until(2)
    await own.patch(ConfigMap, blog, { metadata: { finalizers: [] } })
    expect(cache.get(ConfigMap, blog)).toBeUndefined()
    await until(3)
    expect(told).toEqual(['added blog, own', 'updated blog, own', 'deleted blog, own'])
  })
})
