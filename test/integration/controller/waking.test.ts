import { changed, defineController, done, pausedAnnotation, watch } from '@kubewright/controller'
import { ConfigMap, Secret } from '@kubewright/kubernetes'
import { type Cluster, startCluster } from '@kubewright/testing'
import { describe, expect, it } from 'vitest'

const blog = { name: 'blog', namespace: 'default' }
const scope = { namespace: 'default', fields: 'metadata.name=blog' }

/** A controller that only cares for data, and for what it has to clean up. */
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

describe('whatever `when` says, an object wakes its controller', () => {
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

  it('when it was deleted while nobody was there', async () => {
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

  it('when it is not paused any more', async () => {
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

describe('a function of a controller that throws', () => {
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
    { name: 'a predicate of a watch', watches: [watch(Secret, { when: once(true), requests: () => [blog] })] },
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
})
