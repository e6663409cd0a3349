/** `npm run demo`: websites in the colours of their themes, in your browser, with nothing installed but Node. */
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { refOf, untilSignal } from 'kubewright'
import { createLogger } from 'kubewright/manager'
import { readSettings } from '../src/settings.ts'
import { Website } from '../src/website.ts'
import { startDemo } from './start-demo.ts'

const folder = join(import.meta.dirname, '..')
const { coordination, hosting } = readSettings(process.argv.slice(2), {
  WEBHOSTING_COORDINATION: 'alone',
  ...process.env,
})
const stopped = untilSignal('SIGTERM', 'SIGINT')

await using demo = await startDemo({ coordination, hosting, log: createLogger({ level: 'warn' }) })
await demo.apply(await readFile(join(folder, 'samples/hosting.yaml'), 'utf8'))
const kubeconfig = join(folder, '.kubewright/kubeconfig')
await mkdir(join(folder, '.kubewright'), { recursive: true })
await writeFile(kubeconfig, demo.kubeconfig(), { mode: 0o600 })

console.log('Open in a browser:')
for (const site of (await demo.client.list(Website)).items) {
  const { name, namespace = '' } = refOf(site)
  console.log(`  ${(await demo.urlOf({ name, namespace })).padEnd(50)} in the theme ${site.spec.theme}`)
}
// npm goes to the package's folder; whoever reads this is still where npm was called.
const kubectl = `kubectl --kubeconfig ${relative(process.env['INIT_CWD'] ?? process.cwd(), kubeconfig)}`
console.log(`
Give the theme another colour, and load the page again:
  ${kubectl} patch theme exciting --type merge -p '{"spec":{"color":"orange"}}'
  ${kubectl} get websites -A
  ${kubectl} -n project-foo delete deployment --all      # they come back
Ctrl-C stops it.`)
await new Promise<void>((resolve) => {
  if (stopped.aborted) return resolve()
  stopped.addEventListener('abort', () => resolve(), { once: true })
})
