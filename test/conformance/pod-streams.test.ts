/** kubectl exec, port-forward and cp on an embedded cluster whose pods are processes, over WebSocket and SPDY. */
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { get } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { type ApiServer, startApiServer } from '@kubewright/apiserver'
import { type Client, createClient, ready } from '@kubewright/client'
import { Pod } from '@kubewright/kubernetes'
import { type Simulation, startSimulation } from '@kubewright/simulation'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { realServer } from './real-server.ts'

const serve =
  "require('http').createServer((q, s) => s.end('hello ' + q.url)).listen(0, process.env.POD_IP, function () { console.log(this.address().port) })"
const images = { web: { command: [process.execPath, '-e', serve] as const, allowsCommands: true } }

let server: ApiServer
let client: Client
let simulation: Simulation
let folder: string
/** Where the program in the pod listens. */
let port: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kubewright-kubectl-'))
  const streams = () => simulation.streams
  server = await startApiServer({
    listen: {},
    podLogs: (request) => simulation.logs(request),
    podStreams: {
      exec: (request) => streams().exec(request),
      attach: (request) => streams().attach(request),
      forward: (request) => streams().forward(request),
    },
  })
  await writeFile(join(folder, 'kubeconfig'), server.endpoint!.kubeconfig(), { mode: 0o600 })
  client = createClient(server.transport(), { fieldManager: 'test' })
  simulation = await startSimulation({ client, images, parts: ['nodes', 'scheduler', 'pods'] })
  const ref = { name: 'web', namespace: 'default' }
  await client.create(Pod, { metadata: ref, spec: { containers: [{ name: 'web', image: 'web' }] } })
  await client.waitFor(Pod, ref, ready)
  for await (const line of simulation.logs({ ...ref, container: 'web', follow: true })) {
    port = line.trim()
    break
  }
}, 60_000)

afterAll(async () => {
  await simulation[Symbol.asyncDispose]()
  await client[Symbol.asyncDispose]()
  await server[Symbol.asyncDispose]()
  await rm(folder, { recursive: true })
})

function start(args: readonly string[], env: Readonly<Record<string, string>> = {}): ChildProcess {
  const { kubectl: program } = realServer().programs
  if (program === undefined) throw new Error('kubectl is missing: see docs/guides/real-server-tests.md')
  return spawn(program, ['--kubeconfig', join(folder, 'kubeconfig'), ...args], {
    env: { ...process.env, ...env },
    stdio: 'pipe',
  })
}

async function kubectl(args: readonly string[], { input = '', env = {} } = {}) {
  const child = start(args, env)
  child.stdin!.on('error', () => undefined).end(input)
  const [stdout, stderr, code] = await Promise.all([
    text(child.stdout!),
    text(child.stderr!),
    new Promise<number | null>((resolve) => child.once('close', resolve)),
  ])
  return { stdout, stderr, code }
}

const protocols = [
  { name: 'WebSocket', env: {} },
  { name: 'SPDY', env: { KUBECTL_REMOTE_COMMAND_WEBSOCKETS: 'false', KUBECTL_PORT_FORWARD_WEBSOCKETS: 'false' } },
]

describe.each(protocols)('kubectl over $name', ({ env }) => {
  it('exec returns stdout, stderr and the exit code', async () => {
    const command = ['exec', 'web', '--', 'sh', '-c', 'echo out; echo err >&2; exit 7']
    const { stdout, stderr, code } = await kubectl(command, { env })
    expect([stdout, stderr, code]).toEqual(['out\n', 'err\ncommand terminated with exit code 7\n', 7])
  })

  it('exec streams megabytes of stdin and stdout', async () => {
    const input = 'a line of text\n'.repeat(200_000)
    const { stdout, code } = await kubectl(['exec', '-i', 'web', '--', 'cat'], { input, env })
    expect([stdout === input, code]).toEqual([true, 0])
  })

  it('exec reports why a command cannot be started', async () => {
    const { stderr, code } = await kubectl(['exec', 'web', '--', 'no-such-program'], { env })
    expect(stderr).toContain('exec: "no-such-program": executable file not found')
    expect(code).not.toBe(0)
  })

  it('port-forward serves sequential and parallel connections', async () => {
    const forwarding = start(['port-forward', 'pod/web', `:${port}`], env)
    let said = ''
    forwarding.stdout!.setEncoding('utf8').on('data', (chunk: string) => (said += chunk))
    try {
      await expect.poll(() => said, { timeout: 20_000 }).toMatch(/127\.0\.0\.1:\d+/)
      const [, local] = /127\.0\.0\.1:(\d+)/.exec(said)!
      const ask = (path: string) =>
        new Promise<string>((resolve, reject) => {
          get({ host: '127.0.0.1', port: local, path, agent: false }, (answer) => resolve(text(answer))).once(
            'error',
            reject,
          )
        })
      expect([await ask('/one'), await ask('/two')]).toEqual(['hello /one', 'hello /two'])
      expect(await Promise.all(['/a', '/b', '/c'].map(ask))).toEqual(['hello /a', 'hello /b', 'hello /c'])
    } finally {
      forwarding.kill()
      await new Promise((resolve) => forwarding.once('close', resolve))
    }
  })
})

it('kubectl cp copies a file into a pod and back', async () => {
  const [there, back] = [join(folder, 'there.txt'), join(folder, 'back.txt')]
  await writeFile(join(folder, 'here.txt'), 'copied')
  expect((await kubectl(['cp', join(folder, 'here.txt'), `web:${there}`])).code).toBe(0)
  expect((await kubectl(['cp', `web:${there}`, back])).code).toBe(0)
  expect(await readFile(back, 'utf8')).toBe('copied')
})
