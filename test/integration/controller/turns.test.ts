import { defineController, done } from '@kubewright/controller'
import { silentLogger, systemClock } from '@kubewright/core'
import { ConfigMap } from '@kubewright/kubernetes'
import { createManager } from '@kubewright/manager'
import { startCluster } from '@kubewright/testing'
import { expect, it } from 'vitest'

const count = 200

it('synchronous reconciles yield to the event loop', async () => {
  await using cluster = await startCluster({ time: 'real' })
  for (let at = 0; at < count; at++) {
    await cluster.client.create(ConfigMap, { metadata: { name: `map-${at}`, labels: { app: 'test' } } })
  }
  let [turns, reconciles, isOver] = [0, 0, false]
  const turn = () => {
    if (reconciles > 0) turns++
    if (!isOver) setImmediate(turn)
  }
  let finish = () => {}
  const ended = new Promise<void>((resolve) => (finish = resolve))
  const maps = defineController({
    name: 'maps',
    for: ConfigMap,
    scope: { labels: 'app=test' },
    concurrency: 5,
    async reconcile() {
      const begun = systemClock.elapsed()
      while (systemClock.elapsed() - begun < 1);
      if (++reconciles === count) finish()
      return done()
    },
  })
  const manager = createManager({ client: cluster.client, controllers: [maps], log: silentLogger, environment: {} })
  await using _ = manager.start()
  setImmediate(turn)
  await ended
  isOver = true
  // A slice is eight milliseconds, and each reconcile takes one.
  expect(turns).toBeGreaterThan(count / 16)
})
