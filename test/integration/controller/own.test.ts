import { defineController, done } from '@kubewright/controller'
import { ConfigMap, Secret } from '@kubewright/kubernetes'
import { manifest } from '@kubewright/resource'
import { startCluster } from '@kubewright/testing'
import { describe, expect, it } from 'vitest'

const blog = { name: 'blog', namespace: 'default' }
const shared = { name: 'shared', namespace: 'default' }
const scope = { namespace: 'default', fields: 'metadata.name=blog' }

describe('own', () => {
  it("leaves somebody else's object alone that the cache has not heard of", async () => {
    await using cluster = await startCluster()
    const maps = defineController({
      name: 'maps',
      for: ConfigMap,
      owns: [Secret],
      scope,
      async reconcile(_, { own }) {
        await own({ secret: manifest(Secret, { metadata: { name: 'shared' }, stringData: { mine: 'x' } }) })
        return done()
      },
    })
    await using running = await cluster.run(maps)
    await cluster.settle()
    {
      using _ = cluster.faults.pauseWatches({ kind: Secret })
      await cluster.client.create(Secret, { metadata: shared, stringData: { precious: 'y' } })
      await cluster.client.create(ConfigMap, { metadata: blog })
      await cluster.advance('1s')
    }
    const { metadata, data } = await cluster.client.get(Secret, shared)
    expect(metadata.ownerReferences).toBeUndefined()
    expect(Object.keys(data ?? {})).toEqual(['precious'])
    expect(running.history(blog).at(-1)?.result).toMatchObject({ error: { code: 'KW_CONTROLLER_NOT_OURS' } })
  })
})
