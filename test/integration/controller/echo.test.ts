import { defineController, done } from '@kubewright/controller'
import { ConfigMap, Deployment } from '@kubewright/kubernetes'
import { manifest } from '@kubewright/resource'
import { startCluster } from '@kubewright/testing'
import { describe, expect, it } from 'vitest'

const blog = { name: 'blog', namespace: 'default' }
const scope = { namespace: 'default', fields: 'metadata.name=blog' }
const spec = {
  selector: { matchLabels: { app: 'blog' } },
  template: { metadata: { labels: { app: 'blog' } }, spec: { containers: [{ name: 'web', image: 'web:1' }] } },
}

describe("another client's change that only the response to an own no-op write has shown", () => {
  it('is reconciled', async () => {
    await using cluster = await startCluster()
    const seen: (string | undefined)[] = []
    const maps = defineController({
      name: 'maps',
      for: ConfigMap,
      scope,
      async reconcile({ data }, { client }) {
        seen.push(data?.['text'])
        // The watch lags while another client writes.
        using _ = data?.['text'] === 'first' ? cluster.faults.pauseWatches() : undefined
        if (data?.['text'] === 'first') await cluster.client.patch(ConfigMap, blog, { data: { text: 'second' } })
        await client.patch(ConfigMap, blog, { metadata: { labels: { app: 'blog' } } })
        return done()
      },
    })
    await using _ = await cluster.run(maps)
    await cluster.client.create(ConfigMap, { metadata: { ...blog, labels: { app: 'blog' } }, data: { text: 'first' } })
    await cluster.settle()
    expect(seen).toEqual(['first', 'second'])
  })

  it('requeues the owner of the object', async () => {
    await using cluster = await startCluster()
    const seen: number[] = []
    let isEdited = false
    const maps = defineController({
      name: 'maps',
      for: ConfigMap,
      owns: [Deployment],
      scope,
      async reconcile({ data }, { cache, own }) {
        seen.push(cache.get(Deployment, blog)?.status?.readyReplicas ?? 0)
        const isLagging = data?.['go'] === 'on' && !isEdited
        using _ = isLagging ? cluster.faults.pauseWatches() : undefined
        if (isLagging) {
          isEdited = true
          await cluster.client.patch(Deployment, blog, { metadata: { labels: { seen: 'yes' } } })
          await cluster.client.status.patch(Deployment, blog, { status: { replicas: 1, readyReplicas: 1 } })
        }
        await own({ web: manifest(Deployment, { metadata: { name: 'blog' }, spec }) })
        return done()
      },
    })
    await using _ = await cluster.run(maps)
    await cluster.client.create(ConfigMap, { metadata: blog })
    await cluster.settle()
    await cluster.client.patch(ConfigMap, blog, { data: { go: 'on' } })
    await cluster.settle()
    expect(seen.at(-1)).toBe(1)
  })
})
