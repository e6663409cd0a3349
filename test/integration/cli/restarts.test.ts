import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { createClient, loadConfig } from '@kubewright/client'
import { ConfigMap, Deployment, Pod } from '@kubewright/kubernetes'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

const root = resolve(import.meta.dirname, '../../..')
const slow = 180_000
let project: string
const running = new Set<ChildProcess>()

// In the repository, so that the project resolves its packages, below an ignored directory.
beforeEach(async () => {
  await mkdir(join(root, '.cache'), { recursive: true })
  project = await mkdtemp(join(root, '.cache/restarts-'))
})
afterEach(async () => {
  for (const child of running) child.kill('SIGKILL')
  await rm(project, { recursive: true })
})

/** Starts the command without its launcher process: the signal has to reach the process that holds the data. */
function start(...args: readonly string[]) {
  const loader = import.meta.resolve('tsx')
  const main = join(root, 'apps/cli/src/main.ts')
  const child = spawn(process.execPath, ['--conditions=@kubewright/source', '--import', loader, main, ...args], {
    cwd: project,
    env: { ...process.env, NO_COLOR: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  running.add(child)
  const ended = once(child, 'close').then(() => running.delete(child))
  let said = ''
  const listeners = new Set<() => void>()
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      said += text
      for (const listen of listeners) listen()
    })
  }
  void ended.then(() => listeners.forEach((listen) => listen()))
  return {
    /** Resolves when the output matches. Failure: rejects with the output, if the process ends. */
    says: (pattern: RegExp) =>
      new Promise<void>((done, fail) => {
        const listen = () => {
          if (pattern.test(said)) done()
          else if (!running.has(child)) fail(new Error(`it ended, and said: ${said}`))
        }
        listeners.add(listen)
        listen()
      }),
    said: () => said,
    async end(signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
      child.kill(signal)
      await ended
    },
  }
}

/** How many processes of this machine have that text in their command line. */
async function countProcesses(text: string): Promise<number> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
  const lines = await Promise.all(pids.map((pid) => readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')))
  return lines.filter((line) => line.includes(text)).length
}

const connect = async () =>
  createClient(await loadConfig({ kubeconfig: join(project, 'kubeconfig') }), { namespace: 'default' })

/** Writes until the server is gone, and returns the names of the acknowledged objects. */
async function writeUntilGone(end: () => Promise<void>): Promise<readonly string[]> {
  await using client = await connect()
  const acknowledged: string[] = []
  let ending: Promise<void> | undefined
  for (let number = 0; number < 2_000; number++) {
    const name = `map-${number}`
    try {
      await client.create(ConfigMap, { metadata: { name }, data: { number: String(number) } }, { timeout: '2s' })
    } catch {
      break
    }
    acknowledged.push(name)
    if (acknowledged.length === 30) ending = end()
  }
  await ending
  return acknowledged
}

async function namesOfMaps(): Promise<readonly string[]> {
  await using client = await connect()
  const { items } = await client.list(ConfigMap, { namespace: 'default' })
  return items.map(({ metadata }) => metadata.name)
}

describe.each(['SIGTERM', 'SIGKILL'] as const)('kubewright with a data directory, restarted after %s', (signal) => {
  it(
    'cluster: comes back at its address with every acknowledged write, and runs each pod once',
    async () => {
      const program = `process.on("SIGTERM", () => process.exit(0)); setInterval(() => ${JSON.stringify(project)}, 1000)`
      await writeFile(join(project, 'images.json'), JSON.stringify({ waiter: [process.execPath, '-e', program] }))
      const options = ['--data-dir', 'data', '--kubeconfig', 'kubeconfig', '--images', 'images.json']
      const first = start('cluster', '--port', '0', ...options)
      await first.says(/ready https/)
      const port = /ready https:\/\/[^:]+:(\d+)/.exec(first.said())![1]!
      const kubeconfig = await readFile(join(project, 'kubeconfig'), 'utf8')
      {
        await using client = await connect()
        const containers = [{ name: 'wait', image: 'waiter:1' }]
        await client.create(Pod, { metadata: { name: 'waiter' }, spec: { containers } })
        await client.waitFor(Pod, { name: 'waiter' }, (pod) => pod.status?.phase === 'Running')
        const labels = { app: 'web' }
        const template = { metadata: { labels }, spec: { containers: [{ name: 'web', image: 'web:1' }] } }
        await client.create(Deployment, {
          metadata: { name: 'web' },
          spec: { selector: { matchLabels: labels }, template },
        })
      }
      const acknowledged = await writeUntilGone(() => first.end(signal))
      expect(acknowledged.length).toBeGreaterThanOrEqual(30)

      const second = start('cluster', '--port', port, ...options)
      await second.says(/ready https/)
      expect(await readFile(join(project, 'kubeconfig'), 'utf8')).toBe(kubeconfig)
      expect(await namesOfMaps()).toEqual(expect.arrayContaining([...acknowledged]))
      {
        await using client = await connect()
        await client.waitFor(Deployment, { name: 'web' }, ({ status }) => status?.readyReplicas === 1)
        await client.waitFor(Pod, { name: 'waiter' }, (pod) => pod.status?.phase === 'Running')
      }
      await expect.poll(() => countProcesses(program), { timeout: 20_000 }).toBe(1)
      await second.end('SIGTERM')
      expect(await countProcesses(program)).toBe(0)
    },
    slow,
  )

  it(
    'dev: continues with its objects, and leaves no operator process behind',
    async () => {
      await cp(join(root, 'examples/03-acme-service'), project, { recursive: true })
      const options = ['--data-dir', 'data', '--kubeconfig', 'kubeconfig', '--port']
      const first = start('dev', '--apply', 'samples.yaml', ...options, '0')
      await first.says(/✓ acme-services default\/checkout: (?:initial|created), .* writes?/)
      const port = /https:\/\/127\.0\.0\.1:(\d+)/.exec(first.said())![1]!
      const acknowledged = await writeUntilGone(() => first.end(signal))
      await expect.poll(() => countProcesses(join(project, 'main.ts')), { timeout: 20_000 }).toBe(0)
      const second = start('dev', ...options, port)
      await second.says(/✓ acme-services default\/checkout: initial/)
      expect(await namesOfMaps()).toEqual(expect.arrayContaining([...acknowledged]))
      await second.end('SIGTERM')
      expect(second.said()).not.toMatch(/✗|Cannot/)
    },
    slow,
  )
})
