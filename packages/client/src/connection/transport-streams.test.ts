import { getEventListeners } from 'node:events'
import { Readable } from 'node:stream'
import type { ServerResponse } from 'node:http'
import { VirtualClock } from '@kubewright/core/testing'
import { describe, expect, it } from 'vitest'
import { createClient } from '../create-client.ts'
import type { RawStream } from '../surface/raw-request.ts'
import { createTransport } from './http-transport.ts'
import { failureOf } from './testing/failure.ts'
import { ask, chunksOf, get, until, watch } from './testing/sending.ts'
import { answerJson, startHttp } from './testing/test-server.ts'

/** A server whose watches stay open under control of the test. */
async function startWatchable() {
  const streams: ServerResponse[] = []
  const server = await startHttp((request, response) => {
    if (!request.url?.includes('watch')) return answerJson(response, { kind: 'PodList' })
    streams.push(response)
    response.writeHead(200, { 'content-type': 'application/json' })
    return response.flushHeaders()
  })
  return Object.assign(server, { streams })
}

const podList = '200 {"kind":"PodList"}'

describe('transport streams', () => {
  it('deliver each chunk as it arrives', async () => {
    await using server = await startWatchable()
    await using transport = createTransport({ server: server.url })
    const next = chunksOf(await transport.send(watch))
    const [stream] = server.streams

    for (const text of ['{"type":"ADDED"}\n', '{"type":', '"DELETED"}\n']) {
      stream?.write(text)
      expect(await next()).toBe(text)
    }
    stream?.end()
    expect(await next()).toBeUndefined()
  })

  it('may be idle for any time', async () => {
    await using server = await startWatchable()
    const clock = new VirtualClock()
    await using transport = createTransport({ server: server.url }, { clock })
    const next = chunksOf(await transport.send(watch))
    await clock.advance('7d')
    server.streams[0]?.write('awake')

    expect(await next()).toBe('awake')
    expect(clock.pending).toEqual([])
  })

  it('do not count against maxConnections of other requests', async () => {
    await using server = await startWatchable()
    await using transport = createTransport({ server: server.url }, { maxConnections: 1 })
    await Promise.all(Array.from({ length: 30 }, () => transport.send(watch)))

    expect(await ask(transport)).toBe(podList)
    expect(server.connections).toBe(31)
  })

  it('are rejected above maxStreams, and accepted again when one is closed', async () => {
    await using server = await startWatchable()
    await using transport = createTransport({ server: server.url }, { maxStreams: 2 })
    const [first] = await Promise.all([transport.send(watch), transport.send(watch)])
    expect(await failureOf(transport.send(watch))).toMatchObject({ code: 'KW_CLIENT_STREAM_LIMIT' })
    expect(await ask(transport)).toBe(podList)

    server.streams[0]?.end()
    for await (const _ of first.body);
    expect((await transport.send(watch)).status).toBe(200)
  })

  it('apply backpressure to the server while unread, and lose no data', async () => {
    await using server = await startWatchable()
    await using transport = createTransport({ server: server.url })
    const { body } = await transport.send(watch)
    const [stream] = server.streams
    const chunk = Buffer.alloc(64 * 1024, 'x')
    let sent = 0
    while (stream?.write(chunk) === true || sent < 200) {
      sent++
      if (stream?.writableNeedDrain) await new Promise((resolve) => setImmediate(resolve))
    }
    const waiting = stream?.writableLength ?? 0
    stream?.end()
    let received = 0
    for await (const part of body) received += part.length

    expect(waiting).toBeGreaterThan(1024 * 1024) // most of it stayed in the server
    expect(received).toBe(chunk.length * (sent + 1))
  })

  it('close their connection when the iteration ends early', async () => {
    await using server = await startWatchable()
    await using transport = createTransport({ server: server.url })
    const { body } = await transport.send(watch)
    server.streams[0]?.write('first')
    for await (const _ of body) break

    await until(() => server.sockets.size === 0)
    expect(await ask(transport)).toBe(podList)
    expect(server.connections).toBe(2)
  })

  it.each([
    { name: 'an iterator', leave: (stream: RawStream) => stream[Symbol.asyncIterator]().return?.() },
    { name: 'a stream of Node', leave: (stream: RawStream) => Readable.from(stream).destroy() },
  ])('close their connection when $name is closed before its first read', async ({ leave }) => {
    await using server = await startWatchable()
    await using client = createClient({ server: server.url })
    const stream = await client.request({ path: watch.path, streams: true })
    expect(server.sockets.size).toBe(1)
    await leave(stream)
    await until(() => server.sockets.size === 0)
  })

  it('end for reads that are pending when the iteration is left, and for later ones', async () => {
    await using server = await startWatchable()
    await using client = createClient({ server: server.url })
    const chunks = (await client.request({ path: watch.path, streams: true }))[Symbol.asyncIterator]()
    const pending = chunks.next()
    await chunks.return?.()
    expect(await pending).toEqual({ done: true, value: undefined })
    expect(await chunks.next()).toEqual({ done: true, value: undefined })
  })

  it('that are compressed close their connection when an iterator is closed before its first read', async () => {
    await using server = await startHttp((_, response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' })
      response.flushHeaders()
    })
    await using transport = createTransport({ server: server.url })
    const { body } = await transport.send(watch)
    expect(server.sockets.size).toBe(1)
    await body[Symbol.asyncIterator]().return?.()
    await until(() => server.sockets.size === 0)
  })

  it('fail with KW_CLIENT_CONNECTION_LOST after the received data when the server disappears', async () => {
    await using server = await startWatchable()
    await using transport = createTransport({ server: server.url })
    const next = chunksOf(await transport.send(watch))
    server.streams[0]?.write('first')
    expect(await next()).toBe('first')
    const after = failureOf(next())
    for (const socket of server.sockets) socket.destroy()

    expect(await after).toMatchObject({ code: 'KW_CLIENT_CONNECTION_LOST' })
  })
})

describe('aborting a request', () => {
  it('before sending sends nothing', async () => {
    await using server = await startWatchable()
    await using transport = createTransport({ server: server.url })

    await expect(transport.send({ ...get, signal: AbortSignal.abort(new Error('no')) })).rejects.toThrow('no')
    expect(server.requests).toEqual([])
  })

  it('ends only the streams of that signal', async () => {
    await using server = await startWatchable()
    await using transport = createTransport({ server: server.url })
    const controller = new AbortController()
    const one = chunksOf(await transport.send({ ...watch, signal: controller.signal }))
    const other = chunksOf(await transport.send(watch))
    const ended = one()
    controller.abort(new Error('enough'))
    await expect(ended).rejects.toThrow('enough')
    await until(() => server.sockets.size === 1)
    server.streams[1]?.write('still here')

    expect(await other()).toBe('still here')
    await expect(one()).rejects.toThrow('enough')
  })

  it('that waits for a free connection does not close the connection', async () => {
    const waiting: ServerResponse[] = []
    await using server = await startHttp((_, response) => waiting.push(response))
    await using transport = createTransport({ server: server.url }, { maxConnections: 1 })
    const controller = new AbortController()
    const first = ask(transport)
    await until(() => waiting.length === 1)
    const second = transport.send({ ...get, signal: controller.signal })
    const third = ask(transport)
    controller.abort(new Error('enough'))
    await expect(second).rejects.toThrow('enough')
    answerJson(waiting[0]!, { n: 1 })
    expect(await first).toBe('200 {"n":1}')
    await until(() => waiting.length === 2)
    answerJson(waiting[1]!, { n: 3 })

    expect(await third).toBe('200 {"n":3}')
    expect(server.connections).toBe(1)
  })

  it('that waits for the response rejects it and closes the connection', async () => {
    await using server = await startHttp(() => {})
    await using transport = createTransport({ server: server.url })
    const controller = new AbortController()
    const sent = transport.send({ ...get, signal: controller.signal })
    await until(() => server.requests.length === 1)
    controller.abort(new Error('enough'))

    await expect(sent).rejects.toThrow('enough')
    await until(() => server.sockets.size === 0)
    await transport[Symbol.asyncDispose]()
    expect(server.connections).toBe(1) // no other was opened in its place
  })

  it('leaves no listeners on a signal shared by many requests', async () => {
    await using server = await startWatchable()
    await using transport = createTransport({ server: server.url })
    const { signal } = new AbortController()
    const streams = await Promise.all(Array.from({ length: 50 }, () => transport.send({ ...watch, signal })))
    expect(getEventListeners(signal, 'abort')).toHaveLength(1)
    for (let round = 0; round < 20; round++) await ask(transport, { signal })
    for (const stream of server.streams) stream.end()
    for (const { body } of streams) await body.text()

    expect(getEventListeners(signal, 'abort')).toHaveLength(0)
  })
})

describe('disposing a transport', () => {
  it('fails open streams, running, queued and later requests with KW_CLIENT_CLOSED', async () => {
    await using server = await startHttp((request, response) => {
      if (request.url?.includes('watch')) response.write('first')
    })
    const transport = createTransport({ server: server.url }, { maxConnections: 1 })
    const next = chunksOf(await transport.send(watch))
    await next()
    const pending = [next(), ask(transport), ask(transport)].map(failureOf)
    await until(() => server.requests.length === 2)
    await transport[Symbol.asyncDispose]()
    await transport[Symbol.asyncDispose]()
    const codes = (await Promise.all([...pending, failureOf(ask(transport))])).map(({ code }) => code)

    expect(codes).toEqual(Array(4).fill('KW_CLIENT_CLOSED'))
    await until(() => server.sockets.size === 0)
  })

  it('does not wait for a connection attempt', async () => {
    const { startTcp } = await import('./testing/test-server.ts')
    await using silent = await startTcp(() => {})
    const transport = createTransport({ server: `https://127.0.0.1:${silent.port}` })
    const sent = failureOf(ask(transport))
    await until(() => silent.connections === 1)
    await transport[Symbol.asyncDispose]()

    expect(await sent).toMatchObject({ code: 'KW_CLIENT_CLOSED' })
  })

  it('kills a running exec plugin', async () => {
    const exec = {
      apiVersion: 'client.authentication.k8s.io/v1',
      command: process.execPath,
      args: ['-e', 'setInterval(() => {}, 1000)'],
      interactiveMode: 'Never',
    } as const
    const transport = createTransport({ server: 'https://127.0.0.1:1', exec })
    const sent = failureOf(ask(transport))
    await new Promise((resolve) => setImmediate(resolve))
    await transport[Symbol.asyncDispose]()

    expect(await sent).toMatchObject({ code: 'KW_CLIENT_CLOSED' })
  })

  it('succeeds if nothing was ever sent', async () => {
    const transport = createTransport({ server: 'https://127.0.0.1:1' })

    await expect(transport[Symbol.asyncDispose]()).resolves.toBeUndefined()
  })
})
