import { readFile } from 'node:fs/promises'
import { gzipSync, deflateSync } from 'node:zlib'
import { inspect } from 'node:util'
import { createAuthority } from '@kubewright/core/certificates'
import { describe, expect, it } from 'vitest'
import { createTransport } from './http-transport.ts'
import { failureOf } from './testing/failure.ts'
import { ask, get, until } from './testing/sending.ts'
import { startHttpProxy } from './testing/test-proxies.ts'
import { answerJson, startHttp, startHttps } from './testing/test-server.ts'
import { completeOptions } from './transport-options.ts'
import { clientVersion } from './user-agent.ts'

const authority = createAuthority({ name: 'test-ca' })
const leaf = authority.issue({ name: 'api', hosts: ['127.0.0.1'] })
const tls = { cert: leaf.certificate, key: leaf.key }
const ca = authority.certificate

const startApi = () => startHttps(tls, (_, response) => answerJson(response, { kind: 'PodList' }))
const podList = '200 {"kind":"PodList"}'

describe('createTransport()', () => {
  it('sends method, path, headers and body unchanged', async () => {
    let body = ''
    await using server = await startHttps(tls, (request, response) => {
      request.on('data', (chunk: Buffer) => (body += chunk.toString()))
      request.on('end', () => answerJson(response, { kind: 'Status' }, 201))
    })
    await using transport = createTransport({ server: server.url, ca, token: 's3cr3t' })
    const response = await transport.send({
      method: 'POST',
      path: '/api/v1/namespaces/a/pods?dryRun=All&x=%2F',
      headers: { accept: 'application/json', 'content-type': 'application/json' },
      body: '{"kind":"Pod€"}',
    })

    expect(response.status).toBe(201)
    expect(response.headers['content-type']).toBe('application/json')
    expect(await response.body.text()).toBe('{"kind":"Status"}')
    expect(body).toBe('{"kind":"Pod€"}')
    expect(server.requests).toMatchObject([
      {
        method: 'POST',
        path: '/api/v1/namespaces/a/pods?dryRun=All&x=%2F',
        headers: { authorization: 'Bearer s3cr3t', 'content-type': 'application/json', accept: 'application/json' },
      },
    ])
    expect(transport.host).toBe(`127.0.0.1:${server.port}`)
  })

  it('sends binary bodies unchanged', async () => {
    const received: Buffer[] = []
    await using server = await startHttp((request, response) => {
      request.on('data', (chunk: Buffer) => received.push(chunk)).on('end', () => response.end())
    })
    await using transport = createTransport({ server: server.url })
    await ask(transport, { method: 'PUT', body: new Uint8Array([0, 255, 128]).subarray(1) })

    expect(Buffer.concat(received)).toEqual(Buffer.from([255, 128]))
  })

  it('reuses one or two connections for sequential requests', async () => {
    await using server = await startApi()
    await using transport = createTransport({ server: server.url, ca })
    const answers = new Set<string>()
    for (let round = 0; round < 100; round++)
      answers.add(await ask(transport, round % 3 === 0 ? { method: 'DELETE', body: '{}' } : {}))

    expect(answers).toEqual(new Set([podList]))
    expect(server.connections).toBeLessThanOrEqual(2)
  })

  it('opens at most maxConnections connections for concurrent requests', async () => {
    await using server = await startApi()
    await using transport = createTransport({ server: server.url, ca }, { maxConnections: 3 })
    const answers = await Promise.all(Array.from({ length: 50 }, () => ask(transport)))

    expect(new Set(answers)).toEqual(new Set([podList]))
    expect(server.connections).toBeLessThanOrEqual(3)
  })

  it('reports the DNS lookup once per connection', async () => {
    await using server = await startHttp((_, response) => answerJson(response, { kind: 'PodList' }))
    const lookups: string[] = []
    const onLookup = (host: string) => lookups.push(host)
    await using transport = createTransport({ server: `http://localhost:${server.port}` }, { onLookup })

    expect(await ask(transport)).toBe(podList)
    expect(lookups).toEqual(['localhost'])
  })

  it('prefixes request paths with the path of the server URL', async () => {
    await using server = await startHttp((_, response) => response.end())
    await using transport = createTransport({ server: `${server.url}/k8s/clusters/c-1/` })
    await ask(transport)

    expect(server.requests[0]?.path).toBe('/k8s/clusters/c-1/api/v1/pods')
  })

  it('talks to kubectl proxy over http without credentials', async () => {
    await using server = await startHttp((_, response) => answerJson(response, { kind: 'PodList' }))
    await using transport = createTransport({ server: server.url })

    expect(await ask(transport)).toBe(podList)
    expect(server.requests[0]?.headers).not.toHaveProperty('authorization')
  })

  it('sends one impersonation header per group and extra value', async () => {
    await using server = await startHttp((_, response) => response.end())
    const impersonate = { user: 'Zoë', groups: ['dev', 'ops'], extra: { 'a/b': ['1', '2'] } }
    await using transport = createTransport({ server: server.url, impersonate })
    await ask(transport)
    const raw = server.requests[0]?.rawHeaders ?? []
    const pairs = raw.flatMap((name, index) => (name.startsWith('impersonate-') ? [`${name}: ${raw[index + 1]}`] : []))

    expect(pairs.map((pair) => Buffer.from(pair, 'latin1').toString('utf8'))).toEqual([
      'impersonate-user: Zoë',
      'impersonate-group: dev',
      'impersonate-group: ops',
      'impersonate-extra-a%2Fb: 1',
      'impersonate-extra-a%2Fb: 2',
    ])
  })

  it('sends user agent and basic credentials', async () => {
    await using server = await startHttp((_, response) => response.end())
    await using transport = createTransport({ server: server.url, basic: { username: 'ada', password: 'pä:ss' } })
    await using named = createTransport({ server: server.url }, { userAgent: 'website-operator/1' })
    await ask(transport)
    await ask(named)
    const manifest = JSON.parse(await readFile(new URL('../../package.json', import.meta.url), 'utf8')) as {
      version: string
    }

    expect(clientVersion).toBe(manifest.version)
    expect(server.requests[0]?.headers['user-agent']).toBe(
      `kubewright/${manifest.version} (node ${process.versions.node}; ${process.platform}/${process.arch})`,
    )
    expect(server.requests[0]?.headers.authorization).toBe(`Basic ${Buffer.from('ada:pä:ss').toString('base64')}`)
    expect(server.requests[1]?.headers['user-agent']).toBe('website-operator/1')
  })

  it('returns repeated response headers as a list', async () => {
    await using server = await startHttp((_, response) => {
      response.writeHead(
        200,
        [
          ['Warning', '299 - "a"'],
          ['Warning', '299 - "b"'],
          ['Audit-Id', 'x'],
        ].flat(),
      )
      response.end()
    })
    await using transport = createTransport({ server: server.url })
    const { headers, body } = await transport.send(get)
    await body.text()

    expect(headers).toMatchObject({ warning: ['299 - "a"', '299 - "b"'], 'audit-id': 'x' })
  })

  it('redacts secrets when the transport is printed', async () => {
    await using transport = createTransport({ server: 'https://10.0.0.1', token: 's3cr3t' })

    expect(inspect(transport, { depth: 9, showHidden: true }) + JSON.stringify(transport)).not.toContain('s3cr3t')
  })
})

describe('transport options', () => {
  it('have the documented defaults', () => {
    const {
      clock: _,
      random: __,
      onWarning: ___,
      onLookup: ____,
      env: _____,
      isTerminal: ______,
      userAgent: _______,
      ...limits
    } = completeOptions({})

    expect(limits).toEqual({
      maxConnections: 8,
      maxStreams: 256,
      connectTimeout: '10s',
      responseTimeout: '75s',
      execTimeout: '3m',
    })
  })

  it.each([{ maxConnections: 0 }, { maxStreams: 1.5 }, { maxConnections: Number.NaN }])(
    'reject %j',
    async (options) => {
      expect(await failureOf(() => createTransport({ server: 'https://a' }, options))).toMatchObject({
        code: 'KW_CLIENT_CONFIG_INVALID',
      })
    },
  )
})

describe('transport proxies', () => {
  it('are taken from the connection, even for loopback servers', async () => {
    await using server = await startApi()
    await using proxy = await startHttpProxy()
    await using transport = createTransport({ server: server.url, ca, proxy: proxy.url })

    expect(await ask(transport)).toBe(podList)
    expect(proxy.tunnels).toHaveLength(1)
  })

  it('are taken from the environment unless NO_PROXY rules or the connection exclude them', async () => {
    await using server = await startHttps(
      { ...authority.issue({ name: 'x', hosts: ['api.dev'] }), ...hosts('api.dev') },
      (_, response) => answerJson(response, { kind: 'PodList' }),
    )
    await using proxy = await startHttpProxy()
    const env = { HTTPS_PROXY: proxy.url }
    const named = { server: `https://api.dev:${server.port}`, ca }
    await using through = createTransport(named, { env })
    await using exempt = createTransport({ server: server.url, ca, tlsServerName: 'api.dev' }, { env })
    await using none = createTransport({ ...named, proxy: false }, { env: { ...env } })

    expect(await ask(through)).toBe(podList)
    expect(await ask(exempt)).toBe(podList)
    expect(proxy.tunnels).toEqual([`api.dev:${server.port}`])
    expect(none.host).toBe(`api.dev:${server.port}`)
  })

  function hosts(name: string) {
    const { certificate: cert, key } = authority.issue({ name: 'x', hosts: [name] })
    return { cert, key }
  }
})

describe('compressed responses', () => {
  const text = JSON.stringify({ items: Array.from({ length: 2000 }, (_, index) => ({ name: `pod-${index}` })) })
  const startCompressing = () =>
    startHttp((request, response) => {
      const accepted = request.headers['accept-encoding'] ?? ''
      const encoding = request.url?.includes('deflate') ? 'deflate' : accepted.includes('gzip') ? 'gzip' : undefined
      const bytes =
        encoding === 'gzip' ? gzipSync(text) : encoding === 'deflate' ? deflateSync(text) : Buffer.from(text)
      response.writeHead(200, { 'content-type': 'application/json', ...(encoding && { 'content-encoding': encoding }) })
      if (request.url?.includes('broken')) response.end(bytes.subarray(0, bytes.length / 2))
      else response.end(bytes)
    })

  it('are requested and decompressed, whether read as a whole or in chunks', async () => {
    await using server = await startCompressing()
    await using transport = createTransport({ server: server.url, compression: true })
    const whole = await ask(transport)
    const deflated = await ask(transport, { path: '/deflate' })
    const parts: Uint8Array[] = []
    for await (const chunk of (await transport.send(get)).body) parts.push(chunk)

    expect(whole).toBe(`200 ${text}`)
    expect(deflated).toBe(`200 ${text}`)
    expect(Buffer.concat(parts).toString()).toBe(text)
    expect(server.requests[0]?.headers['accept-encoding']).toBe('gzip, deflate')
  })

  it('are not requested for loopback servers, for streams, or with compression: false', async () => {
    await using server = await startCompressing()
    await using local = createTransport({ server: server.url })
    await using off = createTransport({ server: server.url, compression: false })
    await using on = createTransport({ server: server.url, compression: true })
    await ask(local)
    await ask(off)
    await ask(on, { streams: true })

    expect(server.requests.map(({ headers }) => headers['accept-encoding'])).toEqual([undefined, undefined, undefined])
  })

  it('that are truncated fail with KW_CLIENT_CONNECTION_LOST', async () => {
    await using server = await startCompressing()
    await using transport = createTransport({ server: server.url, compression: true })
    const whole = await failureOf(ask(transport, { path: '/broken' }))
    const { body } = await transport.send({ ...get, path: '/broken' })
    const parts = await failureOf(async () => {
      for await (const _ of body);
    })

    expect([whole.code, parts.code]).toEqual(['KW_CLIENT_CONNECTION_LOST', 'KW_CLIENT_CONNECTION_LOST'])
    expect(whole.message).toContain('the compressed response is damaged')
  })

  it.each([
    { status: 200, headers: { 'content-encoding': 'gzip', 'content-length': '0' } },
    { status: 200, headers: { 'content-encoding': 'deflate' } },
    { status: 204, headers: { 'content-encoding': 'gzip' } },
    { status: 304, headers: { 'content-encoding': 'gzip' } },
  ])('that have no body are empty: $status $headers', async ({ status, headers }) => {
    await using server = await startHttp((_, response) => response.writeHead(status, headers).end())
    await using transport = createTransport({ server: server.url, compression: true })
    expect(await ask(transport)).toBe(`${status} `)
    for await (const _ of (await transport.send(get)).body) expect.unreachable()
  })

  it('that are not read to the end close their connection', async () => {
    await using server = await startHttp((_, response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' })
      response.write(gzipSync(text))
    })
    await using transport = createTransport({ server: server.url, compression: true })
    for await (const _ of (await transport.send(get)).body) break
    await until(() => server.sockets.size === 0)

    expect(server.connections).toBe(1)
  })
})
