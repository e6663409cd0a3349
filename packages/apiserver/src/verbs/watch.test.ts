import type { IncomingMessage } from 'node:http'
import { request } from 'node:https'
import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import { seededIds, seededRandom, VirtualClock } from '@kubewright/core/testing'
import { describe, expect, it } from 'vitest'
import type { ApiServer } from '../api-server.ts'
import type { LocalTransport } from '../http/local-transport.ts'
import { startApiServer } from '../start-api-server.ts'

interface Line {
  readonly type: string
  readonly object: {
    readonly kind: string
    readonly metadata: { readonly name?: string; readonly annotations?: object }
    readonly message?: string
  }
}

/** A server under virtual time, with one ConfigMap `a` in `default`. */
async function start() {
  const [clock, random] = [new VirtualClock(), seededRandom('watch')]
  const server = await startApiServer({ clock, random, ids: seededIds(random) })
  const transport = server.transport()
  const headers = { 'content-type': 'application/json' }
  const path = '/api/v1/namespaces/default/configmaps'
  const post = (name: string, labels = {}) =>
    transport.send({ method: 'POST', path, headers, body: JSON.stringify({ metadata: { name, labels } }) })
  const patch = (name: string, body: object) =>
    transport.send({
      method: 'PATCH',
      path: `${path}/${name}`,
      headers: { 'content-type': 'application/merge-patch+json' },
      body: JSON.stringify(body),
    })
  const created = await post('a', { l: 'x' })
  const { metadata } = JSON.parse(await created.body.text()) as { metadata: { resourceVersion: string } }
  /** All lines of a watch, once it has ended. */
  const watch = async (query: string, accept = 'application/json') => {
    const url = `${path}?watch=1&timeoutSeconds=100&${query}`
    const response = await transport.send({ method: 'GET', path: url, headers: { accept }, streams: true })
    const text = response.body.text()
    return { lines: async () => linesOf(await text) }
  }
  return { server, clock, post, patch, watch, revision: Number(metadata.resourceVersion) }
}

function linesOf(text: string): string[] {
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const { type, object } = JSON.parse(line) as Line
      const { name, annotations = {} } = object.metadata
      return `${type} ${name ?? object.message ?? JSON.stringify(annotations)}`
    })
}

function get(transport: LocalTransport, path: string) {
  return transport.send({ method: 'GET', path, headers: {}, streams: true })
}

function overHttps({ endpoint }: ApiServer, path: string): Promise<IncomingMessage> {
  const { url, authority: ca, token } = endpoint!
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${token}` }
    request(`${url}${path}`, { ca, headers, agent: false }, resolve).once('error', reject).end()
  })
}

const ended = '{"k8s.io/initial-events-end":"true"}'

describe('watch', () => {
  it('has no timers with a transport for lasting watches', async () => {
    const { server, clock, post } = await start()
    const path = '/api/v1/namespaces/default/configmaps?watch=1&allowWatchBookmarks=true&sendInitialEvents=true'
    const query = 'resourceVersionMatch=NotOlderThan&timeoutSeconds=100'
    const stop = new AbortController()
    const response = await server.transport({ lastingWatches: true }).send({
      method: 'GET',
      path: `${path}&${query}`,
      headers: { accept: 'application/json' },
      streams: true,
      signal: stop.signal,
    })
    const lines: string[] = []
    const reading = (async () => {
      for await (const chunk of response.body) lines.push(...linesOf(Buffer.from(chunk).toString('utf8')))
    })().catch(() => undefined)
    await clock.advance(0)
    expect(clock.nextInMs).toBeUndefined()
    await clock.advance('24h')
    await post('b')
    await clock.advance(0)
    expect(lines.map((line) => line.split(' ')[0])).toEqual(['ADDED', 'BOOKMARK', 'ADDED'])
    stop.abort()
    await reading
    await server[Symbol.asyncDispose]()
  })

  it('sends initial events, changes, and bookmarks before it ends', async () => {
    const { server, clock, post, watch } = await start()
    await using _ = server
    const watching = await watch('allowWatchBookmarks=true')
    await post('b')
    await clock.advance('100s')
    expect(await watching.lines()).toEqual(['ADDED a', `BOOKMARK ${ended}`, 'ADDED b', 'BOOKMARK {}', 'BOOKMARK {}'])
  })

  it('sends ADDED and DELETED when an object starts or stops matching the label selector', async () => {
    const { server, clock, patch, watch, revision } = await start()
    await using _ = server
    const watching = await watch(`resourceVersion=${revision}&labelSelector=l%3Dx`)
    await patch('a', { metadata: { labels: { l: 'y' } } })
    await patch('a', { metadata: { labels: { l: 'z' } } })
    await patch('a', { metadata: { labels: { l: 'x' } } })
    await patch('a', { data: { k: 'v' } })
    await clock.advance('100s')
    expect(await watching.lines()).toEqual(['DELETED a', 'ADDED a', 'MODIFIED a'])
  })

  it('waits for a future resourceVersion and omits earlier changes', async () => {
    const { server, clock, post, watch, revision } = await start()
    await using _ = server
    const watching = await watch(`resourceVersion=${revision + 2}`)
    for (const name of ['b', 'c', 'd']) await post(name)
    await clock.advance('100s')
    expect(await watching.lines()).toEqual(['ADDED d'])
  })

  /** More than may be buffered for one reader. */
  const ways = ['in the process', 'over HTTPS']
  it.each(ways)('sends all initial objects, even if they exceed the buffer, %s', { timeout: 30_000 }, async (way) => {
    await using server = await startApiServer({ listen: {} })
    const transport = server.transport()
    const path = '/api/v1/namespaces/default/configmaps'
    const data = { text: 'x'.repeat(900_000) }
    for (let at = 0; at < 19; at++) {
      const body = JSON.stringify({ metadata: { name: `map-${at}` }, data })
      await transport.send({ method: 'POST', path, headers: { 'content-type': 'application/json' }, body })
    }
    const url = `${path}?watch=1&allowWatchBookmarks=true&timeoutSeconds=60`
    const body = way === 'over HTTPS' ? await overHttps(server, url) : (await get(transport, url)).body
    const lines: string[] = []
    for await (const line of createInterface(Readable.from(body))) {
      lines.push(...linesOf(line))
      if (lines.at(-1)?.startsWith('BOOKMARK')) break
    }
    expect([lines.length, lines.at(-1)]).toEqual([20, `BOOKMARK ${ended}`])
  })

  it('sends an ERROR event if it cannot start', async () => {
    const { server, watch, revision } = await start()
    await using _ = server
    const ahead = `resourceVersion=${revision + 100}&sendInitialEvents=true&resourceVersionMatch=NotOlderThan`
    const [line] = await (await watch(ahead)).lines()
    expect(line).toContain(`ERROR Timeout: Too large resource version: ${revision + 100}, current: `)
  })

  it('ends at once if the client accepts only lists', async () => {
    const { server, watch } = await start()
    await using _ = server
    const lists = 'application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1'
    expect(await (await watch('', lists)).lines()).toEqual([])
  })
})
