/**
 * `npm run demo`: websites in the colours of their themes, in your browser; only Node is required. With `--coordination shard`,
 * or `npm run demo:shards`, three replicas in separate processes share the websites. A page shows the owner of each, and lets
 * you kill a replica.
 */
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { startDashboard } from '@kubewright/dashboard'
import { untilSignal } from 'kubewright'
import { createLogger } from 'kubewright/manager'
import { readSettings } from '../src/settings.ts'
import { formatOwners } from './format-owners.ts'
import { startOverview } from './overview-server.ts'
import { followOwners } from './owners.ts'
import { Shards } from './shards.ts'
import { Soon } from './soon.ts'
import { startDemo } from './start-demo.ts'

const folder = join(import.meta.dirname, '..')
const environment = { WEBHOSTING_COORDINATION: 'alone', ...process.env }
const { coordination, hosting } = readSettings(process.argv.slice(2), environment)
const isSharded = coordination === 'shard'
const stopped = untilSignal('SIGTERM', 'SIGINT')

const log = createLogger({ level: 'error' })
await using demo = await startDemo({ coordination, hosting, runsOperator: !isSharded, log })
await using kubeconfig = await writeKubeconfig()
await using owners = await followOwners(demo.client)
await using shards = new Shards(isSharded ? ['shard-0', 'shard-1', 'shard-2'] : [], kubeconfig.path)
for (const path of ['samples/hosting.yaml', ...(isSharded ? ['demo/more-websites.yaml'] : [])]) {
  await demo.apply(await readFile(join(folder, path), 'utf8'))
}
console.log('Webservers start …')
for (const { name, namespace } of owners.sites) await demo.urlOf({ name, namespace })
console.log('\nOpen in a browser:')
for (const { url = '', theme, color } of owners.sites) console.log(`  ${url.padEnd(50)} ${theme}, ${color}`)
// npm changes to the package's folder, but the user's shell is still in INIT_CWD.
const kubeconfigPath = relative(process.env['INIT_CWD'] ?? process.cwd(), kubeconfig.path)
const kubectl = `kubectl --kubeconfig ${kubeconfigPath}`
console.log(`
Give the theme another colour, and load the page again:
  ${kubectl} patch theme exciting --type merge -p '{"spec":{"color":"orange"}}'
  ${kubectl} get websites -A
  ${kubectl} -n project-foo delete deployment --all      # they come back`)
if (isSharded) await showShards()
else await untilStopped()

/** Shows the owners whenever they change, in the terminal and on a page. */
async function showShards(): Promise<void> {
  await using overview = await startOverview({ owners, shards })
  await using dashboard = await startDashboard({
    client: demo.client,
    access: 'open',
    port: 0,
    name: 'webhosting',
    allow: ['shards'],
    shards: shards.control,
  })
  const [first] = shards.all
  console.log(`
Who owns what, and a button to kill each shard:
  ${overview.url}
The dashboard, with the same and every object:
  ${dashboard.url}#/shards
or here: kill -9 ${first!.pid}, and its websites move in half a minute. And from elsewhere:
  ${kubectl} get rings -A
  npx kubewright shards --kubeconfig ${kubeconfigPath}
  npx kubewright shards explain website project-foo/blog --kubeconfig ${kubeconfigPath}\n`)
  const show = () => console.log(`${formatOwners(shards.all, owners.sites)}\n`)
  using soon = new Soon(500, show)
  using _moves = owners.subscribe((move) => {
    if (move === undefined) return
    console.log(`  ${move}`)
    soon.ask()
  })
  using _shards = shards.subscribe(() => soon.ask())
  show()
  await untilStopped()
}

async function untilStopped(): Promise<void> {
  console.log('Ctrl-C stops it.\n')
  if (!stopped.aborted)
    await new Promise<void>((resolve) => stopped.addEventListener('abort', () => resolve(), { once: true }))
  console.log('Stops …')
}

/** For kubectl and the shards. It grants full access, so it is deleted when the demo ends. */
async function writeKubeconfig(): Promise<AsyncDisposable & { readonly path: string }> {
  const path = join(folder, '.kubewright/kubeconfig')
  await mkdir(join(folder, '.kubewright'), { recursive: true })
  await writeFile(path, demo.kubeconfig(), { mode: 0o600 })
  return { path, [Symbol.asyncDispose]: () => rm(path, { force: true }) }
}
