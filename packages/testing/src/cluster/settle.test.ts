import { again, defineController, done } from '@kubewright/controller'
import { ConfigMap } from '@kubewright/kubernetes'
import { describe, expect, it } from 'vitest'
import { startCluster } from './start-cluster.ts'

const blog = { name: 'blog', namespace: 'default' }
const mine = { namespace: 'default' }

describe('cluster.settle()', () => {
  it('gives up on a controller that keeps writing its own object, and names it', async () => {
    await using cluster = await startCluster()
    let count = 0
    const restless = defineController({
      name: 'restless',
      for: ConfigMap,
      scope: mine,
      async reconcile(map) {
        // Past the controller's own client, so that its writes are not known for echoes.
        await cluster.client.patch(ConfigMap, map.metadata, { data: { count: String(count++) } })
        return done()
      },
    })
    await using _ = await cluster.run(restless)
    await cluster.client.create(ConfigMap, { metadata: blog })
    await expect(cluster.settle({ within: '300ms' })).rejects.toMatchObject({
      code: 'KW_TESTING_UNSETTLED',
      message: expect.stringContaining('restless reconciled default/blog (changed): success') as string,
    })
    await cluster.client.delete(ConfigMap, blog)
  })

  it('gives up on a controller that keeps polling, and names it', async () => {
    await using cluster = await startCluster()
    const busy = defineController({ name: 'busy', for: ConfigMap, scope: mine, reconcile: async () => again('100ms') })
    await using _ = await cluster.run(busy)
    await cluster.client.create(ConfigMap, { metadata: blog })
    await expect(cluster.settle({ within: '300ms' })).rejects.toMatchObject({
      code: 'KW_TESTING_UNSETTLED',
      message: expect.stringContaining('busy reconciled default/blog (again): again in 100 ms') as string,
    })
  })

  it.each([
    { name: 'without a write', writes: false },
    { name: 'with a write each time', writes: true },
  ])('gives up on a controller that returns again(0) forever, $name, and names it', async ({ writes }) => {
    await using cluster = await startCluster()
    let count = 0
    const hot = defineController({
      name: 'hot',
      for: ConfigMap,
      scope: mine,
      async reconcile(map, { client }) {
        if (writes) await client.patch(ConfigMap, map.metadata, { data: { count: String(count++) } })
        return again(0)
      },
    })
    await using _ = await cluster.run(hot)
    await cluster.client.create(ConfigMap, { metadata: blog })
    await expect(cluster.settle()).rejects.toMatchObject({
      code: 'KW_TESTING_UNSETTLED',
      message: expect.stringMatching(/hot .*default\/blog/) as string,
    })
  })

  it('waits for a controller that needs several requeues', async () => {
    await using cluster = await startCluster()
    let steps = 0
    const stepwise = defineController({
      name: 'stepwise',
      for: ConfigMap,
      scope: mine,
      reconcile: async () => (++steps < 10 ? again(0) : done()),
    })
    await using _ = await cluster.run(stepwise)
    await cluster.client.create(ConfigMap, { metadata: blog })
    await cluster.settle({ patience: 0 })
    expect(steps).toBe(10)
  })

  it('waits for reconciles in flight, not for distant timers', async () => {
    await using cluster = await startCluster()
    let reconciles = 0
    const calm = defineController({
      name: 'calm',
      for: ConfigMap,
      scope: mine,
      async reconcile() {
        reconciles++
        return again('1h')
      },
    })
    await using _ = await cluster.run(calm)
    await cluster.client.create(ConfigMap, { metadata: blog })
    await cluster.settle()
    expect(reconciles).toBe(1)
    await cluster.advance('1h')
    await cluster.settle()
    expect(reconciles).toBe(2)
  })
})
