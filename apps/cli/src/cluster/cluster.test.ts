import { once } from 'node:events'
import { cp, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { available, createClient, loadConfig, pathOf } from '@kubewright/client'
import { Deployment, Node, Pod } from '@kubewright/kubernetes'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { runCommand } from '../program.ts'
import { fakeTerminal } from '../testing/fake-terminal.ts'
import './cluster.ts' // loaded here, so that no test pays for it

let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kubewright-cli-'))
})
afterEach(() => rm(folder, { recursive: true }))

/** Runs the command until it says it is ready, or fails. */
function run(...args: readonly string[]) {
  const stop = new AbortController()
  let ready!: () => void
  const isReady = new Promise<void>((resolve) => (ready = resolve))
  const terminal = fakeTerminal({ signal: stop.signal, onWrite: () => ready() })
  const ended = runCommand(['cluster', ...args], terminal)
  return { isReady, ended, written: terminal.written, stop: () => stop.abort() }
}

describe('kubewright cluster', () => {
  it('says on one line where it serves, and stops when told', async () => {
    const kubeconfig = join(folder, 'deep', 'config')
    const running = run('--port', '0', '--kubeconfig', kubeconfig)
    await running.isReady
    running.stop()
    await running.ended
    expect(running.written.stdout).toMatch(/^ready https:\/\/127\.0\.0\.1:\d+\n$/)
    expect(await readFile(kubeconfig, 'utf8')).toContain(running.written.stdout.trim().replace('ready ', 'server: '))
    expect(running.written.stdout + running.written.stderr).not.toMatch(/token/i)
  })

  it('says the same to a program', async () => {
    const kubeconfig = join(folder, 'config')
    const running = run('--port', '0', '--kubeconfig', kubeconfig, '--json')
    await running.isReady
    running.stop()
    await running.ended
    expect(JSON.parse(running.written.stdout)).toEqual({ url: expect.stringMatching(/^https:/), kubeconfig })
  })

  it('keeps the kubeconfig from others, even if a file was there before', async () => {
    const kubeconfig = join(folder, 'config')
    await writeFile(kubeconfig, 'old', { mode: 0o644 })
    const running = run('--port', '0', '--kubeconfig', kubeconfig)
    await running.isReady
    running.stop()
    await running.ended
    expect((await stat(kubeconfig)).mode & 0o777).toBe(0o600)
  })

  it('keeps its objects in a directory, which no second server may use at the same time', async () => {
    const data = ['--port', '0', '--data-dir', join(folder, 'data')]
    const first = run(...data, '--kubeconfig', join(folder, 'first'))
    await first.isReady
    await expect(run(...data, '--kubeconfig', join(folder, 'second')).ended).rejects.toThrow(/data/)
    first.stop()
    await first.ended
    const again = run(...data, '--kubeconfig', join(folder, 'second'))
    await again.isReady
    again.stop()
    await again.ended
    expect(again.written.stderr).toContain(`Objects are kept in ${join(folder, 'data')}.`)
  })

  it('starts again on its data directory, with the same port and the same kubeconfig', async () => {
    const kubeconfig = join(folder, 'config')
    const place = ['--data-dir', join(folder, 'data'), '--kubeconfig', kubeconfig]
    const first = run('--port', '0', ...place)
    await first.isReady
    const port = first.written.stdout.trim().split(':').at(-1)!
    const before = await readFile(kubeconfig, 'utf8')
    first.stop()
    await first.ended
    const again = run('--port', port, ...place)
    await Promise.race([again.isReady, again.ended])
    expect(again.written.stdout).toBe(first.written.stdout)
    again.stop()
    await again.ended
    expect(await readFile(kubeconfig, 'utf8')).toBe(before)
  })

  it('leaves the kubeconfig of a copy of its data directory alone while that one runs', async () => {
    const kubeconfig = join(folder, 'config')
    const made = run('--port', '0', '--data-dir', join(folder, 'data'), '--kubeconfig', kubeconfig)
    await made.isReady
    made.stop()
    await made.ended
    await cp(join(folder, 'data'), join(folder, 'copy'), { recursive: true })
    const copy = run('--port', '0', '--data-dir', join(folder, 'copy'), '--kubeconfig', kubeconfig)
    await copy.isReady
    const { ended } = run('--port', '0', '--data-dir', join(folder, 'data'), '--kubeconfig', kubeconfig)
    await expect(ended).rejects.toThrow(/another cluster that still runs, at/)
    copy.stop()
    await copy.ended
  })

  it.each([
    { name: 'nobody listens', listener: undefined },
    { name: 'another program listens that hangs up', listener: (socket: Socket) => void socket.destroy() },
    { name: 'another program listens that never answers', listener: () => undefined },
  ])('replaces a kubeconfig that is left over, where $name', async ({ listener }) => {
    const kubeconfig = join(folder, 'config')
    const first = run('--port', '0', '--data-dir', join(folder, 'data'), '--kubeconfig', kubeconfig)
    await first.isReady
    first.stop()
    await first.ended
    const sockets = new Set<Socket>()
    const other = createServer((socket) => (sockets.add(socket), listener?.(socket)))
    if (listener !== undefined) {
      const port = Number(first.written.stdout.trim().split(':').at(-1))
      await once(other.listen(port, '127.0.0.1'), 'listening')
    }
    const again = run('--port', '0', '--data-dir', join(folder, 'data'), '--kubeconfig', kubeconfig)
    await Promise.race([again.isReady, again.ended])
    again.stop()
    await again.ended
    expect(await readFile(kubeconfig, 'utf8')).toContain(again.written.stdout.trim().replace('ready ', 'server: '))
    for (const socket of sockets) socket.destroy()
    other.close()
  })

  it('replaces a kubeconfig of its own that leads nowhere', async () => {
    const kubeconfig = join(folder, 'config')
    await writeFile(kubeconfig, 'kind: Config\nclusters: [{ name: kubewright, cluster: { server: "no address" } }]\n')
    const running = run('--port', '0', '--kubeconfig', kubeconfig)
    await Promise.race([running.isReady, running.ended])
    running.stop()
    await running.ended
    expect(await readFile(kubeconfig, 'utf8')).toContain('server: https://127.0.0.1:')
  })

  it('says at once that a port is taken', async () => {
    const first = run('--port', '0', '--kubeconfig', join(folder, 'first'))
    await first.isReady
    const port = first.written.stdout.trim().split(':').at(-1)!
    await expect(run('--port', port, '--kubeconfig', join(folder, 'second')).ended).rejects.toMatchObject({
      code: 'KW_LISTEN_TAKEN',
    })
    first.stop()
    await first.ended
  })

  it('leaves the kubeconfig of a cluster that still runs alone, and replaces it afterwards', async () => {
    const kubeconfig = join(folder, 'config')
    const first = run('--port', '0', '--kubeconfig', kubeconfig)
    await first.isReady
    const url = first.written.stdout.trim().replace('ready ', '')
    await expect(run('--port', '0', '--kubeconfig', kubeconfig).ended).rejects.toMatchObject({
      code: 'KW_CLI_KUBECONFIG',
      message: `Cannot write the kubeconfig ${kubeconfig}: it is the kubeconfig of another cluster that still runs, at ${url}. Stop that cluster, or use another file: --kubeconfig FILE`,
    })
    expect(await readFile(kubeconfig, 'utf8')).toContain(`server: ${url}`)
    first.stop()
    await first.ended
    const second = run('--port', '0', '--kubeconfig', kubeconfig)
    await second.isReady
    second.stop()
    await second.ended
    expect(await readFile(kubeconfig, 'utf8')).not.toContain(`server: ${url}`)
  })

  it.each([
    {
      name: 'below a file',
      path: 'file/config',
      why: /file, or a folder above it, is a file\. Use a file in a folder/,
    },
    { name: 'deep below a file', path: 'file/deep/config', why: /a folder above it, is a file/ },
    { name: 'a folder', path: 'folder', why: /it is a folder\. Use a file in it: --kubeconfig .*folder\/kubeconfig/ },
    { name: 'no file', path: 'socket', why: /it is a device or a pipe, not a file\. Use a regular file/ },
    { name: 'that of other clusters', path: 'theirs', why: /it has clusters that kubewright did not create/ },
  ])('says that a kubeconfig cannot be written when it is $name', async ({ path, why }) => {
    const theirs = 'kind: Config\nclusters: [{ name: production, cluster: { server: "https://127.0.0.1:1" } }]\n'
    await writeFile(join(folder, 'theirs'), theirs)
    await writeFile(join(folder, 'file'), '')
    await mkdir(join(folder, 'folder'))
    const socket = createServer().listen(join(folder, 'socket'))
    await once(socket, 'listening')
    const { ended } = run('--port', '0', '--kubeconfig', join(folder, path))
    await expect(ended).rejects.toMatchObject({ code: 'KW_CLI_KUBECONFIG', message: expect.stringMatching(why) })
    expect(await readFile(join(folder, 'theirs'), 'utf8')).toBe(theirs)
    socket.close()
  })

  it('runs what a deployment asks for, images that are programs included', async () => {
    const kubeconfig = join(folder, 'config')
    const images = join(folder, 'images.json')
    await writeFile(
      images,
      JSON.stringify({
        hello: {
          command: [process.execPath, '-e', 'console.log("hello", ...process.argv.slice(1))', '--'],
          allowsArgs: true,
        },
      }),
    )
    const running = run('--port', '0', '--kubeconfig', kubeconfig, '--images', images)
    await running.isReady
    {
      await using client = createClient(await loadConfig({ kubeconfig }), { namespace: 'default' })
      const labels = { app: 'web' }
      const template = { metadata: { labels }, spec: { containers: [{ name: 'web', image: 'web:1' }] } }
      await client.create(Deployment, {
        metadata: { name: 'web' },
        spec: { selector: { matchLabels: labels }, template },
      })
      const containers = [{ name: 'say', image: 'hello:1', args: ['world'] }]
      await client.create(Pod, { metadata: { name: 'say' }, spec: { containers, restartPolicy: 'Never' } })
      await client.waitFor(Deployment, { name: 'web' }, available)
      await client.waitFor(Pod, { name: 'say' }, (pod) => pod.status?.phase === 'Succeeded')
      const log = await client.request({ path: pathOf(Pod, { name: 'say', namespace: 'default' }, 'log') })
      expect(log.text).toBe('hello world\n')
    }
    running.stop()
    await running.ended
    expect(running.written.stderr).not.toMatch(/warning|error/)
  }, 20_000)

  it.each([
    { name: 'what is no JSON', text: '{', why: /images\.json cannot be used: .*JSON/ },
    { name: 'an image without a command', text: '{"redis": true}', why: /the image "redis" has no command/ },
    {
      name: 'an empty command',
      text: '{"redis": []}',
      why: /the command of the image "redis" is not a list of strings/,
    },
    { name: 'a command in one text', text: '{"redis": {"command": "redis-server"}}', why: /is not a list of strings/ },
    {
      name: 'a field that means nothing',
      text: '{"redis": {"command": ["x"], "shell": true}}',
      why: /has shell, which is unknown/,
    },
    {
      name: 'an allowance that is neither true nor false',
      text: '{"redis": {"command": ["x"], "allowsArgs": "yes"}}',
      why: /allowsArgs of the image "redis" is neither true nor false/,
    },
    {
      name: 'variables that are no list',
      text: '{"redis": {"command": ["x"], "allowsEnv": "*"}}',
      why: /allowsEnv of the image "redis" is not a list of strings/,
    },
  ])('refuses $name', async ({ text, why }) => {
    await writeFile(join(folder, 'images.json'), text)
    await expect(run('--images', join(folder, 'images.json')).ended).rejects.toThrow(why)
  })

  it('does nothing by itself when it is told not to', async () => {
    const kubeconfig = join(folder, 'config')
    const running = run('--port', '0', '--kubeconfig', kubeconfig, '--no-simulation')
    await running.isReady
    {
      await using client = createClient(await loadConfig({ kubeconfig }))
      expect((await client.list(Node)).items).toEqual([])
    }
    running.stop()
    await running.ended
  })

  it.each(['nine', '-1', '70000', '1.5'])('refuses the port %s', async (port) => {
    await expect(run(`--port=${port}`).ended).rejects.toThrow('use a whole number')
  })
})
