import { defineController, done } from '@kubewright/controller'
import { ConfigMap } from '@kubewright/kubernetes'
import { Event } from '@kubewright/kubernetes/events/v1'
import { type Cluster, startCluster } from '@kubewright/testing'
import { describe, expect, it } from 'vitest'

const blog = { name: 'blog', namespace: 'default' }

/** Reports the same with every reconcile. */
function complaining(note = 'it does not work') {
  return defineController({
    name: 'maps',
    for: ConfigMap,
    scope: { namespace: 'default', fields: 'metadata.name=blog' },
    async reconcile(_, { events }) {
      events.warning('Broken', note)
      return done()
    },
  })
}

async function again(cluster: Cluster, at: number): Promise<void> {
  await cluster.client.patch(ConfigMap, blog, { data: { at: String(at) } })
  await cluster.settle()
}

const countsIn = async ({ client }: Cluster) =>
  (await client.list(Event, { namespace: 'default' })).items.map(({ series }) => series?.count ?? 1)

describe('a recurring Event', () => {
  it('is written later if the first write was refused', async () => {
    await using cluster = await startCluster()
    await using _ = await cluster.run(complaining())
    cluster.faults.failNext('create', Event, 403)
    await cluster.client.create(ConfigMap, { metadata: blog })
    await cluster.settle()
    expect(await countsIn(cluster)).toEqual([])
    await again(cluster, 2)
    expect(await countsIn(cluster)).toEqual([2])
  })

  it('is created again if it was deleted', async () => {
    await using cluster = await startCluster()
    await using _ = await cluster.run(complaining())
    await cluster.client.create(ConfigMap, { metadata: blog })
    await cluster.settle()
    await cluster.client.deleteCollection(Event, { namespace: 'default', all: true })
    await again(cluster, 2)
    expect(await countsIn(cluster)).toEqual([2])
  })

  it('ends with the total count in its series', async () => {
    await using cluster = await startCluster()
    await using _ = await cluster.run(complaining())
    await cluster.client.create(ConfigMap, { metadata: blog })
    await cluster.settle()
    for (let at = 2; at <= 10; at++) await again(cluster, at)
    await cluster.advance('1m')
    expect(await countsIn(cluster)).toEqual([10])
  })

  it("has its note truncated to the server's limit in bytes", async () => {
    await using cluster = await startCluster()
    await using _ = await cluster.run(complaining(`${'ü'.repeat(511)}x${'ü'.repeat(500)}`))
    await cluster.client.create(ConfigMap, { metadata: blog })
    await cluster.settle()
    const { items } = await cluster.client.list(Event, { namespace: 'default' })
    expect(items.map(({ note }) => note)).toEqual([`${'ü'.repeat(511)}x`])
  })
})
