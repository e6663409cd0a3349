/** The REST provider against an HTTP server on the loopback interface, with faulty responses. */
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { changesBetween, defineExternalController, requestAnnotation, states } from '@kubewright/external'
import { fillUrl, type RestContext, restOperations } from '@kubewright/external/rest'
import { conditionIs, deleted } from '@kubewright/client'
import { defineResource } from '@kubewright/resource'
import { type Cluster, startCluster } from '@kubewright/testing'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'

const Instance = defineResource({
  group: 'vm.example.dev',
  version: 'v1',
  kind: 'Instance',
  scope: 'Namespaced',
  spec: z.object({ cores: z.int().default(1) }),
  status: z.object({ state: z.enum(states).optional(), message: z.string().optional() }),
  conditions: ['Ready', 'Synced'],
})
const web = { name: 'web', namespace: 'default' }
const patient = { timeout: '20s' } as const

interface Stored {
  readonly cores: number
  readonly status: string
}

type Answer = (request: IncomingMessage, response: ServerResponse) => boolean

/** PUT, GET, PATCH and DELETE of instances; changes are operations that end with the second read. */
class VmApi implements AsyncDisposable {
  readonly instances = new Map<string, Stored>()
  readonly requests: string[] = []
  readonly #operations = new Map<string, { left: number; end: () => string | undefined }>()
  readonly #server: Server
  /** Answers instead, if it returns true. */
  instead: Answer = () => false
  #lastOperation = 0

  constructor(server: Server) {
    this.#server = server
    server.on('request', (request, response) => void this.#serve(request, response))
  }

  static async start(): Promise<VmApi> {
    const server = createServer().listen(0, '127.0.0.1')
    await once(server, 'listening')
    return new VmApi(server)
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/v1`
  }

  begin(end: () => string | undefined): string {
    const url = `/operations/${++this.#lastOperation}`
    this.#operations.set(url, { left: 2, end })
    return url
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = request.url!.replace(/^\/v1/, '')
    this.requests.push(`${request.method} ${path.replace(/[0-9a-f-]{36}/, 'ID')}`)
    if (this.instead(request, response)) return
    const send = (status: number, body?: unknown, headers = {}) =>
      response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body && JSON.stringify(body))
    const operation = this.#operations.get(path)
    if (operation !== undefined) {
      if (--operation.left > 0) return void send(200, { done: false })
      const error = operation.end()
      this.#operations.delete(path)
      return void send(200, { done: true, error })
    }
    const id = path.split('/').at(-1)!
    const stored = this.instances.get(id)
    if (request.method !== 'PUT' && stored === undefined) return void send(404, { message: 'no such instance' })
    if (request.method === 'GET') return void send(200, stored)
    if (request.method === 'DELETE') {
      this.instances.delete(id)
      return void send(204)
    }
    const { cores } = JSON.parse(await textOf(request)) as { cores: number }
    this.instances.set(id, { cores: stored?.cores ?? 0, status: 'busy' })
    const location = this.begin(() => {
      if (cores > 64) return 'no machine is that large'
      this.instances.set(id, { cores, status: 'running' })
      return undefined
    })
    send(202, undefined, { location })
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections()
    this.#server.close()
    await once(this.#server, 'close')
  }
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const chunk of request) text += String(chunk)
  return text
}

/** Headers with generation and fencing token, which is missing without sharding. */
const told = (generation: number | undefined, { fencingToken, reconcileId }: RestContext) => ({
  'x-change': `${generation} ${fencingToken ?? 'alone'} ${/^[\w-]+$/.test(reconcileId)}`,
})

function instances(api: VmApi, timeout: '2s' | '300ms' = '2s') {
  const body = ({ spec }: { readonly spec: { readonly cores: number } }) => ({ cores: spec.cores })
  return defineExternalController({
    name: 'instances',
    for: Instance,
    finalizer: 'vm.example.dev/instance',
    poll: '10m',
    recheck: '20ms',
    visibleWithin: 0,
    timeout,
    ...restOperations(
      Instance,
      { baseUrl: api.url, maxBodyBytes: 10_000, headers: () => ({ authorization: 'Bearer secret' }) },
      {
        values: ({ metadata }) => ({ id: metadata.uid }),
        read: { url: '/instances/{id}' },
        create: { method: 'PUT', url: '/instances/{id}', body },
        update: { url: '/instances/{id}', body, headers: ({ metadata }, ctx) => told(metadata.generation, ctx) },
        delete: { url: '/instances/{id}' },
        actual: (answer) => z.object({ cores: z.number(), status: z.string() }).parse(answer),
        operation: {
          read(answer) {
            const { done, error } = answer as { done: boolean; error?: string }
            return error === undefined ? (done ? 'done' : 'under way') : { error }
          },
        },
      },
    ),
    phase: ({ status }) => (status === 'running' ? 'Ready' : 'InProgress'),
    diff: ({ spec }, actual) => changesBetween(spec, actual, ['cores']),
  })
}

async function started(timeout?: '300ms') {
  const api = await VmApi.start()
  const cluster = await startCluster({ resources: [Instance], time: 'real' })
  await cluster.run(instances(api, timeout))
  const close = async () => {
    await cluster[Symbol.asyncDispose]()
    await api[Symbol.asyncDispose]()
  }
  return { api, cluster, [Symbol.asyncDispose]: close }
}

const failing = (cluster: Cluster, text: string) =>
  cluster.client.waitFor(Instance, web, ({ status }) => status?.message?.includes(text) ?? false, patient)

describe('external controller with a REST API', () => {
  it('creates, updates and deletes, and follows long-running operations to their end', async () => {
    await using test = await started()
    const { api, cluster } = test
    await cluster.client.create(Instance, { metadata: web, spec: { cores: 2 } })
    await cluster.client.waitFor(Instance, web, conditionIs('Ready', 'True'), patient)
    expect([...api.instances.values()]).toEqual([{ cores: 2, status: 'running' }])
    const changes: unknown[] = []
    api.instead = ({ method, headers }) => {
      if (method === 'PATCH') changes.push(headers['x-change'])
      return false
    }
    await cluster.client.patch(Instance, web, { spec: { cores: 4 } })
    const isDone = () => [...api.instances.values()].every(({ cores, status }) => cores === 4 && status === 'running')
    await cluster.client.waitFor(Instance, web, ({ status }) => isDone() && status?.state === 'Succeeded', patient)
    expect(api.requests.filter((one) => !one.startsWith('GET'))).toEqual(['PUT /instances/ID', 'PATCH /instances/ID'])
    expect(changes).toEqual(['2 alone true'])
    await cluster.client.delete(Instance, web)
    await cluster.client.waitFor(Instance, web, deleted, patient)
    expect(api.instances.size).toBe(0)
  })

  it('reports why an operation failed', async () => {
    await using test = await started()
    await test.cluster.client.create(Instance, { metadata: web, spec: { cores: 65 } })
    expect((await failing(test.cluster, 'no machine is that large')).status?.state).toBe('Failed')
  })

  it.each<{ name: string; instead: Answer; says: string }>([
    {
      name: 'a redirect to another host',
      instead: (_, response) => (response.writeHead(307, { location: 'http://127.0.0.1:1/steal' }).end(), true),
      says: 'it redirects (307), and redirects are not followed',
    },
    {
      name: 'a response above the size limit',
      instead: (_, response) => (response.writeHead(200).end('x'.repeat(50_000)), true),
      says: 'its answer has more than 10000 bytes',
    },
    {
      name: 'nothing',
      instead: (_, response) => (response.writeHead(200).end(), true),
      says: '200 with an empty body',
    },
    {
      name: 'a body that is not JSON',
      instead: (_, response) => (response.writeHead(200).end('<html>'), true),
      says: 'is no JSON',
    },
    {
      name: 'JSON of another shape',
      instead: (_, response) => (response.writeHead(200).end('{"cores":"many"}'), true),
      says: 'expected number',
    },
    {
      name: 'a 403, quoting only its message',
      instead: (_, response) => (
        response.writeHead(403).end('{"error":{"message":"go away"},"token":"t0ps3cret"}'), true
      ),
      says: 'read: the API answered 403: go away',
    },
    {
      name: 'a broken connection',
      instead: (request) => (request.socket.destroy(), true),
      says: 'fetch failed',
    },
  ])('reports a failure and retries on: $name', async ({ instead, says }) => {
    await using test = await started()
    test.api.instead = instead
    await test.cluster.client.create(Instance, { metadata: web, spec: {} })
    const { status } = await failing(test.cluster, says)
    expect(JSON.stringify(status)).not.toContain('t0ps3cret')
    test.api.instead = () => false
    await test.cluster.client.waitFor(Instance, web, conditionIs('Ready', 'True'), patient)
  })

  it('keeps ownership while a proxy answers 404 to everything', async () => {
    await using test = await started()
    const { api, cluster } = test
    await cluster.client.create(Instance, { metadata: web, spec: {} })
    await cluster.client.waitFor(Instance, web, conditionIs('Ready', 'True'), patient)
    api.instead = (_, response) => (response.writeHead(404).end('<html>'), true)
    await cluster.client.patch(Instance, web, { metadata: { annotations: { [requestAnnotation]: '1' } } })
    await failing(cluster, 'create: the API answered 404')
    api.instead = () => false
    await cluster.client.waitFor(Instance, web, conditionIs('Ready', 'True'), patient)
    await cluster.client.delete(Instance, web)
    await cluster.client.waitFor(Instance, web, deleted, patient)
    expect(api.instances.size).toBe(0)
  })

  it('aborts a request that is not answered in time', async () => {
    await using test = await started('300ms')
    test.api.instead = () => true
    await test.cluster.client.create(Instance, { metadata: web, spec: {} })
    await failing(test.cluster, 'within 300ms')
    test.api.instead = () => false
    const { status } = await test.cluster.client.waitFor(Instance, web, conditionIs('Ready', 'True'), patient)
    expect(status?.state).toBe('Succeeded')
  })

  it('waits as long as retry-after says', async () => {
    await using test = await started()
    let times = 0
    test.api.instead = (_, response) => {
      if (times++ > 0) return false
      response.writeHead(429, { 'retry-after': '1' }).end()
      return true
    }
    await test.cluster.client.create(Instance, { metadata: web, spec: {} })
    await failing(test.cluster, '429')
    expect(times).toBe(1)
    await test.cluster.client.waitFor(Instance, web, conditionIs('Ready', 'True'), patient)
  })
})

describe('external controller with a REST API that assigns names when an operation ends', () => {
  /** `POST` starts a job, whose result names the pot. */
  class Kiln {
    readonly pots = new Map<string, { readonly litres: number }>()
    readonly requests: string[] = []
    #left = 0

    readonly fetch: typeof fetch = async (input, { method = 'GET' } = {}) => {
      const path = new URL(input as URL).pathname
      this.requests.push(`${method} ${path}`)
      if (method === 'POST') {
        this.#left = 3
        return Response.json({ job: '/jobs/1' }, { status: 202 })
      }
      if (path === '/jobs/1') {
        if (--this.#left > 0) return Response.json({ state: 'running' })
        this.pots.set('pot-1', { litres: 1 })
        return Response.json({ state: 'ok', pot: 'pot-1' })
      }
      const pot = this.pots.get(path.slice('/pots/'.length))
      if (pot === undefined) return Response.json({ message: 'no pot' }, { status: 404 })
      if (method === 'DELETE') this.pots.clear()
      return Response.json(pot)
    }
  }

  it('reads nothing before the name is known, and by that name from then on', async () => {
    const kiln = new Kiln()
    await using cluster = await startCluster({ resources: [Instance] })
    await using _ = await cluster.run(
      defineExternalController({
        name: 'pots',
        for: Instance,
        finalizer: 'vm.example.dev/pot',
        poll: '10m',
        ...restOperations(
          Instance,
          { baseUrl: 'http://kiln', fetch: kiln.fetch },
          {
            values: (_, externalName) => ({ id: externalName }),
            read: { url: '/pots/{id}' },
            create: { url: '/pots', body: ({ spec }) => ({ litres: spec.cores }) },
            update: { url: '/pots/{id}' },
            delete: { url: '/pots/{id}' },
            externalName: (body) => (body as { readonly pot?: string }).pot,
            operation: {
              url: ({ body }) => (body as { readonly job?: string }).job,
              read: (body) => ((body as { readonly state: string }).state === 'ok' ? 'done' : 'under way'),
            },
          },
        ),
        diff: () => [],
      }),
    )
    await cluster.client.create(Instance, { metadata: web, spec: {} })
    await cluster.advance('1m')
    expect((await cluster.client.get(Instance, web)).status).toMatchObject({ state: 'Succeeded' })
    const job = 'GET /jobs/1'
    expect(kiln.requests.slice(0, 5)).toEqual(['POST /pots', job, job, job, 'GET /pots/pot-1'])
    await cluster.client.delete(Instance, web)
    await cluster.settle()
    expect(kiln.pots.size).toBe(0)
  })
})

it.each([
  ['..', 'would be another path'],
  ['', 'there is no value'],
])('REST URL template refuses the value %j, which would change the path', (id, why) => {
  expect(() => fillUrl('/instances/{id}', { id })).toThrow(why)
})
