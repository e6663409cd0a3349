import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { request as sendRequest } from 'node:https'
import { connect as connectTcp } from 'node:net'
import { connect, type TLSSocket } from 'node:tls'
import { gunzipSync } from 'node:zlib'
import { nextTurn } from '@kubewright/core/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createServerCertificates } from '../certificates/server-certificates.ts'
import type { ServerRequest, ServerResponse, StreamSink } from '../request/exchange.ts'
import { StatusError } from '../status/status.ts'
import { type Listener, listen } from './https-listener.ts'

const certificates = createServerCertificates()
const tls = {
  cert: certificates.serving.certificate,
  key: certificates.serving.key,
  ca: certificates.authority.certificate,
}
const ca = certificates.authority.certificate

const answers: Record<string, (request: ServerRequest) => Promise<ServerResponse> | ServerResponse> = {
  '/small': () => text('small'),
  '/big': () => text('x'.repeat(200_000)),
  '/echo': async (request) => text(String((await request.body()).length)),
  '/slow': () => new Promise((resolve) => (finishSlow = () => resolve(text('finished')))),
  '/stream': () => ({ status: 200, headers: {}, body: { open: openStream } }),
  '/broken': () => Promise.reject(new Error('no answer')),
}
const text = (body: string): ServerResponse => ({ status: 200, headers: { 'content-type': 'text/plain' }, body })

let finishSlow: () => void
let streams: { sink: StreamSink; isDisposed: boolean }[] = []
function openStream(sink: StreamSink): Disposable {
  const stream = { sink, isDisposed: false }
  streams.push(stream)
  sink.write(Buffer.from('first\n'))
  return { [Symbol.dispose]: () => (stream.isDisposed = true) }
}

async function handle(request: ServerRequest): Promise<ServerResponse> {
  try {
    return await answers[request.path]!(request)
  } catch (error) {
    if (error instanceof StatusError) return { status: error.status.code, headers: {}, body: error.message }
    throw error
  }
}

const start = () => listen({ host: '127.0.0.1', port: 0, tls }, handle)

interface Asked {
  readonly method?: string
  readonly headers?: Record<string, string>
  readonly body?: Buffer
}

function open(
  { port }: Listener,
  path: string,
  { method = 'GET', headers = {}, body }: Asked = {},
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const sent = sendRequest({ host: '127.0.0.1', port, path, method, headers, ca, agent: false }, resolve)
    sent.once('error', reject).end(body)
  })
}

async function textOf(response: IncomingMessage): Promise<string> {
  let text = ''
  for await (const chunk of response) text += String(chunk)
  return text
}

async function ask(listener: Listener, path: string, asked: Asked = {}) {
  const response = await open(listener, path, asked)
  const chunks: Buffer[] = []
  for await (const chunk of response) chunks.push(chunk as Buffer)
  return { status: response.statusCode, headers: response.headers, bytes: Buffer.concat(chunks) }
}

/** Sends bytes on a new connection and returns everything received until it closes. */
async function say(listener: Listener, bytes: string | Buffer): Promise<string> {
  const socket = await dial(listener)
  socket.write(bytes)
  let heard = ''
  socket.on('error', () => undefined)
  for await (const chunk of socket) heard += String(chunk)
  return heard
}

function dial({ port }: Listener): Promise<TLSSocket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: '127.0.0.1', port, ca }, () => resolve(socket))
    socket.once('error', reject)
  })
}

/** Waits until the condition holds. */
const until = async (isTrue: () => boolean) => {
  while (!isTrue()) await nextTurn()
}

describe('the HTTPS listener', () => {
  let listener: Listener
  beforeAll(async () => {
    listener = await start()
  })
  afterAll(() => listener[Symbol.asyncDispose]())

  it('compresses large responses if the client accepts gzip', async () => {
    const headers = { 'accept-encoding': 'br;q=1.0, gzip;q=0.8' }
    const big = await ask(listener, '/big', { headers })
    expect([big.headers['content-encoding'], big.headers.vary]).toEqual(['gzip', 'Accept-Encoding'])
    expect(gunzipSync(big.bytes).toString()).toBe('x'.repeat(200_000))
    expect((await ask(listener, '/big')).headers['content-encoding']).toBeUndefined()
    expect((await ask(listener, '/small', { headers })).headers['content-encoding']).toBeUndefined()
  })

  it('refuses a body above 3 MiB, with and without Content-Length, and stops reading it', async () => {
    const body = randomBytes(3 * 1024 * 1024 + 1)
    const said = await say(listener, `POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: ${body.length}\r\n\r\n`)
    expect(said).toMatch(/^HTTP\/1.1 413 .*connection: close.*Request entity too large: limit is 3145728$/is)
    const unsaid = await say(
      listener,
      Buffer.concat([
        Buffer.from(
          `POST /echo HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n${body.length.toString(16)}\r\n`,
        ),
        body,
      ]),
    )
    expect(unsaid).toMatch(/^HTTP\/1.1 413 /)
    expect((await ask(listener, '/echo', { method: 'POST', body: body.subarray(1) })).bytes.toString()).toBe('3145728')
  })

  it('refuses too large headers with 431', async () => {
    expect(await say(listener, `GET /small HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(300_000)}\r\n\r\n`)).toMatch(
      /^HTTP\/1.1 431 /,
    )
    expect(await say(listener, `GET /small?${'x'.repeat(300_000)} HTTP/1.1\r\nHost: a\r\n\r\n`)).toMatch(
      /^HTTP\/1.1 431 /,
    )
  })

  it('answers 400 to a request that is not HTTP', async () => {
    expect(await say(listener, 'SSH-2.0-OpenSSH_9\r\n\r\n')).toMatch(/^HTTP\/1.1 400 /)
  })

  it('answers pipelined requests in order', async () => {
    const [first, second] = ['/big', '/small'].map((path) => `GET ${path} HTTP/1.1\r\nHost: a\r\n`)
    const heard = await say(listener, `${first}\r\n${second}Connection: close\r\n\r\n`)
    expect(heard.indexOf('xxx')).toBeLessThan(heard.indexOf('small'))
    expect(heard).toMatch(/small$/)
  })

  it('closes the connection when the handler fails, and serves the next client', async () => {
    await expect(ask(listener, '/broken')).rejects.toThrow('socket hang up')
    expect((await ask(listener, '/small')).status).toBe(200)
  })

  it('serves the next client after one disconnected during its request', async () => {
    const socket = await dial(listener)
    socket.write('POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 1000\r\n\r\nhalf')
    socket.destroy()
    expect((await ask(listener, '/small')).status).toBe(200)
  })

  it('disposes a stream whose reader disconnects', async () => {
    streams = []
    const response = await open(listener, '/stream')
    response.once('error', () => undefined).destroy()
    await until(() => streams[0]?.isDisposed === true)
    expect(streams).toHaveLength(1)
  })

  it('disposes pipelined streams when their client disconnects during the first response', async () => {
    const listener = await start()
    const socket = await dial(listener)
    socket.on('error', () => undefined)
    streams = []
    socket.write('GET /stream HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(2))
    await until(() => streams.length === 2)
    socket.destroy()
    await until(() => streams.every(({ isDisposed }) => isDisposed))
    await listener[Symbol.asyncDispose]()
    expect(streams).toHaveLength(2)
  })

  it('batches the writes of one turn and delivers the same to every stream', async () => {
    streams = []
    const readers = await Promise.all([1, 2, 3].map(() => open(listener, '/stream')))
    await until(() => streams.length === 3)
    const lines = ['second\n', 'third\n'].map((text) => Buffer.from(text))
    for (const line of lines) for (const { sink } of streams) sink.write(line)
    streams[0]!.sink.write(Buffer.from('only for one\n'))
    for (const { sink } of streams) sink.end()
    const texts = await Promise.all(readers.map(textOf))
    expect(texts.sort()).toEqual([
      'first\nsecond\nthird\n',
      'first\nsecond\nthird\n',
      'first\nsecond\nthird\nonly for one\n',
    ])
  })

  it('streams without chunked encoding to HTTP/1.0 clients', async () => {
    streams = []
    const heard = say(listener, 'GET /stream HTTP/1.0\r\nHost: a\r\n\r\n')
    await until(() => streams.length === 1)
    streams[0]!.sink.write(Buffer.from('last\n'))
    streams[0]!.sink.end()
    expect(await heard).toMatch(/^HTTP\/1.1 200 OK\r\n(?!.*chunked).*\r\n\r\nfirst\nlast\n$/is)
  })

  it('signals backpressure to a stream whose reader is slow', async () => {
    streams = []
    const response = await open(listener, '/stream')
    response.pause()
    const chunk = Buffer.alloc(1024 * 1024)
    let count = 0
    while (count < 64 && streams[0]!.sink.write(chunk)) count++
    expect(count).toBeLessThan(32)
    response.once('error', () => undefined).destroy()
    await until(() => streams[0]!.isDisposed)
  })

  it('resumes a stream once its slow reader has caught up', async () => {
    streams = []
    const response = await open(listener, '/stream')
    response.pause()
    const { sink } = streams[0]!
    let told = 0
    const again = () => void told++
    // More than the operating system buffers.
    for (let count = 0; count < 15 && sink.isReady(again); count++) sink.write(Buffer.alloc(1024 * 1024))
    for (let turn = 0; turn < 20; turn++) {
      await nextTurn()
      if (sink.isReady(again)) sink.write(Buffer.alloc(1024 * 1024))
    }
    response.resume()
    await until(() => told > 0 && sink.isReady(() => undefined))
    sink.end()
    await until(() => response.readableEnded)
    expect(told).toBeGreaterThan(0)
  })

  it('closes connections above maxConnections and keeps the others', async () => {
    await using crowded = await listen({ host: '127.0.0.1', port: 0, tls, maxConnections: 1 }, handle)
    const first = await dial(crowded)
    first.on('error', () => undefined)
    await expect(dial(crowded)).rejects.toThrow(/disconnected|ECONNRESET|hang up/)
    first.destroy()
    await once(first, 'close')
  })

  it('reports a port that is in use or an address that is not local', async () => {
    await expect(listen({ host: '127.0.0.1', port: listener.port, tls }, handle)).rejects.toMatchObject({
      code: 'KW_LISTEN_TAKEN',
      message: `Cannot listen on 127.0.0.1:${listener.port}: the port is in use (EADDRINUSE). Choose another port, or 0 for any that is free.`,
    })
    await expect(listen({ host: '192.0.2.1', port: 0, tls }, handle)).rejects.toMatchObject({
      code: 'KW_LISTEN_REFUSED',
    })
  })
})

describe('closing the HTTPS listener', () => {
  it('ends streams, finishes running requests and accepts no new ones', async () => {
    streams = []
    const listener = await start()
    const stream = ask(listener, '/stream')
    await until(() => streams.length === 1)
    const slow = ask(listener, '/slow')
    await until(() => finishSlow !== undefined)
    const closed = listener[Symbol.asyncDispose]()
    expect((await stream).bytes.toString()).toBe('first\n')
    await expect(ask(listener, '/small')).rejects.toThrow('ECONNREFUSED')
    finishSlow()
    expect((await slow).bytes.toString()).toBe('finished')
    await closed
    expect(streams[0]!.isDisposed).toBe(true)
  })

  /** The server's handshake timeout is ten seconds: waiting for it would exceed this limit. */
  const limit = { timeout: 5_000 }

  it('does not wait for a client that never starts its TLS handshake', limit, async () => {
    const listener = await start()
    const silent = connectTcp(listener.port, '127.0.0.1')
    await once(silent, 'connect')
    const gone = once(silent, 'close')
    await ask(listener, '/small') // by now the server has accepted the first, too
    await listener[Symbol.asyncDispose]()
    expect(await gone).toEqual([false])
  })

  it('does not wait for a client that finishes its TLS handshake late', limit, async () => {
    const listener = await start()
    const late = connectTcp(listener.port, '127.0.0.1')
    await once(late, 'connect')
    await ask(listener, '/small')
    const closed = listener[Symbol.asyncDispose]()
    const secure = connect({ socket: late, ca, host: '127.0.0.1' })
    secure.on('error', () => undefined)
    const gone = new Promise<void>((resolve) => secure.once('close', () => resolve()))
    await closed
    await gone
    expect(secure.destroyed).toBe(true)
  })

  it('does not wait longer than graceMs for a running request', async () => {
    let isAsked = false
    const listener = await listen({ host: '127.0.0.1', port: 0, tls, graceMs: 20 }, () => {
      isAsked = true
      return new Promise(() => undefined)
    })
    const lost = ask(listener, '/small').catch((error: Error) => error.message)
    await until(() => isAsked)
    await listener[Symbol.asyncDispose]()
    expect(await lost).toBe('socket hang up')
  })
})
