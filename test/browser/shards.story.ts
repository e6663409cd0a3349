/** Two replicas that share work, one of which ends; in `kubewright dashboard`. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { startApiServer } from '@kubewright/apiserver'
import { type Client, createClient } from '@kubewright/client'
import { defineController, done } from '@kubewright/controller'
import { silentLogger } from '@kubewright/core'
import { ConfigMap } from '@kubewright/kubernetes'
import { createManager } from '@kubewright/manager'
import { shard } from '@kubewright/sharding'
import { printedAddress } from './printed-address.ts'
import { assertAccessible, openPage, type Story } from './stories.ts'

const command = resolve(import.meta.dirname, '../../apps/cli/bin/kubewright.js')

export const shardsStory: Story = {
  name: 'shards: who has what, and where it goes when one ends',
  async tell({ browser, picture }) {
    await using server = await startApiServer({ listen: {} })
    const folder = await mkdtemp(join(tmpdir(), 'kubewright-shards-'))
    const kubeconfig = join(folder, 'kubeconfig')
    await writeFile(kubeconfig, server.endpoint!.kubeconfig(), { mode: 0o600 })
    await using client = createClient(server.transport(), { fieldManager: 'test', namespace: 'default' })
    for (let index = 0; index < 30; index++) {
      await client.create(ConfigMap, { metadata: { name: `map-${index}`, labels: { app: 'blog' } } })
    }
    await using _web0 = replica(client, 'web-0')
    const web1 = replica(client, 'web-1')
    const args = [command, 'dashboard', '--port', '0', '--kubeconfig', kubeconfig]
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
    const url = await printedAddress(child, /: (http:\S+)/)
    await using opened = await openPage(browser, url)
    const { page, complaints } = opened
    await page.getByRole('link', { name: 'Shards' }).click()
    await page.getByText('Every object is on its shard.').waitFor()
    await page.getByRole('row', { name: /web-0 ready/ }).waitFor()
    await page.getByRole('row', { name: /web-1 ready/ }).waitFor()
    await picture(page, 'shards')
    await assertAccessible(page, 'Shards')
    await web1[Symbol.asyncDispose]()
    await page.getByText(/web-1 is dead, was ready|web-1 has gone/).waitFor({ timeout: 30_000 })
    await page.getByText(/web-0 has \d+ objects more: 30/).waitFor({ timeout: 30_000 })
    assert.deepEqual(complaints, [])
    const exited = once(child, 'exit')
    child.kill('SIGINT')
    const [code] = (await exited) as [number | null]
    assert.equal(code, 0)
    await page.getByText(/Not connected/).waitFor()
    await rm(folder, { recursive: true })
  },
}

function replica(client: Client, identity: string) {
  const scope = { labels: 'app=blog' }
  const maps = defineController({ name: 'maps', for: ConfigMap, scope, reconcile: async () => done() })
  const coordination = shard({ ring: 'maps', namespace: 'default', identity })
  const options = { identity, coordination, controllers: [maps], log: silentLogger, permissions: 'skip' as const }
  return createManager({ ...options, client, environment: {} }).start()
}
