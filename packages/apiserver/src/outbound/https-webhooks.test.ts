import { createServer as createHttpServer } from 'node:http'
import { createServer as createHttpsServer, type ServerOptions } from 'node:https'
import { type AddressInfo, createServer as createTcpServer, type Server } from 'node:net'
import { createServer as createTlsServer, type TLSSocket } from 'node:tls'
import { createAuthority, selfSigned } from '@kubewright/core/certificates'
import { VirtualClock } from '@kubewright/core/testing'
import { describe, expect, it } from 'vitest'
import { createHttpsWebhooks, type HttpsWebhooksOptions } from './https-webhooks.ts'
import type { WebhookAddress, WebhookRequest } from './webhook-transport.ts'

const authority = createAuthority({ name: 'webhooks' })
const caBundle = Buffer.from(authority.certificate).toString('base64')
const issued = authority.issue({ name: 'webhook', hosts: ['127.0.0.1', 'hook.web.svc'] })
const tls: ServerOptions = { key: issued.key, cert: issued.certificate }

type Listener = Server | ReturnType<typeof createHttpServer>

/** Listens on loopback until disposed, and closes all connections then. */
async function listen(server: Listener): Promise<AsyncDisposable & { port: number }> {
  const sockets = new Set<{ destroy(): void }>()
  server.on('connection', (socket) => sockets.add(socket))
  server.on('tlsClientError', () => undefined)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

const ask = (address: WebhookAddress, more: Partial<WebhookRequest> = {}): WebhookRequest => ({
  address: { caBundle, ...address },
  query: { timeout: '10s' },
  body: '{"a":1}',
  timeoutMs: 10_000,
  ...more,
})

/** Response or error of a call to `server`, with its port written as PORT. */
async function outcomeOf(server: Listener, more: Partial<WebhookRequest> = {}, options: HttpsWebhooksOptions = {}) {
  await using listening = await listen(server)
  using webhooks = createHttpsWebhooks(options)
  const url = `https://127.0.0.1:${listening.port}/check`
  try {
    const { status, body, contentType } = await webhooks.transport(ask({ url }, more))
    return `${status} ${contentType} ${body.toString()}`
  } catch (error) {
    return (error as Error).message.replaceAll(String(listening.port), 'PORT')
  }
}

/** A TLS server that sends arbitrary bytes. */
const raw = (speak: (socket: TLSSocket) => void) =>
  createTlsServer(tls, (socket) => {
    socket.on('error', () => undefined)
    socket.once('data', () => speak(socket))
  })

const withCertificate = ({ key, certificate }: { key: string; certificate: string }) =>
  createHttpsServer({ key, cert: certificate }, (_, response) => response.end('{}'))

const prefix = 'Post "https://127.0.0.1:PORT/check?timeout=10s": '
const doubt = `${prefix}tls: failed to verify certificate: x509: `
const expired = 'certificate has expired or is not yet valid: current time 2026-01-01T00:00:00Z is '

describe('createHttpsWebhooks', () => {
  it('posts JSON and returns status, content type and body', async () => {
    const seen: unknown[] = []
    const server = createHttpsServer(tls, (request, response) => {
      const { method, url, headers } = request
      seen.push([
        method,
        url,
        headers['content-type'],
        headers.accept,
        headers['user-agent'],
        headers['content-length'],
      ])
      response.writeHead(201, { 'content-type': 'text/odd' }).end('hello')
    })
    expect(await outcomeOf(server)).toBe('201 text/odd hello')
    expect(seen).toEqual([
      ['POST', '/check?timeout=10s', 'application/json', 'application/json, */*', 'kube-apiserver-admission', '7'],
    ])
  })

  it('dials the resolved address of a service and verifies its certificate for the service name', async () => {
    await using listening = await listen(
      createHttpsServer(tls, (request, response) => response.end(`${request.headers.host}${request.url}`)),
    )
    const asked: unknown[] = []
    using webhooks = createHttpsWebhooks({
      serviceAddress: (...service) => {
        asked.push(service)
        return `127.0.0.1:${listening.port}`
      },
    })
    const { body } = await webhooks.transport(ask({ service: { namespace: 'web', name: 'hook', path: '/x' } }))
    expect(body.toString()).toBe('hook.web.svc:443/x?timeout=10s')
    expect(asked).toEqual([['web', 'hook', 443]])
  })

  it('fails for an unknown service', async () => {
    using webhooks = createHttpsWebhooks()
    await expect(webhooks.transport(ask({ service: { namespace: 'web', name: 'hook' } }))).rejects.toThrow(
      'Post "https://hook.web.svc:443/?timeout=10s": service "hook" not found',
    )
  })

  /** Messages of kube-apiserver 1.36.4. */
  it.each([
    ['plain HTTP', () => createHttpServer(), 'http: server gave HTTP response to HTTPS client'],
    ['a closed connection', () => raw((socket) => socket.destroy()), 'EOF'],
    [
      'a response that is not HTTP',
      () => raw((socket) => socket.end('nonsense\r\n\r\n')),
      'net/http: HTTP/1.x transport connection broken: malformed HTTP response "nonsense"',
    ],
  ])("fails with Go's message for %s", async (_, server, why) => {
    expect(await outcomeOf(server())).toBe(`${prefix}${why}`)
  })

  it.each([
    ['is self-signed', selfSigned({ name: 'x', hosts: ['127.0.0.1'] }), 'certificate signed by unknown authority'],
    [
      'has expired',
      authority.issue({
        name: 'x',
        hosts: ['127.0.0.1'],
        notBefore: '2020-01-01T00:00:00Z',
        notAfter: '2021-01-01T00:00:00Z',
      }),
      `${expired}after 2021-01-01T00:00:00Z`,
    ],
    [
      'is not valid yet',
      authority.issue({
        name: 'x',
        hosts: ['127.0.0.1'],
        notBefore: '2090-01-01T00:00:00Z',
        notAfter: '2091-01-01T00:00:00Z',
      }),
      `${expired}before 2090-01-01T00:00:00Z`,
    ],
    [
      'has only DNS names',
      authority.issue({ name: 'x', hosts: ['a.example'] }),
      "cannot validate certificate for 127.0.0.1 because it doesn't contain any IP SANs",
    ],
    [
      'is valid for another address',
      authority.issue({ name: 'x', hosts: ['127.0.0.2', '127.0.0.3'] }),
      'certificate is valid for 127.0.0.2, 127.0.0.3, not 127.0.0.1',
    ],
    [
      'has its name only as legacy Common Name',
      authority.issue({ name: '127.0.0.1' }),
      'certificate relies on legacy Common Name field, use SANs instead',
    ],
  ])('rejects a certificate that %s', async (_, certificate, why) => {
    const clock = new VirtualClock()
    expect(await outcomeOf(withCertificate(certificate), {}, { clock })).toBe(`${doubt}${why}`)
  })

  const intermediate = authority.issueAuthority({ name: 'intermediate' })
  const below = intermediate.issue({ name: 'x', hosts: ['127.0.0.1'] })
  const alone = selfSigned({ name: 'x', hosts: ['127.0.0.1'] })
  const bundleOf = (...certificates: string[]) => Buffer.from(certificates.join('')).toString('base64')

  it.each([
    ['the served self-signed certificate', alone, bundleOf(alone.certificate)],
    ['the served certificate, signed by a CA', issued, bundleOf(issued.certificate)],
    ['the intermediate CA that signed it', below, bundleOf(intermediate.certificate)],
    ['that intermediate CA among others', below, bundleOf(alone.certificate, intermediate.certificate)],
  ])('accepts a CA bundle that contains %s', async (_, served, bundle) => {
    const address = { caBundle: bundle }
    await using listening = await listen(withCertificate(served))
    using webhooks = createHttpsWebhooks()
    const url = `https://127.0.0.1:${listening.port}/check`
    expect((await webhooks.transport(ask({ url, ...address }))).status).toBe(200)
  })

  it.each([
    ['another certificate of the same CA', issued, authority.issue({ name: 'x', hosts: ['127.0.0.1'] })],
    ['another certificate of the same intermediate CA', intermediate.issue({ name: 'y', hosts: ['127.0.0.1'] }), below],
  ])('rejects a CA bundle that contains %s', async (_, served, { certificate }) => {
    await using listening = await listen(withCertificate(served))
    using webhooks = createHttpsWebhooks()
    const url = `https://127.0.0.1:${listening.port}/check`
    await expect(webhooks.transport(ask({ url, caBundle: bundleOf(certificate) }))).rejects.toThrow(
      'x509: certificate signed by unknown authority',
    )
  })

  it('fails after its timeout without a response', async () => {
    const clock = new VirtualClock()
    const silent = createTcpServer((socket) => {
      socket.on('error', () => undefined)
      void clock.advance('10s')
    })
    expect(await outcomeOf(silent, {}, { clock })).toBe(`${prefix}context deadline exceeded`)
  })

  it('fails after its timeout while it reads the body', async () => {
    const clock = new VirtualClock()
    const slow = createHttpsServer(tls, (_, response) => {
      // More than fits in buffers: once it is written, the client is reading.
      const much = Buffer.alloc(8 * 1024 * 1024)
      response.writeHead(200, { 'content-length': String(2 * much.length) })
      response.write(much, () => void clock.advance('10s'))
    })
    expect(await outcomeOf(slow, {}, { clock })).toBe(
      'unexpected error when reading response body. Please retry. Original error: context deadline exceeded',
    )
  })

  it('fails for a truncated response', async () => {
    const cut = raw((socket) => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n{"a"'))
    expect(await outcomeOf(cut)).toBe(
      'unexpected error when reading response body. Please retry. Original error: unexpected EOF',
    )
  })

  it('fails for a response above maxAnswerBytes', async () => {
    const huge = createHttpsServer(tls, (_, response) => response.end('x'.repeat(2_000)))
    expect(await outcomeOf(huge, {}, { maxAnswerBytes: 1_000 })).toContain('the answer is larger than 1000 bytes')
  })

  it('fails when its signal is aborted', async () => {
    const controller = new AbortController()
    const server = createHttpsServer(tls, () => controller.abort())
    expect(await outcomeOf(server, { signal: controller.signal })).toBe(`${prefix}context canceled`)
  })

  it.each([
    [307, 'POST {"a":1}'],
    [302, 'GET '],
  ])('follows a %i redirect as Go does', async (status, expected) => {
    const server = createHttpsServer(tls, (request, response) => {
      if (request.url?.startsWith('/check')) return response.writeHead(status, { location: '/there' }).end()
      request.setEncoding('utf8')
      let body = ''
      request.on('data', (chunk: string) => (body += chunk))
      return request.on('end', () => response.end(`${request.method} ${body}`))
    })
    expect(await outcomeOf(server)).toBe(`200  ${expected}`)
  })

  it('stops after ten redirects', async () => {
    let requests = 0
    const server = createHttpsServer(tls, (request, response) => {
      requests++
      request.resume()
      response.writeHead(307, { location: '/loop' }).end()
    })
    expect(await outcomeOf(server)).toBe('Post "/loop": stopped after 10 redirects')
    expect(requests).toBe(10)
  })

  it('reuses a connection, and resends when that turns out to be closed', async () => {
    const connections = new Set<object>()
    let answers = 0
    const server = createHttpsServer(tls, (request, response) => {
      connections.add(request.socket)
      request.resume()
      // The third request on the first connection finds it closed, as after idle time.
      if (connections.size === 1 && answers === 2) return void request.socket.destroy()
      answers++
      return response.end('{}')
    })
    await using listening = await listen(server)
    using webhooks = createHttpsWebhooks()
    const call = () => webhooks.transport(ask({ url: `https://127.0.0.1:${listening.port}/` }))
    for (let at = 0; at < 4; at++) expect((await call()).status).toBe(200)
    expect([connections.size, answers]).toEqual([2, 4])
  })

  it.each([
    [
      { url: 'https://127.0.0.1:1/', caBundle: 'bm9uc2Vuc2U=' },
      'unable to load root certificates: unable to parse bytes as PEM block',
    ],
    [{}, 'webhook configuration must have either service or URL'],
  ])('fails without a request for the invalid configuration %j', async (address, message) => {
    using webhooks = createHttpsWebhooks()
    await expect(webhooks.transport(ask(address))).rejects.toMatchObject({ name: 'WebhookClientError', message })
  })

  it('reports the address that refused the connection', async () => {
    using webhooks = createHttpsWebhooks()
    await expect(webhooks.transport(ask({ url: 'https://127.0.0.1:1//a//b/' }))).rejects.toThrow(
      'Post "https://127.0.0.1:1/a/b?timeout=10s": dial tcp 127.0.0.1:1: connect: connection refused',
    )
  })
})
