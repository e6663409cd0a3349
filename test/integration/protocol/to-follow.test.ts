import { Deployment } from '@kubewright/kubernetes'
import { startCluster } from '@kubewright/testing'
import { assertFollows, type ProtocolMatchers, protocolMatchers, recordTrace } from '@kubewright/testing/protocol'
import { expect, it } from 'vitest'
import { deploymentOf, namespace, operator, projection, Shop, shop, statusOf, up } from './shop.ts'

declare module 'vitest' {
  // oxlint-disable-next-line typescript/no-explicit-any -- as Vitest declares it
  interface Matchers<T = any> extends ProtocolMatchers<T> {}
}
expect.extend(protocolMatchers)

/** Deploys a shop, lets the database crash, and records the operations of the operator. */
async function recorded(controller: ReturnType<typeof operator>) {
  await using cluster = await startCluster({ resources: [Shop] })
  using recording = await recordTrace(cluster, projection)
  await using _ = await cluster.run(controller)
  const report = async (name: string, ready: number) => {
    await cluster.client.status.patch(Deployment, { name, namespace }, statusOf(ready))
    await cluster.settle()
  }
  await cluster.client.create(Shop, { metadata: { name: 'shop', namespace }, spec: {} })
  await cluster.settle()
  for (const name of ['db', 'api', 'gui']) await report(name, 1)
  await recording.settle()
  await report('db', 0)
  await report('db', 1)
  await recording.settle()
  return recording
}

it('toFollow accepts an operator that waits for dependencies', async () => {
  const recording = await recorded(operator({ waits: true }))
  expect(recording).toFollow(shop, { goal: up })
  expect(recording.trace.filter((entry) => entry !== 'rest' && entry.by === 'operator')).toMatchObject([
    { what: 'apply deployments.apps default/db', begins: ['db.run'] },
    { what: 'apply deployments.apps default/api', begins: ['api.run'] },
    { what: 'apply deployments.apps default/gui', begins: ['gui.run'] },
    { what: 'delete deployments.apps default/db' },
    { what: 'apply deployments.apps default/db', begins: ['db.run'] },
  ])
})

it('toFollow names the write and the missing requirement of an operator that starts everything at once', async () => {
  const recording = await recorded(operator({ waits: false }))
  expect(recording).not.toFollow(shop)
  expect(() => expect(recording).toFollow(shop)).toThrow(
    '"apply deployments.apps default/api": api.run cannot be performed: nothing satisfies "api.db"',
  )
  expect(() => assertFollows(recording, shop)).toThrow(
    expect.objectContaining({ code: 'KW_TESTING_PROTOCOL', message: expect.stringContaining('api.run cannot') }),
  )
})

it('toFollow fails if the goal is not reached when everything is settled', async () => {
  await using cluster = await startCluster({ resources: [Shop] })
  using recording = await recordTrace(cluster, projection)
  await using _ = await cluster.run(operator({ waits: true }))
  await cluster.client.create(Shop, { metadata: { name: 'shop', namespace }, spec: {} })
  await recording.settle()
  expect(() => expect(recording).toFollow(shop, { goal: up })).toThrow('still to do: db.run, api.run, gui.run')
})

it('recordTrace omits writes that the server refused or that change nothing', async () => {
  await using cluster = await startCluster()
  using recording = await recordTrace(cluster, projection)
  const db = { name: 'db', namespace }
  await expect(cluster.client.patch(Deployment, db, { metadata: {} })).rejects.toThrow('not found')
  expect(recording.trace).toEqual([])
  await cluster.client.create(Deployment, deploymentOf('db'))
  await cluster.client.patch(Deployment, db, { spec: { replicas: 1 } })
  expect(recording.trace).toMatchObject([{ by: 'environment', what: 'create deployments.apps default/db' }])
})

it('recordTrace records concurrent writes in sequence', async () => {
  await using cluster = await startCluster({ resources: [Shop] })
  using recording = await recordTrace(cluster, projection)
  await Promise.all(
    ['a', 'b', 'c', 'd'].map((name) => cluster.client.create(Shop, { metadata: { name, namespace }, spec: {} })),
  )
  expect(recording.trace.map((entry) => (entry === 'rest' ? entry : entry.what))).toEqual(
    ['a', 'b', 'c', 'd'].map((name) => `create shops.shop.example.dev default/${name}`),
  )
})

it('toFollow accepts plain observations, too', () => {
  expect([{ by: 'operator' as const, state: { ...shop.initial, db: 'running' as const } }]).toFollow(shop)
  expect([{ by: 'operator' as const, state: { ...shop.initial, api: 'running' as const } }]).not.toFollow(shop)
})
