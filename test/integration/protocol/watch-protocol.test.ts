import { ConfigMap, Deployment } from '@kubewright/kubernetes'
import { protocolOf } from '@kubewright/protocol'
import { type Cluster, startCluster } from '@kubewright/testing'
import { project, type ProtocolWatchOptions, startProtocolWatch } from '@kubewright/testing/protocol'
import { describe, expect, it } from 'vitest'
import { deploymentOf, namespace, operator, projection, Shop, statusOf, up } from './shop.ts'

/** Watches with a client of its own, as a program beside the operator would. */
async function watching(cluster: Cluster, more: Partial<ProtocolWatchOptions> = {}) {
  const deviations: string[] = []
  const watch = await startProtocolWatch(cluster.clientFor({}), projection, {
    resources: [Deployment],
    operator: 'shops',
    clock: cluster.clock,
    onDeviation: ({ message, what }) => deviations.push(what === undefined ? message : `"${what}": ${message}`),
    ...(more as object),
  })
  const settled = async () => {
    await cluster.settle()
    await watch.caughtUp()
    return deviations.splice(0)
  }
  return { watch, settled, [Symbol.asyncDispose]: () => watch[Symbol.asyncDispose]() }
}

async function declare(cluster: Cluster) {
  await cluster.client.create(Shop, { metadata: { name: 'shop', namespace }, spec: {} })
}

const report = (cluster: Cluster, name: string, ready: number) =>
  cluster.client.status.patch(Deployment, { name, namespace }, statusOf(ready))

describe('protocol watch on a running cluster', () => {
  it('reports violations while the operator makes them', async () => {
    await using cluster = await startCluster({ resources: [Shop] })
    await using live = await watching(cluster)
    await using _ = await cluster.run(operator({ waits: false }))
    await declare(cluster)
    expect(await live.settled()).toEqual([
      '"apply deployments.apps default/api": api.run cannot be performed: nothing satisfies "api.db"',
      '"apply deployments.apps default/gui": gui.run cannot be performed: nothing satisfies "gui.api"',
    ])
  })

  it('reports nothing while the operator follows its protocol, and knows its state', async () => {
    await using cluster = await startCluster({ resources: [Shop] })
    await using live = await watching(cluster)
    await using _ = await cluster.run(operator({ waits: true }))
    await declare(cluster)
    for (const name of ['db', 'api', 'gui']) {
      expect(await live.settled()).toEqual([])
      await report(cluster, name, 1)
    }
    expect(await live.settled()).toEqual([])
    expect(live.watch.state).toEqual(up)
    await report(cluster, 'db', 0)
    expect(await live.settled()).toEqual([])
    expect(live.watch.state).toMatchObject({ db: 'unavailable' })
  })

  it('reports once if the goal is not reached after quietAfter without changes', async () => {
    await using cluster = await startCluster({ resources: [Shop] })
    await using live = await watching(cluster, { goal: up, quietAfter: '2m' })
    await cluster.advance('1m')
    expect(await live.settled()).toEqual([])
    await cluster.advance('1m')
    expect(await live.settled()).toEqual([expect.stringContaining('still to do: db.run, api.run, gui.run')])
    await cluster.advance('10m')
    expect(await live.settled()).toEqual([]) // once is enough
  })

  it('does not attribute writes of other clients to the operator', async () => {
    await using cluster = await startCluster({ resources: [Shop] })
    await using live = await watching(cluster)
    await cluster.client.create(Deployment, deploymentOf('api'))
    await report(cluster, 'api', 1)
    expect(await live.settled()).toEqual([])
    expect(live.watch.state).toMatchObject({ db: 'unavailable', api: 'running' })
  })

  it.each([
    { deletedBy: 'operator', says: ['the operator took 1 operation where 0 are enough: gui.delete'] },
    { deletedBy: 'environment', says: [] },
  ] as const)('attributes deletions to the operator only with deletedBy: $deletedBy', async ({ deletedBy, says }) => {
    await using cluster = await startCluster({ resources: [Shop] })
    await cluster.client.create(Deployment, deploymentOf('gui'))
    await report(cluster, 'gui', 1)
    await using live = await watching(cluster, { deletedBy, steps: 0, goal: { gui: 'unavailable' }, quietAfter: '1m' })
    await cluster.client.delete(Deployment, { name: 'gui', namespace })
    expect(await live.settled()).toEqual([])
    await cluster.advance('2m')
    expect(await live.settled()).toEqual(says)
  })
})

describe('protocol watch', () => {
  it('is refused if the projection reads a kind that is not watched', async () => {
    await using cluster = await startCluster()
    const one = protocolOf({ db: [] })
    const reads = project(one, {
      db: async (view) => ((await view.list(ConfigMap)).length > 0 ? 'running' : 'unavailable'),
    })
    await expect(
      startProtocolWatch(cluster.client, reads, {
        resources: [Deployment],
        operator: 'shops',
        clock: cluster.clock,
        onDeviation: () => undefined,
      }),
    ).rejects.toMatchObject({ code: 'KW_TESTING_PROJECTION', message: expect.stringContaining('ConfigMap') })
  })

  it('continues after a projection that throws, and reports the error', async () => {
    await using cluster = await startCluster()
    const one = protocolOf({ db: [] })
    const errors: unknown[] = []
    const reads = project(one, {
      db: async (view) => {
        const maps = await view.list(ConfigMap)
        if (maps.some(({ metadata }) => metadata.name === 'odd')) throw new Error('odd')
        return maps.some(({ metadata }) => metadata.name === 'up') ? 'running' : 'unavailable'
      },
    })
    await using watch = await startProtocolWatch(cluster.client, reads, {
      resources: [ConfigMap],
      operator: 'shops',
      clock: cluster.clock,
      onDeviation: () => undefined,
      onError: (error) => errors.push(error),
    })
    for (const name of ['odd', 'up']) await cluster.client.create(ConfigMap, { metadata: { name } })
    await cluster.client.delete(ConfigMap, { name: 'odd' })
    await cluster.settle()
    await watch.caughtUp()
    expect(errors).toHaveLength(2)
    expect(watch.state).toEqual({ db: 'running' })
  })
})
