/** The program, started as a process. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { startCluster } from '@kubewright/testing'
import { ConfigMap, Namespace } from 'kubewright'
import { expect, it } from 'vitest'
import { operatorNamespace } from './names.ts'
import { serverNameOf } from './server-name.ts'
import { Theme } from './theme.ts'
import { Website } from './website.ts'

function start(args: readonly string[], environment: Readonly<Record<string, string>> = {}) {
  const loader = ['--conditions=@kubewright/source', '--import', 'tsx']
  return spawn(process.execPath, [...loader, join(import.meta.dirname, 'main.ts'), ...args], {
    env: { ...process.env, NODE_OPTIONS: '', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

const exitCode = async (child: ChildProcess) => ((await once(child, 'exit')) as [number | null])[0]

it('the webhosting program serves websites, and stops on a signal', { timeout: 60_000 }, async () => {
  await using cluster = await startCluster({ resources: [Theme, Website], time: 'real', listens: true })
  const { client } = cluster
  const folder = await mkdtemp(join(tmpdir(), 'webhosting-'))
  const kubeconfig = join(folder, 'kubeconfig')
  await writeFile(kubeconfig, cluster.endpoint!.kubeconfig(), { mode: 0o600 })
  await client.create(Namespace, { metadata: { name: operatorNamespace } })
  await client.create(Theme, { metadata: { name: 'exciting' }, spec: { color: 'darkcyan', fontFamily: 'Menlo' } })
  const site = await client.create(Website, { metadata: { name: 'homepage' }, spec: { theme: 'exciting' } })
  const child = start(['--health-port', '0', '--metrics-port', '0'], { KUBECONFIG: kubeconfig })
  const [ended, said] = [exitCode(child), text(child.stderr!)]
  try {
    const made = await client.waitFor(ConfigMap, { name: serverNameOf(site) }, () => true, { timeout: '50s' })
    expect(made.data?.['index.html']).toContain('darkcyan')
  } finally {
    child.kill('SIGTERM')
    expect([await ended, await said]).toEqual([0, expect.not.stringMatching(/"level":"(warn|error)"/)])
    await rm(folder, { recursive: true })
  }
})

it.each([
  { args: ['--help'], code: 0, stream: 'stdout' as const, says: '--coordination <alone, leader or shard>' },
  { args: ['--coordination', 'both'], code: 2, stream: 'stderr' as const, says: '--coordination is alone, leader' },
])(
  'the webhosting program called with $args exits with $code',
  { timeout: 60_000 },
  async ({ args, code, stream, says }) => {
    const child = start(args)
    const [ended, said] = [exitCode(child), text(child[stream]!)]
    expect([await ended, await said]).toEqual([code, expect.stringContaining(says)])
  },
)
