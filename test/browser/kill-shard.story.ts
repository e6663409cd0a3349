/** A program that runs its own shards: one is killed from the page, and restarted. */
import assert from 'node:assert/strict'
import { startApiServer } from '@kubewright/apiserver'
import { type Client, createClient } from '@kubewright/client'
import { defineController, done } from '@kubewright/controller'
import { silentLogger } from '@kubewright/core'
import { type ShardControl, startDashboard } from '@kubewright/dashboard'
import { ConfigMap } from '@kubewright/kubernetes'
import { createManager, type RunningManager } from '@kubewright/manager'
import { shard } from '@kubewright/sharding'
import { assertAccessible, openPage, type Story } from './stories.ts'

export const killShardStory: Story = {
  name: 'kill a shard: asked first, then its work goes to the other one, and it is started again',
  async tell({ browser, picture }) {
    await using server = await startApiServer({})
    await using client = createClient(server.transport(), { fieldManager: 'test', namespace: 'default' })
    for (let index = 0; index < 12; index++) {
      await client.create(ConfigMap, { metadata: { name: `map-${index}`, labels: { app: 'blog' } } })
    }
    await using shards = runShards(client, ['web-0', 'web-1'])
    await using dashboard = await startDashboard({ client, port: 0, access: 'open', shards, allow: ['shards'] })
    await using opened = await openPage(browser, `${dashboard.url}#/shards`)
    const { page, complaints } = opened
    await page.getByRole('row', { name: /web-1 ready/ }).waitFor()
    await page.getByRole('button', { name: 'Kill web-1' }).click()
    await page.getByRole('button', { name: 'Keep it' }).click()
    await page.getByRole('button', { name: 'Kill web-1' }).click()
    await page.getByRole('group', { name: 'Kill web-1?' }).waitFor()
    await assertAccessible(page, 'Shards that can be killed')
    await picture(page, 'kill-shard')
    await page.getByRole('button', { name: 'Kill it' }).click()
    await page.getByText(/web-1 is dead, was ready|web-1 has gone/).waitFor({ timeout: 40_000 })
    await page.getByText(/web-0 has \d+ objects more: 12/).waitFor({ timeout: 40_000 })
    assert.deepEqual(shards.list(), [
      { shard: 'web-0', isRunning: true },
      { shard: 'web-1', isRunning: false },
    ])
    await page.getByRole('button', { name: 'Start web-1' }).click()
    await page.getByRole('row', { name: /web-1 ready/ }).waitFor({ timeout: 40_000 })
    assert.deepEqual(complaints, [])
  },
}

/** Replicas in this process. A killed one does not release its lease. */
function runShards(client: Client, names: readonly string[]): ShardControl & AsyncDisposable {
  const running = new Map<string, RunningManager>()
  const ending: PromiseLike<void>[] = []
  const start = (name: string) => void running.set(name, replica(client, name))
  const kill = (name: string) => {
    ending.push(running.get(name)![Symbol.asyncDispose]())
    running.delete(name)
  }
  for (const name of names) start(name)
  return {
    list: () => names.map((name) => ({ shard: name, isRunning: running.has(name) })),
    start,
    kill,
    async [Symbol.asyncDispose]() {
      for (const name of running.keys()) kill(name)
      await Promise.all(ending)
    },
  }
}

function replica(client: Client, identity: string): RunningManager {
  const scope = { labels: 'app=blog' }
  const maps = defineController({ name: 'maps', for: ConfigMap, scope, reconcile: async () => done() })
  const coordination = shard({ ring: 'maps', namespace: 'default', identity })
  const options = { identity, coordination, controllers: [maps], log: silentLogger, permissions: 'skip' as const }
  return createManager({ ...options, client, environment: {} }).start()
}
