/**
 * `npm run demo`: websites in the colours of their themes, in your browser, with nothing installed but Node. With
 * `--coordination shard` three replicas share them out, as processes of their own.
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { refOf, untilSignal } from 'kubewright'
import { createLogger } from 'kubewright/manager'
import { readSettings } from '../src/settings.ts'
import { Website } from '../src/website.ts'
import { followMoves, startShards } from './shards.ts'
import { startDemo } from './start-demo.ts'

const folder = join(import.meta.dirname, '..')
const environment = { WEBHOSTING_COORDINATION: 'alone', ...process.env }
const { coordination, hosting } = readSettings(process.argv.slice(2), environment)
const isSharded = coordination === 'shard'
const stopped = untilSignal('SIGTERM', 'SIGINT')

const log = createLogger({ level: 'warn' })
await using demo = await startDemo({ coordination, hosting, runsOperator: !isSharded, log })
const kubeconfig = join(folder, '.kubewright/kubeconfig')
await mkdir(join(folder, '.kubewright'), { recursive: true })
await writeFile(kubeconfig, demo.kubeconfig(), { mode: 0o600 })

await using shards = startShards(isSharded ? ['shard-0', 'shard-1', 'shard-2'] : [], kubeconfig)
if (isSharded) console.log('Websites come to shards:')
await using _moves = followMoves(demo.client, console.log)
await demo.apply(await readFile(join(folder, 'samples/hosting.yaml'), 'utf8'))
const lines: string[] = []
for (const site of (await demo.client.list(Website)).items) {
  const { name, namespace = '' } = refOf(site)
  lines.push(`  ${(await demo.urlOf({ name, namespace })).padEnd(50)} in the theme ${site.spec.theme}`)
}
console.log(`\nOpen in a browser:\n${lines.join('\n')}`)
// npm goes to the package's folder; whoever reads this is still where npm was called.
const kubectl = `kubectl --kubeconfig ${relative(process.env['INIT_CWD'] ?? process.cwd(), kubeconfig)}`
console.log(`
Give the theme another colour, and load the page again:
  ${kubectl} patch theme exciting --type merge -p '{"spec":{"color":"orange"}}'
  ${kubectl} get websites -A
  ${kubectl} -n project-foo delete deployment --all      # they come back`)
if (isSharded) {
  const pids = [...shards.processes].map(([name, { pid }]) => `${name} is ${pid}`)
  console.log(`\nKill a shard (${pids.join(', ')}), and see its websites move within a minute:\n  kill -9 …`)
}
console.log('Ctrl-C stops it.')
await new Promise<void>((resolve) => {
  if (stopped.aborted) return resolve()
  stopped.addEventListener('abort', () => resolve(), { once: true })
})
