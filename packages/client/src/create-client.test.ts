/** The client over real sockets: everything else is tested without them. */
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { randomInt, seededRandom } from '@kubewright/core/random'
import { afterEach, describe, expect, it } from 'vitest'
import type { Client, ClientOptions } from './client.ts'
import { createClient } from './create-client.ts'
import { blogRef, Website, website } from './testing/kinds.ts'

const open: AsyncDisposable[] = []

afterEach(async () => {
  for (const thing of open.splice(0).reverse()) await thing[Symbol.asyncDispose]()
})

type Listener = (request: IncomingMessage, response: ServerResponse) => unknown

async function serve(listener: Listener): Promise<{ server: Server; url: string; connections: () => number }> {
  const server = createServer((request, response) => void listener(request, response))
  let connections = 0
  server.on('connection', () => connections++)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  open.push({
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      if (!server.listening) return
      server.close()
      await once(server, 'close')
    },
  })
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, connections: () => connections }
}

function connect(url: string, options?: ClientOptions): Client {
  const client = createClient({ server: url }, options)
  open.push(client)
  return client
}

const answer =
  (body: unknown): Listener =>
  (_, response) => {
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify(body))
  }

describe('a client over a TCP socket', () => {
  it('reuses one connection for sequential calls', async () => {
    const { url, connections } = await serve(answer(website()))
    const client = connect(url)
    for (let call = 0; call < 50; call++) expect(await client.get(Website, blogRef)).toEqual(website())
    expect(connections()).toBeLessThanOrEqual(2)
  })

  it('sends UTF-8 bodies and its field manager', async () => {
    const seen: unknown[] = []
    const { url } = await serve((request, response) => {
      const chunks: Buffer[] = []
      request.on('data', (chunk: Buffer) => chunks.push(chunk))
      request.on('end', () => {
        seen.push([request.method, request.url, request.headers['content-type'], Buffer.concat(chunks).toString()])
        answer(website())(request, response)
      })
    })
    await connect(url, { fieldManager: 'me' }).patch(Website, blogRef, { spec: { image: 'é😀' } })
    expect(seen).toEqual([
      [
        'PATCH',
        '/apis/web.example.dev/v1alpha1/namespaces/default/websites/blog?fieldManager=me',
        'application/merge-patch+json',
        '{"spec":{"image":"é😀"}}',
      ],
    ])
  })

  it('lists 100,000 objects in pages', async () => {
    const item = JSON.stringify(website())
    const page = `${item},`.repeat(4_999) + item
    const { url } = await serve((request, response) => {
      const start = Number(new URL(request.url!, 'http://x').searchParams.get('continue') ?? 0)
      const next = start + 5_000 < 100_000 ? `,"continue":"${start + 5_000}"` : ''
      response.setHeader('content-type', 'application/json')
      response.end(`{"kind":"WebsiteList","metadata":{"resourceVersion":"1"${next}},"items":[${page}]}`)
    })
    let count = 0
    for await (const site of connect(url).list(Website, { limit: 5_000 }))
      count += site.metadata.name === 'blog' ? 1 : 0
    expect(count).toBe(100_000)
  })

  it.each([1, 2, 3])('decodes watch events regardless of chunk boundaries (seed %i)', async (seed) => {
    const random = seededRandom(seed)
    const objects = Array.from({ length: 200 }, (_, index) => website(`site-${index}-é`, String(index)))
    const bytes = Buffer.from(objects.map((object) => `${JSON.stringify({ type: 'ADDED', object })}\n`).join(''))
    const { url } = await serve(async (_, response) => {
      response.setHeader('content-type', 'application/json')
      for (let at = 0; at < bytes.length; ) {
        const size = 1 + randomInt(random, seed * 3_000)
        if (!response.write(bytes.subarray(at, at + size))) await once(response, 'drain')
        at += size
      }
      response.end()
    })
    const seen: Website[] = []
    for await (const event of connect(url).watch(Website)) if (event.type !== 'BOOKMARK') seen.push(event.object)
    expect(seen).toEqual(objects)
  })

  it('reports a watch that the server cuts off as a lost connection', async () => {
    const { url } = await serve((_, response) => {
      response.write(`${JSON.stringify({ type: 'ADDED', object: website() })}\n`)
      response.write('{"type":"ADDED","obj', () => response.destroy())
    })
    const events = connect(url).watch(Website)[Symbol.asyncIterator]()
    expect(await events.next()).toMatchObject({ value: { name: 'blog' } })
    await expect(events.next()).rejects.toMatchObject({ code: 'KW_CLIENT_CONNECTION_LOST', verb: 'watch' })
  })

  it('closes the watch connection when the loop is left', async () => {
    let closed: Promise<unknown> = Promise.resolve()
    const { url } = await serve((_, response) => {
      closed = once(response, 'close')
      response.write(`${JSON.stringify({ type: 'ADDED', object: website() })}\n`)
    })
    for await (const _ of connect(url).watch(Website)) break
    await expect(closed).resolves.toBeDefined()
  })

  it('applies backpressure for a slow consumer of a watch', async () => {
    const text = `${JSON.stringify({ type: 'ADDED', object: website('blog', '1', { spec: { image: 'x'.repeat(1_000), replicas: 1 } }) })}\n`
    const block = Buffer.from(text.repeat(200))
    let written = 0
    const { url } = await serve(async (_, response) => {
      const closed = once(response, 'close')
      while (!response.destroyed && written < 1_000) {
        written++
        if (!response.write(block))
          await Promise.race([new Promise((drained) => response.once('drain', drained)), closed])
      }
    })
    const events = connect(url).watch(Website)[Symbol.asyncIterator]()
    for (let event = 0; event < 10; event++) await events.next()
    // Buffers take some of it, but not two hundred megabytes.
    await new Promise((resolve) => setImmediate(resolve))
    expect(written).toBeLessThan(200)
    await events.return?.()
  })

  it('reports a server that is not listening as KW_CLIENT_UNREACHABLE', async () => {
    const { url, server } = await serve(answer({}))
    server.close()
    await once(server, 'close')
    await expect(connect(url, { retry: false }).get(Website, blogRef)).rejects.toMatchObject({
      code: 'KW_CLIENT_UNREACHABLE',
      verb: 'get',
      message: expect.stringContaining('Cannot get websites.web.example.dev default/blog: cannot'),
    })
  })

  it('revalidates discovery with ETags and accepts 304', async () => {
    const seen: (string | undefined)[] = []
    const { url } = await serve((request, response) => {
      seen.push(request.headers['if-none-match'])
      response.setHeader('etag', '"1"')
      response.setHeader('content-type', 'application/json')
      if (request.headers['if-none-match'] === '"1"') {
        response.statusCode = 304
        return response.end()
      }
      response.end('{"kind":"APIGroupDiscoveryList","items":[]}')
    })
    const client = connect(url)
    await client.discoverAll()
    expect(await client.discoverAll()).toEqual({ resources: [], stale: [], failures: [] })
    expect(seen).toEqual([undefined, undefined, '"1"', '"1"'])
  })

  it('fails running calls with KW_CLIENT_CLOSED when it is disposed', async () => {
    const { url } = await serve(() => {})
    const client = connect(url)
    const calls = [client.get(Website, blogRef), client.watch(Website)[Symbol.asyncIterator]().next()]
    for (const call of calls) call.catch(() => {})
    await new Promise((resolve) => setImmediate(resolve))
    await client[Symbol.asyncDispose]()
    for (const call of calls) await expect(call).rejects.toMatchObject({ code: 'KW_CLIENT_CLOSED' })
  })
})
