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
  it('waits for quiet and gives the object', async () => {
    await using cluster = await startCluster()
    await using _ = await cluster.run(titles)
    await cluster.client.create(ConfigMap, { metadata: blog, data: { a: '1' } })
    const map = await cluster.assertObject(ConfigMap, blog, { data: { title: 'a blog' } })
    expect(map.data).toEqual({ a: '1', title: 'a blog' })
  })

  it('says where the object differs, and what was reconciled lately', async () => {
    await using cluster = await startCluster()
    await using _ = await cluster.run(titles)
    await cluster.client.create(ConfigMap, { metadata: blog })
    const failure = await cluster.assertObject(ConfigMap, blog, { data: { title: 'a log' } }).catch(String)
    expect(failure).toMatchInlineSnapshot(`
      "KubewrightError: Cannot find ConfigMap default/blog as expected: data.title is "a blog", not "a log". See what was reconciled.
      Lately:
      - titles reconciled default/blog (created): success"
    `)
  })

  it('says that there is no such object', async () => {
    await using cluster = await startCluster()
    await expect(cluster.assertObject(ConfigMap, blog, {})).rejects.toThrow(
      'Cannot find ConfigMap default/blog: it does not exist. Nothing was reconciled.',
    )
  })
})

describe('assertGone', () => {
  it('takes what is gone', async () => {
    await using cluster = await startCluster()
    await expect(cluster.assertGone(ConfigMap, blog)).resolves.toBeUndefined()
  })

  it.each([
    { name: 'is there', deletes: false, says: 'it exists and is not being deleted' },
    { name: 'is held', deletes: true, says: 'it was deleted, but example.dev/hold holds it' },
  ])('says why something $name', async ({ deletes, says }) => {
    await using cluster = await startCluster()
    await cluster.client.create(ConfigMap, { metadata: { ...blog, finalizers: ['example.dev/hold'] } })
    if (deletes) await cluster.client.delete(ConfigMap, blog)
    await expect(cluster.assertGone(ConfigMap, blog)).rejects.toThrow(
      `Cannot see ConfigMap default/blog gone: ${says}.`,
    )
  })
})
