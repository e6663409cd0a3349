import { defineController, done } from '@kubewright/controller'
import { silentLogger } from '@kubewright/core'
import { ConfigMap } from '@kubewright/kubernetes'
import { createManager } from '@kubewright/manager'
import { type Cluster, startCluster } from '@kubewright/testing'
import { describe, expect, it } from 'vitest'

const shared = { name: 'shared', namespace: 'default' }

/** Applies its own key of an object that others write, too. */
const writer = (name: string, value: string) =>
  defineController({
    name,
    for: ConfigMap,
    scope: { labels: 'kind=source' },
    async reconcile(_, { client }) {
      await client.apply(ConfigMap, { metadata: shared, data: { [name]: value } })
      return done()
    },
  })

const controllers = [writer('a', '1'), writer('b', '2')]

describe('two controllers of one process that apply parts of one object', () => {
  it.each([
    ['cluster.run', (cluster: Cluster) => cluster.run(...controllers)],
    [
      'a manager with a client of its own',
      async ({ client, clock }: Cluster) => createManager({ client, clock, log: silentLogger, controllers }).start(),
    ],
  ])('keep the fields of each other: %s', async (_, start) => {
    await using cluster = await startCluster()
    await using _running = await start(cluster)
    await cluster.client.create(ConfigMap, { metadata: { name: 'source', labels: { kind: 'source' } } })
    await cluster.settle()
    const { data, metadata } = await cluster.client.get(ConfigMap, shared)
    expect(data).toEqual({ a: '1', b: '2' })
    expect(metadata.managedFields?.map(({ manager }) => manager).sort()).toEqual(['a', 'b'])
  })
})
