import type { IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import type { TLSSocket } from 'node:tls'
import { createAuthority } from '@kubewright/core/certificates'
import { VirtualClock } from '@kubewright/core/testing'
import { describe, expect, it } from 'vitest'
import type { ExecPlugin } from './connection-config.ts'
import { createTransport } from './http-transport.ts'
import { failureOf, failureText } from './testing/failure.ts'
import { ask, chunksOf, until, watch } from './testing/sending.ts'
import { type TemporaryDirectory, temporaryDirectory } from './testing/temporary-directory.ts'
import { answerJson, startHttp, startHttps, startTcp } from './testing/test-server.ts'

const authority = createAuthority({ name: 'test-ca' })
const leaf = authority.issue({ name: 'api', hosts: ['127.0.0.1'] })
const tls = { cert: leaf.certificate, key: leaf.key }
const ca = authority.certificate

/** A server that accepts one token, which the test can change. */
async function startGuarded() {
  const state = { token: 'one' }
  const server = await startHttp((request, response) => {
    const isKnown = request.headers.authorization === `Bearer ${state.token}`
    answerJson(response, { kind: isKnown ? 'PodList' : 'Status' }, isKnown ? 200 : 401)
  })
  return Object.assign(server, { state })
}

const podList = '200 {"kind":"PodList"}'
const refused = '401 {"kind":"Status"}'

/** A plugin that counts its runs in a file and gives the number as token. */
async function countingPlugin(expiresAt?: string) {
  const directory = await temporaryDirectory({ runs: '0' })
  const script = `
    const fs = require('fs')
    const runs = Number(fs.readFileSync(process.env.RUNS)) + 1
    fs.writeFileSync(process.env.RUNS, String(runs))
    const status = { token: String(runs), expirationTimestamp: process.env.EXPIRES }
    console.log(JSON.stringify({ apiVersion: 'client.authentication.k8s.io/v1', kind: 'ExecCredential', status }))`
  const exec: ExecPlugin = {
    apiVersion: 'client.authentication.k8s.io/v1',
    command: process.execPath,
    args: ['-e', script],
    env: { RUNS: directory.file('runs'), ...(expiresAt !== undefined && { EXPIRES: expiresAt }) },
    interactiveMode: 'Never',
  }
  return Object.assign(directory, { exec })
}

describe('a token that the server rejects with 401', () => {
  it('is re-read from its file and the request is resent', async () => {
    await using server = await startGuarded()
    await using directory = await temporaryDirectory({ token: 'one' })
    await using transport = createTransport({ server: server.url, token: { file: directory.file('token') } })
    expect(await ask(transport)).toBe(podList)

    server.state.token = 'two'
    await directory.write('token', 'two')
    expect(await ask(transport, { method: 'POST', body: '{}' })).toBe(podList)
    expect(server.requests.map(({ method, headers }) => `${method} ${headers.authorization}`)).toEqual([
      'GET Bearer one',
      'POST Bearer one',
      'POST Bearer two',
    ])
  })

  it('leads to 401 if the file has no other token', async () => {
    await using server = await startGuarded()
    await using directory = await temporaryDirectory({ token: 'wrong' })
    await using fixed = createTransport({ server: server.url, token: 'wrong' })
    await using file = createTransport({ server: server.url, token: { file: directory.file('token') } })

    expect(await ask(fixed)).toBe(refused)
    expect(await ask(file)).toBe(refused)
    expect(server.requests).toHaveLength(2)
  })

  it('is renewed only once per request', async () => {
    await using server = await startGuarded()
    await using directory = await temporaryDirectory({ token: 'wrong' })
    await using transport = createTransport({ server: server.url, token: { file: directory.file('token') } })
    await ask(transport)
    await directory.write('token', 'wrong too')
    await directory.write('token', 'wrong-too')

    expect(await ask(transport)).toBe(refused)
    expect(server.requests).toHaveLength(3)
  })

  it('occupies no connection if it cannot be renewed, however long the response', async () => {
    let status = 401
    await using server = await startHttp((_, response) => response.writeHead(status).end('x'.repeat(1_000_000)))
    await using directory = await temporaryDirectory({ token: 'wrong' })
    const clock = new VirtualClock()
    const token = { file: directory.file('token') }
    await using transport = createTransport({ server: server.url, token }, { clock, maxConnections: 1 })
    await ask(transport)
    await directory.write('token', 'two words')
    expect(await failureOf(ask(transport))).toMatchObject({ code: 'KW_CLIENT_CREDENTIALS_INVALID' })

    status = 200
    await directory.write('token', 'right')
    await clock.advance('1m')
    expect(await ask(transport)).toBe(`200 ${'x'.repeat(1_000_000)}`)
  })

  it('from an exec plugin is renewed once for concurrent requests', async () => {
    await using server = await startGuarded()
    await using plugin = await countingPlugin()
    const clock = new VirtualClock()
    await using transport = createTransport({ server: server.url, exec: plugin.exec }, { clock })
    server.state.token = '1'
    expect(await ask(transport)).toBe(podList)

    await clock.advance('10s')
    server.state.token = '2'
    expect(await Promise.all(Array.from({ length: 10 }, () => ask(transport)))).toEqual(Array(10).fill(podList))
    expect(server.requests.at(-1)?.headers.authorization).toBe('Bearer 2')
  })
})

describe('credentials from an exec plugin', () => {
  it('are obtained once for all transports with the same plugin configuration', async () => {
    await using server = await startGuarded()
    await using plugin = await countingPlugin()
    const clock = new VirtualClock()
    server.state.token = '1'
    await using one = createTransport({ server: server.url, exec: plugin.exec }, { clock })
    await using other = createTransport({ server: server.url, exec: { ...plugin.exec } }, { clock })

    expect(await Promise.all([ask(one), ask(other), ask(one)])).toEqual([podList, podList, podList])
    await using different = createTransport(
      { server: server.url, exec: { ...plugin.exec, installHint: 'x' } },
      { clock },
    )
    expect(await ask(different)).toBe(refused)
  })

  it('are renewed before they expire', async () => {
    await using server = await startGuarded()
    await using plugin = await countingPlugin('2026-01-01T00:10:00Z')
    const clock = new VirtualClock()
    await using transport = createTransport(
      { server: server.url, exec: plugin.exec },
      { clock, random: { next: () => 0 } },
    )
    server.state.token = '1'
    expect(await ask(transport)).toBe(podList)

    await clock.advance(591_000) // expired, within the margin for clock skew
    server.state.token = '2'
    expect(await ask(transport)).toBe(podList)
    expect(server.requests).toHaveLength(2)
  })

  it("fail with the plugin's error instead of KW_CLIENT_UNREACHABLE", async () => {
    await using transport = createTransport({
      server: 'https://127.0.0.1:1',
      exec: { apiVersion: 'client.authentication.k8s.io/v1', command: 'kw-no-such-plugin', interactiveMode: 'Never' },
    })

    expect(await failureOf(ask(transport))).toMatchObject({ code: 'KW_CLIENT_EXEC_NOT_FOUND' })
  })
})

/** A client certificate in files, which can be rotated. */
const certificateFiles = (directory: TemporaryDirectory) => ({
  clientCertificate: { certificate: { file: directory.file('crt') }, key: { file: directory.file('key') } },
  renew: async (name: string) => {
    const { certificate, key } = authority.issue({ name })
    await directory.write('crt', certificate)
    await directory.write('key', key)
  },
})

describe('client certificates', () => {
  const startStrict = (seen: string[] = [], answers: (request: IncomingMessage) => boolean = () => true) =>
    startHttps(
      { ...tls, ca, requestCert: true, rejectUnauthorized: false, keepAliveTimeout: 60_000 },
      (request, response) => {
        const socket = request.socket as TLSSocket
        const name = socket.getPeerCertificate().subject?.CN
        seen.push(String(name))
        if (!answers(request)) return
        if (request.url?.includes('watch')) response.write('first\n')
        else if (name === undefined || !socket.authorized) answerJson(response, { kind: 'Status' }, 401)
        else answerJson(response, { user: name })
      },
    )

  it('are presented, from inline data, files or the exec plugin', async () => {
    await using server = await startStrict()
    const { certificate, key } = authority.issue({ name: 'ada' })
    await using directory = await temporaryDirectory({ crt: certificate, key })
    const files = { certificate: { file: directory.file('crt') }, key: { file: directory.file('key') } }
    const status = JSON.stringify({ clientCertificateData: certificate, clientKeyData: key })
    const exec: ExecPlugin = {
      apiVersion: 'client.authentication.k8s.io/v1beta1',
      command: process.execPath,
      args: [
        '-e',
        `console.log(JSON.stringify({ apiVersion: 'client.authentication.k8s.io/v1beta1', kind: 'ExecCredential', status: ${status} }))`,
      ],
    }
    await using inline = createTransport({ server: server.url, ca, clientCertificate: { certificate, key } })
    await using fromFiles = createTransport({ server: server.url, ca, clientCertificate: files })
    await using fromPlugin = createTransport({ server: server.url, ca, exec })

    for (const transport of [inline, fromFiles, fromPlugin]) expect(await ask(transport)).toBe('200 {"user":"ada"}')
  })

  it('are used for new connections after rotation, without closing open streams', async () => {
    const seen: string[] = []
    await using server = await startStrict(seen)
    await using directory = await temporaryDirectory()
    const { clientCertificate, renew } = certificateFiles(directory)
    await renew('old')
    const clock = new VirtualClock()
    await using transport = createTransport({ server: server.url, ca, clientCertificate }, { clock })
    const stream = await transport.send(watch)
    const next = chunksOf(stream)
    expect(await next()).toBe('first\n')
    expect(await ask(transport)).toBe('200 {"user":"old"}')
    expect(server.sockets.size).toBe(2)

    await renew('new')
    await clock.advance('1m')
    expect(await ask(transport)).toBe('200 {"user":"new"}')
    await until(() => server.sockets.size === 2) // the stream, and the new connection; the idle old one is gone
    const more = failureOf(next())
    expect(seen).toEqual(['old', 'old', 'new'])
    await transport[Symbol.asyncDispose]()
    expect(await more).toMatchObject({ code: 'KW_CLIENT_CLOSED' })
  })

  it('that were rotated while a read was in flight are used to resend it', async () => {
    const seen: string[] = []
    const unanswered = new Set<IncomingMessage>()
    let isAnswering = true
    await using server = await startStrict(seen, (request) => isAnswering || !unanswered.add(request))
    await using directory = await temporaryDirectory()
    const { clientCertificate, renew } = certificateFiles(directory)
    await renew('old')
    const clock = new VirtualClock()
    await using transport = createTransport({ server: server.url, ca, clientCertificate }, { clock })
    expect(await ask(transport)).toBe('200 {"user":"old"}')
    isAnswering = false
    const reading = ask(transport)
    await until(() => unanswered.size === 1)
    isAnswering = true
    await renew('new')
    await clock.advance('1m')
    expect(await ask(transport)).toBe('200 {"user":"new"}')
    for (const { socket } of unanswered) socket.destroy()
    expect(await reading).toBe('200 {"user":"new"}')
    expect(seen).toEqual(['old', 'old', 'new', 'new'])
    expect(server.connections).toBe(2) // no connection with the old certificate was opened again
  })

  it('that have expired are named as the cause when the server rejects them', async () => {
    await using server = await startStrict()
    const clientCertificate = authority.issue({ name: 'ada', notAfter: '2025-06-01T00:00:00Z' })
    const clock = new VirtualClock({ start: '2026-01-01T00:00:00Z' })
    await using transport = createTransport({ server: server.url, ca, clientCertificate }, { clock })

    expect((await failureText(ask(transport))).replace(/127\.0\.0\.1:\d+/, 'the server')).toMatchInlineSnapshot(
      `"KW_CLIENT_CERTIFICATE_EXPIRED Cannot log in to the server with the client certificate of ada: it expired at 2025-06-01T00:00:00.000Z. Renew the certificate, for example with \`kubeadm certs renew\`, or fetch a new kubeconfig."`,
    )
  })

  it('required by the server but missing are reported as refused after the TLS 1.3 handshake', async () => {
    await using server = await startHttps({ ...tls, ca, requestCert: true, minVersion: 'TLSv1.3' }, (_, response) =>
      response.end(),
    )
    await using transport = createTransport({ server: server.url, ca })

    expect((await failureText(ask(transport))).replace(/127\.0\.0\.1:\d+/, 'the server')).toMatchInlineSnapshot(
      `"KW_CLIENT_CERTIFICATE_REFUSED Cannot GET /api/v1/pods at the server: the server rejects the client certificate, or requires one (alert certificate required). Use a client certificate that the CA of this cluster issued."`,
    )
  })
})

describe('the CA file of the server', () => {
  it("is re-read when the server's certificate is not trusted", async () => {
    const next = createAuthority({ name: 'next-ca' })
    const { certificate: cert, key } = next.issue({ name: 'api', hosts: ['127.0.0.1'] })
    await using directory = await temporaryDirectory({ 'ca.crt': ca })
    await using server = await startHttps({ cert, key }, (_, response) => answerJson(response, {}))
    await using transport = createTransport({ server: server.url, ca: { file: directory.file('ca.crt') } })
    expect(await failureOf(ask(transport))).toMatchObject({ code: 'KW_CLIENT_SERVER_UNTRUSTED' })

    await directory.write('ca.crt', next.certificate)
    expect(await Promise.all(Array.from({ length: 5 }, () => ask(transport)))).toEqual(Array(5).fill('200 {}'))
  })

  it('that is rotated during a handshake, together with the client certificate, is used with the new one', async () => {
    const next = createAuthority({ name: 'next-ca' })
    const { certificate: cert, key } = next.issue({ name: 'api', hosts: ['127.0.0.1'] })
    const seen: string[] = []
    await using server = await startHttps(
      { cert, key, ca, requestCert: true, rejectUnauthorized: false },
      (request, response) => {
        seen.push(String((request.socket as TLSSocket).getPeerCertificate().subject?.CN))
        answerJson(response, {})
      },
    )
    const held: (() => void)[] = []
    await using front = await startTcp((socket) => {
      const forward = () => {
        const onward = connect(server.port, '127.0.0.1')
        socket.pipe(onward).pipe(socket)
        socket.once('close', () => onward.destroy())
      }
      if (held.length === 0) held.push(forward)
      else forward()
    })
    await using directory = await temporaryDirectory({ 'ca.crt': ca })
    const { clientCertificate, renew } = certificateFiles(directory)
    await renew('old')
    const clock = new VirtualClock()
    const connection = {
      server: `https://127.0.0.1:${front.port}`,
      ca: { file: directory.file('ca.crt') },
      clientCertificate,
    }
    await using transport = createTransport(connection, { clock, connectTimeout: '10m' })
    const asking = ask(transport)
    await until(() => held.length === 1)
    await renew('new')
    await directory.write('ca.crt', next.certificate)
    await clock.advance('1m')
    held[0]!()
    expect(await asking).toBe('200 {}')
    expect(seen).toEqual(['new'])
  })

  it('is re-read every minute and applies to new connections', async () => {
    await using directory = await temporaryDirectory({ 'ca.crt': ca })
    await using server = await startHttps(tls, (_, response) => answerJson(response, {}))
    const clock = new VirtualClock()
    await using transport = createTransport({ server: server.url, ca: { file: directory.file('ca.crt') } }, { clock })
    await ask(transport)
    await directory.write('ca.crt', createAuthority({ name: 'other' }).certificate)
    expect(await ask(transport)).toBe('200 {}')

    await clock.advance('1m')
    expect(await failureOf(ask(transport))).toMatchObject({ code: 'KW_CLIENT_SERVER_UNTRUSTED' })
    await directory.write('ca.crt', ca)
    expect(await ask(transport)).toBe('200 {}')
  })
})
