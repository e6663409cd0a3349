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

/** Runs the command until it prints `ready`, or fails. */
function run(...args: readonly string[]) {
  const stop = new AbortController()
  let ready!: () => void
  const isReady = new Promise<void>((resolve) => (ready = resolve))
  const terminal = fakeTerminal({ signal: stop.signal, onWrite: () => ready() })
  const ended = runCommand(['cluster', ...args], terminal)
  return { isReady, ended, written: terminal.written, stop: () => stop.abort() }
}

describe('kubewright cluster', () => {
  it('prints one line with its URL, and stops on a signal', async () => {
    const kubeconfig = join(folder, 'deep', 'config')
    const running = run('--port', '0', '--kubeconfig', kubeconfig)
    await running.isReady
    running.stop()
    await running.ended
    expect(running.written.stdout).toMatch(/^ready https:\/\/127\.0\.0\.1:\d+\n$/)
    expect(await readFile(kubeconfig, 'utf8')).toContain(running.written.stdout.trim().replace('ready ', 'server: '))
    expect(running.written.stdout + running.written.stderr).not.toMatch(/token/i)
  })

  it('prints JSON with --json', async () => {
    const kubeconfig = join(folder, 'config')
    const running = run('--port', '0', '--kubeconfig', kubeconfig, '--json')
    await running.isReady
    running.stop()
    await running.ended
    expect(JSON.parse(running.written.stdout)).toEqual({ url: expect.stringMatching(/^https:/), kubeconfig })
  })

  it('writes the kubeconfig with mode 0600, even if the file existed before', async () => {
    const kubeconfig = join(folder, 'config')
    await writeFile(kubeconfig, 'old', { mode: 0o644 })
    const running = run('--port', '0', '--kubeconfig', kubeconfig)
    await running.isReady
    running.stop()
    await running.ended
    expect((await stat(kubeconfig)).mode & 0o777).toBe(0o600)
  })

  it('stores objects in a data directory, which a second server cannot use at the same time', async () => {
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

  it('restarts on its data directory with the same port and kubeconfig', async () => {
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

  it('does not replace the kubeconfig of a running server when started on a copy of its data directory', async () => {
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
    { name: 'nothing listens on its port', listener: undefined },
    { name: 'another program closes the connection', listener: (socket: Socket) => void socket.destroy() },
    { name: 'another program never answers', listener: () => undefined },
  ])('replaces a stale kubeconfig if $name', async ({ listener }) => {
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

  it('replaces its own kubeconfig with an invalid server', async () => {
    const kubeconfig = join(folder, 'config')
    await writeFile(kubeconfig, 'kind: Config\nclusters: [{ name: kubewright, cluster: { server: "no address" } }]\n')
    const running = run('--port', '0', '--kubeconfig', kubeconfig)
    await Promise.race([running.isReady, running.ended])
    running.stop()
    await running.ended
    expect(await readFile(kubeconfig, 'utf8')).toContain('server: https://127.0.0.1:')
  })

  it('fails at once if the port is in use', async () => {
    const first = run('--port', '0', '--kubeconfig', join(folder, 'first'))
    await first.isReady
    const port = first.written.stdout.trim().split(':').at(-1)!
    await expect(run('--port', port, '--kubeconfig', join(folder, 'second')).ended).rejects.toMatchObject({
      code: 'KW_LISTEN_TAKEN',
    })
    first.stop()
    await first.ended
  })

  it('does not replace the kubeconfig of a running cluster, and replaces it afterwards', async () => {
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
    { name: 'not a regular file', path: 'socket', why: /it is a device or a pipe, not a file\. Use a regular file/ },
    { name: 'for other clusters', path: 'theirs', why: /it has clusters that kubewright did not create/ },
  ])('reports that a kubeconfig cannot be written if it is $name', async ({ path, why }) => {
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

  it('runs the pods of a Deployment, with images mapped to programs', async () => {
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
    { name: 'invalid JSON', text: '{', why: /images\.json cannot be used: .*JSON/ },
    { name: 'an image without a command', text: '{"redis": true}', why: /the image "redis" has no command/ },
    {
      name: 'an empty command',
      text: '{"redis": []}',
      why: /the command of the image "redis" is not a list of strings/,
    },
    {
      name: 'a command that is a string',
      text: '{"redis": {"command": "redis-server"}}',
      why: /is not a list of strings/,
    },
    {
      name: 'an unknown field',
      text: '{"redis": {"command": ["x"], "shell": true}}',
      why: /has shell, which is unknown/,
    },
    {
      name: 'an allowance that is not a boolean',
      text: '{"redis": {"command": ["x"], "allowsArgs": "yes"}}',
      why: /allowsArgs of the image "redis" is neither true nor false/,
    },
    {
      name: 'variables that are not a list',
      text: '{"redis": {"command": ["x"], "allowsEnv": "*"}}',
      why: /allowsEnv of the image "redis" is not a list of strings/,
    },
  ])('refuses $name', async ({ text, why }) => {
    await writeFile(join(folder, 'images.json'), text)
    await expect(run('--images', join(folder, 'images.json')).ended).rejects.toThrow(why)
  })

  it('runs no simulation with --no-simulation', async () => {
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
