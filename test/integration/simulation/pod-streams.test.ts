import { request } from 'node:https'
import { type AddressInfo, createServer } from 'node:net'
import type { Duplex } from 'node:stream'
import { text } from 'node:stream/consumers'
import { once } from 'node:events'
import { type ApiServer, startApiServer } from '@kubewright/apiserver'
import { type Client, createClient, ready } from '@kubewright/client'
import { ClusterRole, ClusterRoleBinding, Pod } from '@kubewright/kubernetes'
import { loopbackOf, type Simulation, startSimulation } from '@kubewright/simulation'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

const parts = ['nodes', 'scheduler', 'pods'] as const
/** Free on every address: another program of this machine may listen on all of them. */
const podPort = await freePort()
const portMark = String.fromCharCode(podPort & 0xff, podPort >> 8)
/** A probe disconnects at once: the program ignores the error, or it would be restarted. */
const serve = [
  "require('net').createServer((s) => s.on('error', () => {}).end('from the pod')).listen(Number(process.argv[1]), process.env.POD_IP)",
  'setInterval(() => console.log(Date.now()), 50)',
].join(';')
const images = {
  open: { command: [process.execPath, '-e', serve, String(podPort)] as const, allowsCommands: true },
  shut: { command: [process.execPath, '-e', serve, String(podPort)] as const },
}
const ref = { name: 'web', namespace: 'default' }

let server: ApiServer
let client: Client
let simulation: Simulation

beforeEach(async () => {
  const streams = () => simulation.streams
  server = await startApiServer({
    listen: {},
    users: new Map([['reader', { name: 'reader', groups: [] }]]),
    podLogs: (given) => simulation.logs(given),
    podStreams: {
      exec: (given) => streams().exec(given),
      attach: (given) => streams().attach(given),
      forward: (given) => streams().forward(given),
    },
  })
  client = createClient(server.transport(), { fieldManager: 'test' })
  simulation = await startSimulation({ client, parts, images, processes: { stopTimeout: '1s' } })
})
afterEach(async () => {
  await server[Symbol.asyncDispose]()
  await simulation[Symbol.asyncDispose]()
  await client[Symbol.asyncDispose]()
})

async function runPod(image: string): Promise<Pod> {
  const readinessProbe = { tcpSocket: { port: podPort }, periodSeconds: 1 }
  const containers = [{ name: 'web', image, readinessProbe }]
  await client.create(Pod, { metadata: ref, spec: { containers } })
  return client.waitFor(Pod, ref, ready, { timeout: '20s' })
}

interface Talk {
  readonly status: number
  /** The error body, if the upgrade was refused. */
  readonly refusal: string
  /** By channel. */
  readonly said: ReadonlyMap<number, string>
  readonly socket: Duplex | undefined
  readonly ended: Promise<void>
}

/** Opens a session over a WebSocket. */
async function talk(
  path: string,
  { token = server.endpoint!.token, protocol = 'v5.channel.k8s.io' } = {},
): Promise<Talk> {
  const { authority, port } = server.endpoint!
  const headers = {
    authorization: `Bearer ${token}`,
    connection: 'Upgrade',
    upgrade: 'websocket',
    'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
    'sec-websocket-version': '13',
    'sec-websocket-protocol': protocol,
  }
  const url = `/api/v1/namespaces/default/pods/web/${path}`
  const asked = request({ host: '127.0.0.1', port, path: url, ca: authority, headers, agent: false })
  asked.end()
  const said = new Map<number, string>()
  return new Promise((resolve, reject) => {
    asked.once('error', reject)
    asked.once('response', (response) => {
      const refused = (refusal: string) =>
        resolve({ status: response.statusCode!, refusal, said, socket: undefined, ended: Promise.resolve() })
      void text(response).then(refused, reject)
    })
    asked.once('upgrade', (response, socket, head) => {
      socket.on('error', () => undefined)
      const ended = hear(socket, head, said)
      resolve({ status: response.statusCode!, refusal: '', said, socket, ended })
    })
  })
}

async function hear(socket: Duplex, head: Buffer, said: Map<number, string>): Promise<void> {
  let bytes = head
  const take = () => {
    while (bytes.length >= 2) {
      const [short, start] = bytes[1] === 126 ? [bytes.readUInt16BE(2), 4] : [bytes[1]!, 2]
      if (bytes.length < start + short) return
      const payload = bytes.subarray(start, start + short)
      if ((bytes[0]! & 0x0f) === 2)
        said.set(payload[0]!, `${said.get(payload[0]!) ?? ''}${payload.subarray(1).toString('latin1')}`)
      bytes = bytes.subarray(start + short)
    }
  }
  take()
  socket.on('data', (chunk: Buffer) => {
    bytes = Buffer.concat([bytes, chunk])
    take()
  })
  await once(socket, 'close')
}

function frame(bytes: Buffer): Buffer {
  return Buffer.concat([Buffer.from([0x82, 0x80 | bytes.length, 0, 0, 0, 0]), bytes])
}

const query = (command: readonly string[], more = '') =>
  `exec?${command.map((word) => `command=${encodeURIComponent(word)}`).join('&')}&stdout=true&stderr=true${more}`

describe('exec into a container', () => {
  it('returns stdout, stderr and the exit code', async () => {
    await runPod('open')
    const { status, said, ended } = await talk(query(['sh', '-c', 'echo out; echo err >&2; exit 7']))
    await ended
    expect(status).toBe(101)
    expect([said.get(1), said.get(2)]).toEqual(['out\n', 'err\n'])
    expect(JSON.parse(said.get(3)!)).toMatchObject({
      reason: 'NonZeroExitCode',
      details: { causes: [{ reason: 'ExitCode', message: '7' }] },
    })
  })

  it('passes stdin and its end', async () => {
    await runPod('open')
    const { said, socket, ended } = await talk(query(['cat'], '&stdin=true'))
    socket!.write(frame(Buffer.from('\u0000hello ')))
    socket!.write(frame(Buffer.from('\u0000you')))
    socket!.write(frame(Buffer.from([255, 0])))
    await ended
    expect(said.get(1)).toBe('hello you')
    expect(JSON.parse(said.get(3)!)).toMatchObject({ status: 'Success' })
  })

  it('ends the command when the client disconnects', async () => {
    await runPod('open')
    const { said, socket, ended } = await talk(query(['sh', '-c', 'echo $$; exec sleep 600']))
    await expect.poll(() => said, { timeout: 15_000 }).toEqual(new Map([[1, expect.stringMatching(/\d+\n/)]]))
    socket!.destroy()
    await ended
    await expect.poll(() => isAlive(Number(said.get(1))), { timeout: 15_000 }).toBe(false)
  })

  it('ends the command with its container', async () => {
    await runPod('open')
    const { said, ended } = await talk(query(['sh', '-c', 'echo $$; exec sleep 600']))
    await expect.poll(() => said, { timeout: 15_000 }).toEqual(new Map([[1, expect.stringMatching(/\d+\n/)]]))
    await client.delete(Pod, ref, { gracePeriodSeconds: 1 })
    await ended
    expect(isAlive(Number(said.get(1)))).toBe(false)
  })

  it.each([
    {
      name: 'without allowsCommands',
      image: 'shut',
      path: query(['ls']),
      why: 'map its image with `allowsCommands`',
    },
    { name: 'of a missing program', image: 'open', path: query(['no-such-program']), why: 'executable file not found' },
    { name: 'without a command', image: 'open', path: 'exec?stdout=true', why: 'at least 1 command' },
    {
      name: 'without any stream',
      image: 'open',
      path: 'exec?command=ls',
      why: 'at least one of stdin, stdout, stderr',
    },
  ])('$name is refused', async ({ image, path, why }) => {
    await runPod(image)
    const { status, refusal } = await talk(path)
    expect([status, (JSON.parse(refusal) as { message: string }).message]).toEqual([400, expect.stringContaining(why)])
  })

  it('is refused with read permission only, or with an unknown protocol or token', async () => {
    await runPod('open')
    const rules = [{ apiGroups: [''], resources: ['pods/exec'], verbs: ['get'] }]
    await client.create(ClusterRole, { metadata: { name: 'reader' }, rules })
    await client.create(ClusterRoleBinding, {
      metadata: { name: 'reader' },
      roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'reader' },
      subjects: [{ kind: 'User', name: 'reader', apiGroup: 'rbac.authorization.k8s.io' }],
    })
    expect((await talk(query(['ls']), { token: 'reader' })).status).toBe(403)
    expect((await talk(query(['ls']), { protocol: 'v1.other' })).status).toBe(400)
    expect((await talk(query(['ls']), { token: 'nobody' })).status).toBe(401)
  })

  it('attach streams the output of a container', async () => {
    await runPod('shut')
    const { said, socket, ended } = await talk('attach?stdout=true')
    await expect.poll(() => said.get(1) ?? '', { timeout: 15_000 }).toMatch(/\d+\n\d+\n/)
    socket!.destroy()
    await ended
  })
})

describe('port-forward to a pod', () => {
  it('works over a WebSocket', async () => {
    await runPod('shut')
    const { said, ended } = await talk(`portforward?ports=${podPort}`, { protocol: 'v4.channel.k8s.io' })
    await ended
    expect(said.get(0)).toBe(`${portMark}from the pod`)
    expect(said.get(1)).toBe(portMark)
  })

  it('reports a port without a listener', async () => {
    const pod = await runPod('shut')
    const { said, ended } = await talk('portforward?ports=9', { protocol: 'v4.channel.k8s.io' })
    await ended
    expect(said.get(1)).toContain(`nothing listens on ${loopbackOf(pod.status!.podIP!)}:9`)
  })
})

it('API server ignores an Upgrade header for an unknown protocol', async () => {
  const { authority, port, token } = server.endpoint!
  const headers = { authorization: `Bearer ${token}`, connection: 'Upgrade', upgrade: 'h2c' }
  const asked = request({ host: '127.0.0.1', port, path: '/api/v1/namespaces/default', ca: authority, headers })
  asked.end()
  const [response] = (await once(asked, 'response')) as [import('node:http').IncomingMessage]
  response.resume()
  expect(response.statusCode).toBe(200)
  await once(response, 'end')
})

it('exec sessions end when the API server stops', async () => {
  await runPod('open')
  const { said, ended } = await talk(query(['sh', '-c', 'echo $$; exec sleep 600']))
  await expect.poll(() => said, { timeout: 15_000 }).toEqual(new Map([[1, expect.stringMatching(/\d+\n/)]]))
  await server[Symbol.asyncDispose]()
  await ended
  await expect.poll(() => isAlive(Number(said.get(1))), { timeout: 15_000 }).toBe(false)
})

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, () => {
      const { port } = probe.address() as AddressInfo
      probe.close(() => resolve(port))
    })
  })
}
