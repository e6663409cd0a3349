import { defineController, done } from '@kubewright/controller'
import { ConfigMap, Secret } from '@kubewright/kubernetes'
import { manifest } from '@kubewright/resource'
import { type Cluster, startCluster } from '@kubewright/testing'
import { describe, expect, it } from 'vitest'

const mine = { namespace: 'default' }
const blog = { ...mine, name: 'blog' }

/** Keeps a copy for every key of a secret. */
const copies = defineController({
  name: 'copies',
  for: Secret,
  scope: mine,
  owns: [ConfigMap],
  finalizer: { name: 'example.dev/copies', cleanup: async () => done() },
  async reconcile(secret, ctx) {
    const names = Object.keys(secret.data ?? {})
    const maps = names.map((name) => [name, manifest(ConfigMap, { metadata: { name }, data: { of: name } })] as const)
    await ctx.own(Object.fromEntries(maps))
    return done()
  },
})

/** A process whose writes fail after the first `survived` ones, as if it had crashed. */
async function dyingProcess(cluster: Cluster, survived: number): Promise<void> {
  const from = Array.from({ length: 20 }, (_, at) => survived + 1 + at)
  const faults = from.map((nth) =>
    cluster.faults.fail({ verb: ['patch', 'delete'], kind: [Secret, ConfigMap], nth }, 403),
  )
  {
    await using _ = await cluster.run(copies)
    await cluster.settle({ patience: 0 })
  }
  for (const fault of faults) fault[Symbol.dispose]()
}

async function copiesOf(cluster: Cluster): Promise<readonly string[]> {
  const { items } = await cluster.client.list(ConfigMap, mine)
  return items.flatMap(({ metadata, data }) =>
    metadata.ownerReferences?.[0]?.name === 'blog' ? [`${data?.['of']}`] : [],
  )
}

describe('an operator that crashes between two writes', () => {
  // A finalizer and three copies; then two copies to remove and one to make.
  it.each([0, 1, 2, 3, 4])('has its work completed by the next process (crash after %i writes)', async (survived) => {
    await using cluster = await startCluster()
    await cluster.client.create(Secret, { metadata: blog, stringData: { a: '', b: '', c: '' } })
    await dyingProcess(cluster, survived)
    expect((await copiesOf(cluster)).length).toBe(Math.max(0, survived - 1))
    {
      await using _ = await cluster.run(copies)
      await cluster.settle()
      expect(await copiesOf(cluster)).toEqual(['a', 'b', 'c'])
    }
    await cluster.client.patch(Secret, blog, { data: { a: null, b: null, d: '' } })
    await dyingProcess(cluster, survived)
    await using _ = await cluster.run(copies)
    await cluster.settle()
    expect(await copiesOf(cluster)).toEqual(['c', 'd'])
  })
})
