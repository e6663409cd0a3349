import { Agent, request } from 'node:https'
import { connect as connectTcp } from 'node:net'
import { connect, type TLSSocket } from 'node:tls'
import { nextTurn } from '@kubewright/core/time'
import { createAuthority } from '@kubewright/core/certificates'
import { describe, expect, it } from 'vitest'
import { defineAdmission } from '../admission/define-admission.ts'
import { reviewOf, Website } from '../testing/website.ts'
import { startHttpsServer } from './https-server.ts'
import type { ServerLimits } from './server-limits.ts'
import { createWebhookHandler, type WebhookHandler } from './webhook-handler.ts'

const authority = createAuthority({ name: 'webhooks' })
const certificate = authority.issue({ name: 'first', hosts: ['127.0.0.1'] })
const websites = createWebhookHandler([defineAdmission({ for: Website, validate: { create: () => [] } })])
const path = '/validate/website.web.example.dev'
const good = JSON.stringify(reviewOf())

const start = (limits: Partial<ServerLimits> = {}, handler: WebhookHandler = websites) =>
  startHttpsServer(handler, { port: 0, host: '127.0.0.1', certificate, limits })

interface Sent {
  readonly path?: string
  readonly method?: string
  readonly headers?: Record<string, string>
  readonly body?: string | readonly string[]
  readonly agent?: Agent
}

/** The status and text of a response. */
function send(
  port: number,
  sent: Sent = {},
): Promise<{ status: number; text: string; connection: string | undefined }> {
  const { method = 'POST', headers = { 'content-type': 'application/json' }, body = good } = sent
  return new Promise((resolve, reject) => {
    const asking = request(
      {
        host: '127.0.0.1',
        port,
        path: sent.path ?? path,
        method,
        headers,
        agent: sent.agent ?? false,
        ca: authority.certificate,
      },
      (response) => {
        let text = ''
        response.setEncoding('utf8')
        response.on('data', (chunk: string) => (text += chunk))
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, text, connection: response.headers.connection }),
        )
      },
    )
    asking.on('error', reject)
    if (typeof body !== 'string') for (const chunk of body) asking.write(chunk)
    asking.end(typeof body === 'string' ? body : undefined)
  })
}

/** A raw connection that sends this text. Resolves to the bytes received until it was closed. */
function speak(port: number, text: string): { readonly socket: TLSSocket; readonly heard: Promise<string> } {
  const socket = connect({ host: '127.0.0.1', port, ca: authority.certificate })
  let heard = ''
  socket.on('data', (chunk) => (heard += String(chunk)))
  socket.on('error', () => undefined)
  socket.write(text)
  return { socket, heard: new Promise((resolve) => socket.on('close', () => resolve(heard))) }
}

const head = (more = '') => `POST ${path} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n${more}`

describe('startHttpsServer', () => {
  it('answers reviews', async () => {
    await using server = await start()
    const { status, text } = await send(server.port, { headers: { 'content-type': 'application/json; charset=utf-8' } })
    expect([status, JSON.parse(text)]).toMatchObject([200, { response: { uid: 'review-1', allowed: true } }])
  })

  it('answers /healthz', async () => {
    await using server = await start()
    expect(await send(server.port, { path: '/healthz', method: 'GET', body: '' })).toMatchObject({ status: 200 })
  })

  it.each<{ name: string; sent: Sent; status: number }>([
    { name: 'an unknown path', sent: { path: '/nothing' }, status: 404 },
    { name: 'an invalid path', sent: { path: '/%00?x' }, status: 404 },
    { name: 'a path with a query', sent: { path: `${path}?timeout=10s` }, status: 200 },
    { name: 'another method', sent: { method: 'GET', body: '' }, status: 405 },
    { name: 'a form', sent: { headers: { 'content-type': 'application/x-www-form-urlencoded' } }, status: 415 },
    { name: 'a missing content type', sent: { headers: {} }, status: 415 },
    { name: 'invalid JSON', sent: { body: '{nope' }, status: 400 },
    { name: 'an empty body', sent: { body: '' }, status: 400 },
    { name: 'JSON that is no review', sent: { body: '[[[[]]]]' }, status: 400 },
    { name: 'deeply nested JSON', sent: { body: '['.repeat(1_000_000) }, status: 400 },
    { name: 'JSON with __proto__', sent: { body: '{"__proto__":{"request":{}}}' }, status: 400 },
  ])('answers $name with $status, and keeps serving', async ({ sent, status }) => {
    await using server = await start()
    expect((await send(server.port, sent)).status).toBe(status)
    expect((await send(server.port)).status).toBe(200)
  })

  it('refuses a declared content length above the limit without reading the body', async () => {
    await using server = await start({ reviewBytes: 1_000 })
    const { socket, heard } = speak(server.port, head('content-length: 99999999999\r\n\r\n'))
    expect(await heard).toMatch(/^HTTP\/1\.1 413 [\s\S]*connection: close/i)
    socket.destroy()
  })

  it('stops reading a chunked body at the limit', async () => {
    await using server = await start({ reviewBytes: 1_000 })
    const answer = await send(server.port, { body: ['x'.repeat(600), 'x'.repeat(600)] })
    expect(answer).toMatchObject({ status: 413, connection: 'close' })
    expect((await send(server.port)).status).toBe(200)
  })

  it('limits the memory of all request bodies together', async () => {
    await using server = await start({ totalBytes: good.length + 1_000 })
    const { socket } = speak(server.port, `${head('transfer-encoding: chunked\r\n\r\n')}7d0\r\n${'x'.repeat(1_500)}`)
    await until(async () => (await send(server.port)).status === 429)
    socket.destroy()
    await until(async () => (await send(server.port)).status !== 429)
    expect((await send(server.port)).status).toBe(200)
  })

  it('limits the number of concurrent requests', async () => {
    let answerAll = () => {}
    const gate = new Promise<void>((resolve) => (answerAll = resolve))
    let waiting = 0
    const slow: WebhookHandler = {
      paths: [path],
      handle: async () => {
        waiting++
        await gate
        return { status: 200, body: '{}' }
      },
    }
    await using server = await start({ requests: 2 }, slow)
    const first = [send(server.port), send(server.port)]
    await until(async () => waiting === 2)
    expect((await send(server.port)).status).toBe(429)
    answerAll()
    expect((await Promise.all(first)).map(({ status }) => status)).toEqual([200, 200])
  })

  it('limits the number of connections per address', async () => {
    await using server = await start({ connectionsPerPeer: 2 })
    const taken = [speak(server.port, head()), speak(server.port, head())]
    await until(async () => !(await isServed(server.port)))
    for (const { socket } of taken) socket.destroy()
    await until(() => isServed(server.port))
    expect((await send(server.port)).status).toBe(200)
  })

  it('serves others while idle and half-sent connections are open', async () => {
    await using server = await start({ requests: 10 })
    const silent = [
      ...Array.from({ length: 50 }, () => connectTcp(server.port, '127.0.0.1')),
      ...Array.from({ length: 50 }, () => speak(server.port, head()).socket),
      ...Array.from({ length: 50 }, () => speak(server.port, `${head('content-length: 1000\r\n\r\n')}{`).socket),
    ]
    expect((await send(server.port)).status).toBe(200)
    expect((await send(server.port, { path: '/readyz', method: 'GET', body: '' })).status).toBe(200)
    for (const socket of silent) socket.destroy()
  })

  it('closes connections that exceed the handshake, head or request timeout', async () => {
    await using server = await start({ headTimeout: '100ms', requestTimeout: '150ms' })
    const heads = speak(server.port, head())
    const bodies = speak(server.port, `${head('content-length: 1000\r\n\r\n')}{`)
    const handshakes = new Promise((resolve) => {
      const socket = connectTcp(server.port, '127.0.0.1')
      socket.on('error', () => undefined)
      socket.on('close', resolve)
    })
    expect(await heads.heard).toMatch(/^HTTP\/1\.1 408 /)
    expect(await bodies.heard).toMatch(/^HTTP\/1\.1 4/)
    await handshakes
    expect((await send(server.port)).status).toBe(200)
  })

  it.each([
    ['plain HTTP on the TLS port', 'GET / HTTP/1.1\r\n\r\n'],
    ['random bytes on the TLS port', '\x16\x03\x01\xff\xff'.repeat(50)],
  ])('survives %s', async (_, text) => {
    await using server = await start()
    const socket = connectTcp(server.port, '127.0.0.1')
    socket.on('error', () => undefined).resume()
    const closed = new Promise((resolve) => socket.on('close', resolve))
    socket.end(text)
    await closed
    expect((await send(server.port)).status).toBe(200)
  })

  it.each([
    ['text that is not HTTP', 'hello\r\n\r\n', /^HTTP\/1\.1 400 /],
    ['an oversized head', head(`x: ${'a'.repeat(40_000)}\r\n\r\n`), /^HTTP\/1\.1 431 /],
    ['two content lengths', head('content-length: 1\r\ncontent-length: 2\r\n\r\n{}'), /^HTTP\/1\.1 400 /],
    [
      'a content length together with chunks',
      head('content-length: 5\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n'),
      /^HTTP\/1\.1 400 /,
    ],
    ['chunks with an invalid size', head('transfer-encoding: chunked\r\n\r\nzz\r\n'), /^HTTP\/1\.1 400 /],
  ])('refuses %s', async (_, text, answer) => {
    await using server = await start()
    expect(await speak(server.port, text).heard).toMatch(answer)
    expect((await send(server.port)).status).toBe(200)
  })

  it('drops a request whose handler throws, reports the error, and keeps serving', async () => {
    const reported: unknown[] = []
    let isBroken = true
    const faulty: WebhookHandler = {
      paths: [path],
      handle: async (asked) => {
        if (isBroken) throw new Error('a bug')
        return websites.handle(asked)
      },
    }
    const report = (error: unknown) => reported.push(error)
    await using server = await startHttpsServer(faulty, { port: 0, host: '127.0.0.1', certificate, report })
    await expect(send(server.port)).rejects.toMatchObject({ code: 'ECONNRESET' })
    expect(reported).toEqual([new Error('a bug')])
    isBroken = false
    expect((await send(server.port)).status).toBe(200)
  })

  it('aborts the signal of a request when its client disconnects', async () => {
    const signals: AbortSignal[] = []
    const slow: WebhookHandler = {
      paths: [path],
      handle: ({ signal }) => {
        signals.push(signal!)
        return new Promise((resolve) => signal!.addEventListener('abort', () => resolve({ status: 200, body: '{}' })))
      },
    }
    await using server = await start({}, slow)
    const { socket } = speak(server.port, head('content-length: 2\r\n\r\n{}'))
    await until(async () => signals.length === 1)
    socket.destroy()
    await until(async () => signals[0]!.aborted)
    expect(signals[0]!.reason).toEqual(new Error('the caller has gone'))
  })

  it('refuses TLS versions below 1.2', async () => {
    await using server = await start()
    const socket = connect({
      host: '127.0.0.1',
      port: server.port,
      ca: authority.certificate,
      minVersion: 'TLSv1',
      maxVersion: 'TLSv1.1',
    })
    const failed = await new Promise((resolve) =>
      socket.on('error', resolve).on('secureConnect', () => resolve(undefined)),
    )
    socket.destroy()
    expect(failed).toBeInstanceOf(Error)
  })

  it('serves a renewed certificate without a restart, and keeps open connections', async () => {
    await using server = await start()
    const agent = new Agent({ keepAlive: true })
    const shown = () =>
      new Promise<string>((resolve, reject) => {
        const socket = connect({ host: '127.0.0.1', port: server.port, ca: authority.certificate }, () => {
          resolve(String(socket.getPeerCertificate().subject.CN))
          socket.destroy()
        })
        socket.on('error', reject)
      })
    expect((await send(server.port, { agent })).status).toBe(200)
    expect(await shown()).toBe('first')
    server.replaceCertificate(authority.issue({ name: 'second', hosts: ['127.0.0.1'] }))
    expect(await shown()).toBe('second')
    expect((await send(server.port, { agent })).status).toBe(200)
    agent.destroy()
  })

  it('finishes requests in flight before it stops, and closes idle connections', async () => {
    let answer = () => {}
    let isAsked = false
    const slow: WebhookHandler = {
      paths: [path],
      handle: () => {
        isAsked = true
        return new Promise((resolve) => (answer = () => resolve({ status: 200, body: '{}' })))
      },
    }
    const server = await start({}, slow)
    const idle = speak(server.port, '')
    const asked = send(server.port)
    await until(async () => isAsked)
    const stopped = server[Symbol.asyncDispose]()
    answer()
    expect(await asked).toMatchObject({ status: 200, connection: 'close' })
    await Promise.all([stopped, idle.heard])
  })

  it('stops waiting for requests in flight at stopTimeout', async () => {
    let isAsked = false
    const stuck: WebhookHandler = {
      paths: [path],
      handle: ({ signal }) => {
        isAsked = true
        return new Promise((resolve) => signal!.addEventListener('abort', () => resolve({ status: 200, body: '{}' })))
      },
    }
    const server = await start({ stopTimeout: '50ms' }, stuck)
    const asked = send(server.port).catch((error: NodeJS.ErrnoException) => error.code)
    await until(async () => isAsked)
    await server[Symbol.asyncDispose]()
    expect(await asked).toBe('ECONNRESET')
  })

  it('fails with one clear line if the port is in use', async () => {
    await using first = await start()
    await expect(
      startHttpsServer(websites, { port: first.port, host: '127.0.0.1', certificate }),
    ).rejects.toMatchObject({
      code: 'KW_WEBHOOK_PORT',
      message: `Cannot serve webhooks on 127.0.0.1, port ${first.port}: the port is in use. Choose another port, or 0 for any that is free.`,
    })
  })
})

function isServed(port: number): Promise<boolean> {
  return send(port).then(
    ({ status }) => status === 200,
    () => false,
  )
}

/** Yields to the event loop until the condition holds. */
async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await nextTurn()
}
