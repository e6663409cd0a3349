import { channel } from 'node:diagnostics_channel'
import { startApiServer } from '@kubewright/apiserver'
import { createClient } from '@kubewright/client'
import { again, defineController, done } from '@kubewright/controller'
import { silentLogger } from '@kubewright/core'
import { operatorOf, startDashboard } from '@kubewright/dashboard'
import type { HistoryEntry } from '@kubewright/dashboard/topics'
import { ConfigMap, Secret } from '@kubewright/kubernetes'
import { createManager } from '@kubewright/manager'
import { queueChannel, reconcileChannel } from '@kubewright/manager/diagnostics'
import { manifest } from '@kubewright/resource'
import { startClusters } from '@kubewright/testing'
import { expect, it } from 'vitest'
import { look } from './viewer.ts'

async function setUp() {
  const server = await startApiServer({})
  const client = createClient(server.transport(), { fieldManager: 'test', namespace: 'default' })
  const maps = defineController({
    name: 'maps',
    for: ConfigMap,
    owns: [Secret],
    scope: { labels: 'app=blog' },
    async reconcile({ metadata: { name }, data }, ctx) {
      if (data?.['fails'] !== undefined) throw new Error(data['fails'])
      await ctx.own({ secret: manifest(Secret, { metadata: { name }, stringData: { password: 'correct horse' } }) })
      return done()
    },
  })
  const manager = createManager({
    client,
    controllers: [maps],
    log: silentLogger,
    permissions: 'skip',
    environment: {},
  })
  const running = manager.start()
  await running.started
  return {
    client,
    manager,
    async [Symbol.asyncDispose]() {
      await running[Symbol.asyncDispose]()
      await client[Symbol.asyncDispose]()
      await server[Symbol.asyncDispose]()
    },
  }
}

const isListenedTo = () => channel(reconcileChannel).hasSubscribers || channel(queueChannel).hasSubscribers

it('dashboard: reconciles are shown with reasons, writes and errors; diagnostics are subscribed only while viewed', async () => {
  await using operator = await setUp()
  await using dashboard = await startDashboard({ manager: operator.manager, port: 0, access: 'open' })
  expect(isListenedTo()).toBe(false)
  {
    await using viewer = await look(dashboard.url, 'history', 'controllers', 'caches', 'checks', 'program')
    await operator.client.create(ConfigMap, { metadata: { name: 'blog', labels: { app: 'blog' } } })
    await operator.client.create(ConfigMap, {
      metadata: { name: 'shop', labels: { app: 'blog' } },
      data: { fails: '<b>no</b>' },
    })
    await expect.poll(() => viewer.table('history').length).toBeGreaterThanOrEqual(2)
    const history = viewer.table('history') as HistoryEntry[]
    expect(history.find(({ name }) => name === 'blog')).toMatchObject({
      controller: 'maps',
      outcome: 'success',
      reasons: ['created'],
      writes: { sent: 1, changed: 1 },
      written: [{ verb: 'apply', kind: 'Secret', namespace: 'default', name: 'blog', hasChanged: true }],
    })
    expect(history.find(({ name }) => name === 'shop')).toMatchObject({
      outcome: 'error',
      error: { message: '<b>no</b>', isTerminal: false },
    })
    await expect
      .poll(() => viewer.table('controllers'))
      .toMatchObject([
        {
          name: 'maps',
          isWarm: true,
          isWorking: true,
          for: { kind: 'ConfigMap' },
          owns: [{ kind: 'Secret' }],
          concurrency: 1,
        },
      ])
    await expect.poll(() => viewer.table('program')).toMatchObject([{ phase: 'acting', isActing: true }])
    await expect.poll(() => viewer.table('caches')).toMatchObject([{ isSynced: true }, { isSynced: true }])
    expect(isListenedTo()).toBe(true)
  }
  await expect.poll(isListenedTo).toBe(false)
})

it('dashboard: objects, owned objects and changes are shown live; Secret values are masked', async () => {
  await using operator = await setUp()
  await using dashboard = await startDashboard({
    manager: operator.manager,
    port: 0,
    access: 'open',
    allow: ['pause', 'secrets'],
  })
  const path = 'core/v1/ConfigMap/default/blog'
  const secret = 'core/v1/Secret/default/blog'
  await operator.client.create(ConfigMap, { metadata: { name: 'blog', labels: { app: 'blog' } } })
  await using viewer = await look(
    dashboard.url,
    'objects:core/v1/ConfigMap',
    `object:${secret}`,
    `graph:${path}`,
    'kinds',
    'pages',
  )
  await expect
    .poll(() => viewer.table(`graph:${path}`))
    .toMatchObject([
      { kind: 'ConfigMap', name: 'blog' },
      { kind: 'Secret', name: 'blog' },
    ])
  await expect.poll(() => viewer.table(`object:${secret}`)).toMatchObject([{ data: { password: '••••••••' } }])
  await expect.poll(() => viewer.table('kinds').length).toBeGreaterThan(30)
  const post = async (action: string, body: object) => {
    const headers = { 'content-type': 'application/json' }
    const answer = await fetch(`${dashboard.url}api/v1/actions/${action}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    })
    return { status: answer.status, text: await answer.text() }
  }
  expect((await post('pause', { path })).status).toBe(200)
  await expect
    .poll(() => viewer.table('objects:core/v1/ConfigMap').some((row) => (row as { isPaused: boolean }).isPaused))
    .toBe(true)
  expect((await post('reveal', { path: secret })).text).toContain('Y29ycmVjdCBob3JzZQ==')
  expect((await post('delete', { path })).status).toBe(403)
  expect((await post('patch', { path, patch: {} })).status).toBe(403)
  expect((await post('pause', { path: 'core/v1/ConfigMap/default/none' })).status).toBe(404)
})

it('dashboard: a reconcile can be triggered', async () => {
  await using operator = await setUp()
  await operator.client.create(ConfigMap, { metadata: { name: 'blog', labels: { app: 'blog' } } })
  const clock = { now: () => 0, elapsed: () => 0, schedule: () => ({ [Symbol.dispose]: () => undefined }) }
  await operatorOf(operator.manager, clock).reconcile({ controller: 'maps', namespace: 'default', name: 'blog' })
  await expect
    .poll(() => operator.manager.history().flatMap(({ reasons }) => reasons))
    .toContainEqual({ type: 'triggered', by: 'the dashboard' })
  await expect(operatorOf(operator.manager, clock).reconcile({ controller: 'none', name: 'blog' })).rejects.toThrow(
    'none',
  )
})

it('dashboard: controllers, queues and caches of every cluster of a manager are shown', async () => {
  await using clusters = await startClusters(['a', 'b'])
  const each = defineController({ name: 'each', for: ConfigMap, clusters: 'each', reconcile: async () => again('1h') })
  const there = defineController({ name: 'there', for: Secret, clusters: 'remote', reconcile: async () => done() })
  const run = await clusters.run({ home: 'a' }, each, there)
  await clusters.cluster('b').client.create(ConfigMap, { metadata: { name: 'one', namespace: 'default' } })
  await clusters.settle()
  const { topics } = operatorOf(run.manager, clusters.clock)
  const read = (topic: string) => {
    const table = new Map<string, unknown>()
    const nothing = () => undefined
    const put = (key: string, value: unknown) => void table.set(key, value)
    topics(topic, '')!({ put, remove: nothing, clear: nothing, ready: nothing, problem: nothing })[Symbol.dispose]()
    return table
  }
  expect([...read('controllers').keys()].sort()).toEqual(['each', 'each @b', 'there @b'])
  expect(read('controllers').get('there @b')).toMatchObject({ name: 'there', cluster: 'b', for: { kind: 'Secret' } })
  expect(read('queue').get('each default/one @b')).toMatchObject({
    object: 'default/one',
    cluster: 'b',
    standing: 'delayed',
  })
  expect([...read('queue').keys()]).not.toContain('each default/one')
  const caches = read('caches')
  await expect.poll(() => [...caches.values()]).toContainEqual(expect.objectContaining({ cluster: 'b' }))
  await run.manager.clusters.remove('b')
  expect([...read('controllers').keys()]).toEqual(['each'])
})
