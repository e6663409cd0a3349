import { defineController, done } from '@kubewright/controller'
import { ConfigMap } from '@kubewright/kubernetes'
import { describe, expect, it } from 'vitest'
import { startCluster } from './start-cluster.ts'

const blog = { name: 'blog', namespace: 'default' }
const titles = defineController({
  name: 'titles',
  for: ConfigMap,
  scope: { namespace: 'default' },
  async reconcile(map, ctx) {
    if (map.data?.['title'] === undefined) await ctx.client.patch(ConfigMap, blog, { data: { title: 'a blog' } })
    return done()
  },
})

describe('assertObject', () => {
  it('waits until the cluster is settled, and returns the object', async () => {
    await using cluster = await startCluster()
    await using _ = await cluster.run(titles)
    await cluster.client.create(ConfigMap, { metadata: blog, data: { a: '1' } })
    const map = await cluster.assertObject(ConfigMap, blog, { data: { title: 'a blog' } })
    expect(map.data).toEqual({ a: '1', title: 'a blog' })
  })

  it('reports the differences and the latest reconciles', async () => {
    await using cluster = await startCluster()
    await using _ = await cluster.run(titles)
    await cluster.client.create(ConfigMap, { metadata: blog })
    const failure = await cluster.assertObject(ConfigMap, blog, { data: { title: 'a log' } }).catch(String)
    expect(failure).toMatchInlineSnapshot(`
      "KubewrightError: Cannot find ConfigMap default/blog as expected: data.title is "a blog", not "a log". Check the last reconciles, listed below.
      Lately:
      - titles reconciled default/blog (created): success"
    `)
  })

  it('reports a missing object', async () => {
    await using cluster = await startCluster()
    await expect(cluster.assertObject(ConfigMap, blog, {})).rejects.toThrow(
      'Cannot find ConfigMap default/blog: it does not exist. Nothing was reconciled.',
    )
  })
})

describe('assertGone', () => {
  it('passes for a missing object', async () => {
    await using cluster = await startCluster()
    await expect(cluster.assertGone(ConfigMap, blog)).resolves.toBeUndefined()
  })

  it.each([
    { name: 'exists', deletes: false, says: 'it exists and is not being deleted' },
    {
      name: 'is held by a finalizer',
      deletes: true,
      says: 'it is being deleted, and waits for the finalizer example.dev/hold',
    },
  ])('reports an object that $name', async ({ deletes, says }) => {
    await using cluster = await startCluster()
    await cluster.client.create(ConfigMap, { metadata: { ...blog, finalizers: ['example.dev/hold'] } })
    if (deletes) await cluster.client.delete(ConfigMap, blog)
    await expect(cluster.assertGone(ConfigMap, blog)).rejects.toThrow(
      `Cannot see ConfigMap default/blog gone: ${says}.`,
    )
  })
})
