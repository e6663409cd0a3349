/**
 * Pages in a real browser: `kubewright shards --web`, while two replicas share work and one of them ends. `npm run test:browser`
 * needs Chromium; `--picture FILE` keeps a picture of the end.
 */
import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { startApiServer } from '@kubewright/apiserver'
import { createClient } from '@kubewright/client'
import { defineController, done } from '@kubewright/controller'
import { silentLogger } from '@kubewright/core'
import { ConfigMap } from '@kubewright/kubernetes'
import { createManager } from '@kubewright/manager'
import { shard } from '@kubewright/sharding'
import { Page } from './browser.ts'

const root = resolve(import.meta.dirname, '../..')
const command = resolve(root, 'apps/cli/bin/kubewright.js')
const objects = 30
const { values } = parseArgs({ options: { picture: { type: 'string' } } })

await using server = await startApiServer({ listen: {} })
const folder = await mkdtemp(join(tmpdir(), 'kubewright-pages-'))
const kubeconfig = join(folder, 'kubeconfig')
await writeFile(kubeconfig, server.endpoint!.kubeconfig(), { mode: 0o600 })
await using client = createClient(server.transport(), { fieldManager: 'test' })
for (let index = 0; index < objects; index++) {
  await client.create(ConfigMap, { metadata: { namespace: 'default', name: `map-${index}`, labels: { app: 'blog' } } })
}
await using _web0 = replica('web-0')
const web1 = replica('web-1')
await using page = await Page.open(await served())
await page.shows(/live, looked/, 20_000)
await page.shows(/web-0\s+ready\s+\d+\.\d %[^]*web-1\s+ready\s+\d+\.\d %/, 20_000)
await page.shows(/30\s+objects[^]*Everything is where it belongs\./, 20_000)
console.log('✓ shows both shards, their shares and all objects')
await web1[Symbol.asyncDispose]()
await page.shows(/web-1\s+dead[^]*web-1 is dead, was ready/, 20_000)
await page.shows(/web-0 has \d+ objects more: 30/, 20_000)
console.log('✓ shows how one ends, and where its objects go')
if (values.picture !== undefined) await writeFile(values.picture, await page.picture())
assert.deepEqual(page.complaints, [])
console.log('✓ the page complains of nothing')
page.complaints.length = 0
await end()
await page.shows(/The command that feeds this page does not answer/, 20_000)
console.log('✓ says so when the command has ended')
await rm(folder, { recursive: true })

function replica(identity: string) {
  const scope = { labels: 'app=blog' }
  const maps = defineController({ name: 'maps', for: ConfigMap, scope, reconcile: async () => done() })
  const coordination = shard({ ring: 'maps', namespace: 'default', identity })
  const options = { identity, coordination, controllers: [maps], log: silentLogger, permissions: 'skip' as const }
  return createManager({ ...options, client, environment: {} }).start()
}

let program: ChildProcess | undefined

async function served(): Promise<string> {
  const args = [command, 'shards', '--web', '--port', '0', '--kubeconfig', kubeconfig]
  program = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  for await (const chunk of program.stdout!) {
    const found = /http:\S+/.exec(String(chunk))
    if (found !== null) return found[0]
  }
  throw new Error('kubewright shards --web ended before it served anything')
}

async function end(): Promise<void> {
  const exited = once(program!, 'exit')
  program!.kill('SIGINT')
  const [code, signal] = (await exited) as [number | null, string | null]
  assert.equal(code ?? signal, 0)
}
