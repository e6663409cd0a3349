import { changed, defineController, defineGroupController, done, pausedAnnotation, watch } from '@kubewright/controller'
import { ConfigMap, Secret } from '@kubewright/kubernetes'
import { type Cluster, startCluster } from '@kubewright/testing'
import { describe, expect, it } from 'vitest'

const blog = { name: 'blog', namespace: 'default' }
const scope = { namespace: 'default', fields: 'metadata.name=blog' }

/** A controller whose `when` passes changes of data only, with a finalizer. */
function guarded(happened: string[]) {
  return defineController({
    name: 'maps',
    for: ConfigMap,
    scope,
    when: changed((map) => map.data),
    finalizer: {
      name: 'example.dev/record',
      async cleanup() {
        happened.push('cleaned up')
        return done()
      },
    },
    async reconcile() {
      happened.push('reconciled')
      return done()
    },
  })
}

async function isGone({ client }: Cluster): Promise<boolean> {
  return await client.get(ConfigMap, blog).then(
    () => false,
    ({ code }: { code: string }) => code === 'KW_CLIENT_NOT_FOUND',
  )
}

describe('an object is enqueued regardless of `when`', () => {
  it('when it is deleted', async () => {
    await using cluster = await startCluster()
    const happened: string[] = []
    await using _ = await cluster.run(guarded(happened))
    await cluster.client.create(ConfigMap, { metadata: blog })
    await cluster.settle()
    await cluster.client.delete(ConfigMap, blog)
    await cluster.settle()
    expect(happened).toEqual(['reconciled', 'cleaned up'])
    expect(await isGone(cluster)).toBe(true)
  })

  it('when it was deleted while the controller was down', async () => {
    await using cluster = await startCluster()
    const happened: string[] = []
    const finalizers = ['example.dev/record']
    await cluster.client.create(ConfigMap, { metadata: { ...blog, finalizers } })
    await cluster.client.delete(ConfigMap, blog)
    const controller = { ...guarded(happened), when: () => false }
    await using _ = await cluster.run(controller)
    await cluster.settle()
    expect(happened).toEqual(['cleaned up'])
    expect(await isGone(cluster)).toBe(true)
  })

  it('when the paused annotation is removed', async () => {
    await using cluster = await startCluster()
    const happened: string[] = []
    await using _ = await cluster.run(guarded(happened))
    await cluster.client.create(ConfigMap, { metadata: { ...blog, annotations: { [pausedAnnotation]: 'true' } } })
    await cluster.settle()
    expect(happened).toEqual([])
    await cluster.client.patch(ConfigMap, blog, { metadata: { annotations: { [pausedAnnotation]: null } } })
    await cluster.settle()
    expect(happened).toEqual(['reconciled'])
  })
})

describe('a controller function that throws', () => {
  const once = <Result>(result: Result) => {
    let isFirst = true
    return () => {
      if (!isFirst) return result
      isFirst = false
      throw new Error('once')
    }
  }

  it.each([
    { name: 'a map function', watches: [watch(Secret, { requests: once([blog]) })] },
    { name: 'a watch predicate', watches: [watch(Secret, { when: once(true), requests: () => [blog] })] },
  ])('loses no change: $name', async ({ watches }) => {
    await using cluster = await startCluster()
    let runs = 0
    const maps = defineController({
      name: 'maps',
      for: ConfigMap,
      scope,
      watches,
      async reconcile() {
        runs++
        return done()
      },
    })
    await using _ = await cluster.run(maps)
    await cluster.client.create(ConfigMap, { metadata: blog })
    await cluster.settle()
    await cluster.client.create(Secret, { metadata: blog })
    await cluster.settle()
    expect(runs).toBe(2)
  })

  const always = () => {
    throw new Error('always')
  }

  it('requeues all objects at most once a second, however many changes there are', async () => {
    await using cluster = await startCluster()
    const runs: string[] = []
    const maps = defineController({
      name: 'maps',
      for: ConfigMap,
      scope: { labels: 'app=test' },
      watches: [watch(Secret, { requests: always })],
      async reconcile({ metadata }) {
        runs.push(metadata.name)
        return done()
      },
    })
    await using _ = await cluster.run(maps)
    const labels = { app: 'test' }
    for (const name of ['one', 'two']) await cluster.client.create(ConfigMap, { metadata: { name, labels } })
    await cluster.settle()
    runs.length = 0
    for (let count = 0; count < 20; count++) await cluster.client.create(Secret, { metadata: { name: `s${count}` } })
    await cluster.settle()
    expect(runs.toSorted()).toEqual(['one', 'one', 'two', 'two'])
  })

  it('enqueues that object, and no others, if it is the predicate of the controlled kind', async () => {
    await using cluster = await startCluster()
    const runs: string[] = []
    const labels = { app: 'test' }
    const names = ['four', 'one', 'three', 'two']
    for (const name of names) await cluster.client.create(ConfigMap, { metadata: { name, labels } })
    const maps = defineController({
      name: 'maps',
      for: ConfigMap,
      scope: { labels: 'app=test' },
      when: always,
      async reconcile({ metadata }) {
        runs.push(metadata.name)
        return done()
      },
    })
    await using _ = await cluster.run(maps)
    await cluster.settle()
    expect(runs.toSorted()).toEqual(names)
    await cluster.client.patch(ConfigMap, { name: 'one' }, { data: { word: 'new' } })
    await cluster.settle()
    expect(runs.slice(names.length)).toEqual(['one'])
  })

  it('does not prevent the reconcile if it is fairBy', async () => {
    await using cluster = await startCluster()
    const runs: string[] = []
    const maps = defineController({
      name: 'maps',
      for: ConfigMap,
      scope,
      fairBy: always,
      async reconcile({ metadata }) {
        runs.push(metadata.name)
        return done()
      },
    })
    await using _ = await cluster.run(maps)
    await cluster.client.create(ConfigMap, { metadata: blog })
    await cluster.settle()
    expect(runs).toEqual(['blog'])
  })

  it('does not stop the resync of other groups if it is the group function', async () => {
    await using cluster = await startCluster()
    const runs: string[] = []
    const zones = defineGroupController({
      name: 'zones',
      for: ConfigMap,
      scope: { labels: 'app=test' },
      resync: '1h',
      by: ({ metadata }) => (metadata.name === 'bad' ? always() : 'north'),
      async reconcile(zone, members) {
        runs.push(`${zone}: ${members.length}`)
        return done()
      },
    })
    await using _ = await cluster.run(zones)
    const labels = { app: 'test' }
    for (const name of ['bad', 'good']) await cluster.client.create(ConfigMap, { metadata: { name, labels } })
    await cluster.settle()
    await cluster.advance('3h')
    expect(runs.length).toBeGreaterThanOrEqual(3)
    expect(new Set(runs)).toEqual(new Set(['north: 1']))
  })
})
