import { recordedLog } from '@kubewright/core/testing'
import { again, defineController, done } from '@kubewright/controller'
import { ConfigMap } from '@kubewright/kubernetes'
import { Event } from '@kubewright/kubernetes/events/v1'
import { startCluster } from '@kubewright/testing'
import { expect, it } from 'vitest'
import { managerOn, rest } from '../manager/managed.ts'

it('hot loop of two controllers that undo each other is reported in metrics, log and an event', async () => {
  await using cluster = await startCluster()
  let rounds = 30 // then they stop, so that the test ends
  const insisting = (name: string) =>
    defineController({
      name,
      for: ConfigMap,
      scope: { labels: 'app=test' },
      async reconcile(map, { client }) {
        if (rounds-- > 0) await client.patch(ConfigMap, map.metadata, { data: { word: name } })
        return done()
      },
    })
  const { log, messages } = recordedLog()
  const controllers = [insisting('left'), insisting('right')]
  const manager = managerOn(cluster, { controllers, permissions: 'skip', log, name: 'quarrel' })
  await using _ = manager.start()
  await cluster.client.create(ConfigMap, { metadata: { name: 'blog', labels: { app: 'test' } } })
  rounds = 60
  await rest(cluster, manager)
  const loops = manager.metrics.collect().find(({ name }) => name === 'kubewright_hot_loops_total')
  expect(loops?.samples).toEqual([
    { labels: { controller: 'left' }, value: 1 },
    { labels: { controller: 'right' }, value: 1 },
  ])
  expect(messages).toContain('hot loop: each reconcile writes the object and triggers the next')
  const events = (await cluster.client.list(Event, { namespace: 'default' })).items
  expect(events.map(({ reason, type, regarding }) => [reason, type, regarding?.name])).toContainEqual([
    'ReconcileLoop',
    'Warning',
    'blog',
  ])
})

it('hot loop by again(0) is backed off, and reported in metrics, log and an event', async () => {
  await using cluster = await startCluster()
  let reconciles = 0
  const hot = defineController({
    name: 'hot',
    for: ConfigMap,
    scope: { labels: 'app=test' },
    async reconcile() {
      reconciles++
      return again(0)
    },
  })
  const { log, messages } = recordedLog()
  const manager = managerOn(cluster, { controllers: [hot], permissions: 'skip', log, name: 'hot' })
  await using _ = manager.start()
  await cluster.client.create(ConfigMap, { metadata: { name: 'blog', labels: { app: 'test' } } })
  await cluster.advance('10m')
  expect(reconciles).toBeGreaterThan(20)
  expect(reconciles).toBeLessThan(60)
  expect(manager.state.hotLoops).toMatchObject([{ controller: 'hot', object: { name: 'blog' } }])
  const loops = manager.metrics.collect().find(({ name }) => name === 'kubewright_hot_loops_total')
  expect(loops?.samples).toEqual([{ labels: { controller: 'hot' }, value: 1 }])
  const said = 'reconcile requeues itself immediately without end, backing off'
  expect(messages.filter((one) => one === said)).toHaveLength(1)
  const events = (await cluster.client.list(Event, { namespace: 'default' })).items
  expect(
    events.filter(({ reason }) => reason === 'ReconcileLoop').map(({ type, regarding }) => [type, regarding?.name]),
  ).toEqual([['Warning', 'blog']])
})
