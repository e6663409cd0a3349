/** The local cloud behind the HTTP interface of Google Memorystore, for tests with Google's client library. */
import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { LocalCloud } from './local-cloud.ts'
import type { RedisInstance } from './redis-provider.ts'

export interface MemorystoreEndpoint extends AsyncDisposable {
  readonly port: number
}

interface Answer {
  readonly status: number
  readonly body: object
}

const path = /^\/v1\/(projects\/[^/]+\/locations\/[^/]+)\/instances(?:\/([^/?]+))?$/

export async function serveMemorystore(cloud: LocalCloud): Promise<MemorystoreEndpoint> {
  const server = createServer((request, response) => {
    const answered = answerTo(cloud, request).catch((error: unknown) => refusal(409, 'ABORTED', String(error)))
    void answered.then(({ status, body }) => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as { port: number }).port,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

async function answerTo(cloud: LocalCloud, request: IncomingMessage): Promise<Answer> {
  const url = new URL(request.url!, 'http://localhost')
  const [, parent = '', found] = path.exec(url.pathname) ?? []
  const name = found ?? url.searchParams.get('instanceId') ?? ''
  const instance = await cloud.find(name)
  if (found !== undefined && instance === undefined) return refusal(404, 'NOT_FOUND', `there is no instance ${name}`)
  if (request.method === 'GET') return { status: 200, body: wire(`${parent}/instances/${name}`, instance!) }
  await change(cloud, request, name)
  return { status: 200, body: { name: `${parent}/operations/${request.method}-${name}`, done: false } }
}

async function change(cloud: LocalCloud, request: IncomingMessage, name: string): Promise<void> {
  if (request.method === 'DELETE') return cloud.delete(name)
  const wanted = (await readJson(request)) as Wanted
  if (request.method === 'PATCH') return cloud.resize(name, wanted.memorySizeGb)
  const tier = wanted.tier === 3 ? 'STANDARD_HA' : 'BASIC'
  return cloud.create(name, wanted.labels['kubewright-owner'] ?? '', { memorySizeGb: wanted.memorySizeGb, tier })
}

interface Wanted {
  readonly memorySizeGb: number
  /** The number of the tier in Google's enum. */
  readonly tier: number
  readonly labels: Readonly<Record<string, string>>
}

async function readJson(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return JSON.parse(Buffer.concat(chunks).toString())
}

function wire(name: string, { createdAt, owner, location, id: _id, ...rest }: RedisInstance): object {
  return { name, ...rest, createTime: createdAt, locationId: location, labels: { 'kubewright-owner': owner } }
}

function refusal(code: number, status: string, message: string): Answer {
  return { status: code, body: { error: { code, status, message } } }
}
