import type { Socket } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'
import { createAuthority } from '@kubewright/core/certificates'
import { VirtualClock } from '@kubewright/core/testing'
import { nextTurn } from '@kubewright/core/time'
import { describe, expect, it } from 'vitest'
import { createTransport } from './http-transport.ts'
import { failureOf, failureText } from './testing/failure.ts'
import { ask, get, until, watch } from './testing/sending.ts'
import { answerJson, listening, startHttp, startHttps, startTcp, unusedPort } from './testing/test-server.ts'

const authority = createAuthority({ name: 'test-ca' })
const leaf = authority.issue({ name: 'api', hosts: ['127.0.0.1'] })
const tls = { cert: leaf.certificate, key: leaf.key }
const ca = authority.certificate

const write = { method: 'POST', body: '{}' } as const
/** Ports differ from run to run. */
const stable = (text: string) => text.replaceAll(/127\.0\.0\.1:\d+/g, 'the server')

describe('a request that was never sent', () => {
  it('fails with KW_CLIENT_UNREACHABLE, for reads, writes and watches', async () => {
    await using transport = createTransport({ server: `http://127.0.0.1:${await unusedPort()}` })

    expect(stable(await failureText(ask(transport)))).toMatchInlineSnapshot(
      `"KW_CLIENT_UNREACHABLE Cannot reach http://the server: nothing listens there; the connection was refused. Check the address and the network."`,
    )
    expect(await failureOf(ask(transport, write))).toMatchObject({ code: 'KW_CLIENT_UNREACHABLE' })
    expect(await failureOf(transport.send(watch))).toMatchObject({ code: 'KW_CLIENT_UNREACHABLE' })
  })

  it('fails with KW_CLIENT_UNREACHABLE for all queued requests, and works again once the server is back', async () => {
    const port = await unusedPort()
    await using transport = createTransport({ server: `http://127.0.0.1:${port}` }, { maxConnections: 2 })
    const failures = await Promise.all(Array.from({ length: 20 }, () => failureOf(ask(transport))))

    expect(new Set(failures.map(({ code }) => code))).toEqual(new Set(['KW_CLIENT_UNREACHABLE']))
    const { createServer } = await import('node:http')
    const server = createServer((_, response) => answerJson(response, {})).listen(port, '127.0.0.1')
    expect(await ask(transport)).toBe('200 {}')
    await transport[Symbol.asyncDispose]()
    await new Promise((resolve) => server.close(resolve))
  })

  it('fails with KW_CLIENT_UNREACHABLE when the connection is not established within connectTimeout', async () => {
    const clock = new VirtualClock()
    await using silent = await startTcp(() => {})
    await using transport = createTransport(
      { server: `https://127.0.0.1:${silent.port}` },
      { clock, connectTimeout: '3s' },
    )
    const sent = failureText(ask(transport))
    await until(() => silent.connections === 1)
    await clock.advance('3s')

    expect(await sent).toMatch(/^KW_CLIENT_UNREACHABLE .*no connection was established within 3s/)
  })

  it('is rejected as invalid, not as unreachable, if HTTP cannot carry it', async () => {
    await using transport = createTransport({ server: 'http://127.0.0.1:1' })

    for (const wrong of [{ path: '/a b' }, { headers: { 'x-y': 'a\r\nb: c' } }, { headers: { 'x y': 'z' } }]) {
      expect(await failureOf(ask(transport, wrong))).toMatchObject({ code: 'KW_CLIENT_CONFIG_INVALID' })
    }
  })
})

describe('a request that may have been executed', () => {
  /** Answers the first `good` requests, then closes the connection on every one. */
  const startFailing = (good: number) => {
    let count = 0
    return startHttp((request, response) => {
      if (++count <= good) return answerJson(response, { count })
      return request.socket.destroy()
    })
  }

  it('is resent once if it is a read', async () => {
    let count = 0
    await using server = await startHttp((request, response) => {
      count++
      if (count === 2) return request.socket.destroy()
      return answerJson(response, { count })
    })
    await using transport = createTransport({ server: server.url })
    await ask(transport)

    expect(await ask(transport)).toBe('200 {"count":3}')
  })

  it('fails with KW_CLIENT_CONNECTION_LOST if the connection is closed twice', async () => {
    await using server = await startFailing(0)
    await using transport = createTransport({ server: server.url })

    expect(stable(await failureText(ask(transport)))).toMatchInlineSnapshot(
      `"KW_CLIENT_CONNECTION_LOST Cannot GET /api/v1/pods at the server: the connection was closed before the response was complete."`,
    )
    expect(server.requests).toHaveLength(2)
  })

  it('fails with KW_CLIENT_CONNECTION_LOST without a resend if it is a write', async () => {
    await using server = await startFailing(1)
    await using transport = createTransport({ server: server.url })
    await ask(transport)

    expect(await failureOf(ask(transport, write))).toMatchObject({ code: 'KW_CLIENT_CONNECTION_LOST' })
    expect(server.requests).toHaveLength(2)
  })

  it('never uses a connection that the server closed while idle', async () => {
    await using server = await startHttp((_, response) => answerJson(response, {}))
    await using transport = createTransport({ server: server.url })
    await ask(transport)
    for (const socket of server.sockets) socket.end()
    await until(() => server.sockets.size === 0)

    expect(await ask(transport, write)).toBe('200 {}')
  })

  it('never uses a connection that was idle for too long while the machine was suspended', async () => {
    const clock = new VirtualClock()
    await using server = await startHttp((_, response) => answerJson(response, {}))
    await using transport = createTransport({ server: server.url }, { clock })
    await ask(transport)
    clock.jump(-3_600_000) // set back: nothing is known about the connection
    await ask(transport, write)
    expect(server.connections).toBe(1)

    await nextTurn() // until it is idle
    clock.jump(61_000) // the time of day went on, the monotonic clock stood still
    expect(await ask(transport, write)).toBe('200 {}')
    expect(server.connections).toBe(2)
  })

  /** A response of exactly `length` bytes. */
  const answerOf = (body: string, length = 0) => {
    const head = `HTTP/1.1 200 OK\r\ncontent-length: ${body.length}\r\nx: `
    return `${head}${'x'.repeat(Math.max(0, length - head.length - body.length - 4))}\r\n\r\n${body}`
  }

  it('never uses a connection that the server closed right after a response that allows it', async () => {
    let connections = 0
    await using server = await listening(
      createTlsServer(tls, (socket) => {
        const id = ++connections
        socket.on('error', () => {}).on('data', () => socket.end(answerOf(String(id))))
      }),
      'https',
    )
    await using transport = createTransport({ server: server.url, ca }, { maxConnections: 1 })
    const queued = await Promise.all([ask(transport, write), ask(transport, write)])
    expect([...queued, await ask(transport, write)]).toEqual(['200 1', '200 2', '200 3'])
  })

  it('is not answered by a response that arrived before it was sent, in a TLS record of its own', async () => {
    // A record has at most 16 KiB.
    const forged = answerOf('1', 16_384) + answerOf('forged')
    let connections = 0
    const answer = (socket: Socket) => {
      const text = ++connections === 1 ? forged : answerOf('2')
      socket.on('error', () => {}).on('data', () => socket.write(text))
    }
    await using server = await listening(createTlsServer(tls, answer), 'https')
    await using transport = createTransport({ server: server.url, ca }, { maxConnections: 1 })

    expect(await Promise.all([ask(transport), ask(transport, write)])).toEqual(['200 1', '200 2'])
  })

  it('fails with KW_CLIENT_CONNECTION_LOST after responseTimeout without data', async () => {
    const clock = new VirtualClock()
    await using server = await startHttp((request, response) => {
      if (request.url?.includes('half')) response.write('{"half":')
    })
    await using transport = createTransport({ server: server.url }, { clock, responseTimeout: '5s' })
    const silent = failureText(ask(transport))
    const stream = failureText(transport.send(watch))
    await until(() => server.requests.length === 2)
    await clock.advance('5s')
    expect(await silent).toMatch(/^KW_CLIENT_CONNECTION_LOST .*no data was received for 5s/)
    expect(await stream).toMatch(/^KW_CLIENT_CONNECTION_LOST /)

    const { body } = await transport.send({ ...get, path: '/half' })
    const half = failureText(body.text())
    await clock.advance('5s')
    expect(await half).toMatch(/^KW_CLIENT_CONNECTION_LOST /)
    expect(clock.pending).toEqual([])
  })

  it('does not time out while its reader pauses', async () => {
    const clock = new VirtualClock()
    const text = 'x'.repeat(2 * 1024 * 1024)
    await using server = await startHttp((_, response) => response.end(text))
    await using transport = createTransport({ server: server.url }, { clock, responseTimeout: '5s' })
    const { body } = await transport.send(get)
    await new Promise((resolve) => setImmediate(resolve))
    for (let minute = 0; minute < 3; minute++) await clock.advance('1m')

    expect((await body.text()).length).toBe(text.length)
  })

  it('fails with KW_CLIENT_CONNECTION_LOST when the response is truncated', async () => {
    await using server = await startHttp((_, response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '100' })
      response.write('{"half":', () => response.destroy())
    })
    await using transport = createTransport({ server: server.url })

    expect(await failureOf(ask(transport))).toMatchObject({ code: 'KW_CLIENT_CONNECTION_LOST' })
  })

  it('fails with KW_CLIENT_CONNECTION_LOST when the response is not HTTP', async () => {
    await using server = await startTcp((socket) => socket.on('data', () => socket.end('SSH-2.0-OpenSSH\r\n')))
    await using transport = createTransport({ server: `http://127.0.0.1:${server.port}` })

    expect(stable(await failureText(ask(transport)))).toMatchInlineSnapshot(
      `"KW_CLIENT_CONNECTION_LOST Cannot GET /api/v1/pods at the server: the response is not HTTP: it has no status line."`,
    )
  })
})

describe('a server with an unexpected protocol or content', () => {
  it('that expects TLS is reported as wrong protocol, for the answers of Go and of other servers', async () => {
    const go = (socket: Socket) =>
      socket.on('data', () =>
        socket.end('HTTP/1.0 400 Bad Request\r\n\r\nClient sent an HTTP request to an HTTPS server.\n'),
      )
    const alert = (socket: Socket) => socket.on('data', () => socket.end(Buffer.from([0x15, 3, 3, 0, 2, 2, 70])))
    for (const answer of [go, alert]) {
      await using server = await startTcp(answer)
      await using transport = createTransport({ server: `http://127.0.0.1:${server.port}` })

      expect(await failureText(ask(transport))).toMatch(
        /^KW_CLIENT_WRONG_PROTOCOL .*the address has http, but the server (expects https|speaks TLS)/,
      )
    }
  })

  it('without TLS is reported as wrong protocol for an https address', async () => {
    await using server = await startHttp((_, response) => response.end())
    await using transport = createTransport({ server: server.url.replace('http', 'https') })

    expect(await failureOf(ask(transport))).toMatchObject({ code: 'KW_CLIENT_WRONG_PROTOCOL' })
  })

  it('that answers 400 for another reason has its response passed on', async () => {
    await using server = await startHttp((_, response) => response.writeHead(400).end('bad luck'))
    await using transport = createTransport({ server: server.url })
    const parts: string[] = []
    for await (const chunk of (await transport.send(get)).body) parts.push(Buffer.from(chunk).toString())

    expect(await ask(transport)).toBe('400 bad luck')
    expect(parts).toEqual(['bad luck'])
  })

  const page = '<!DOCTYPE html><html><head><title> Sign in\n to Acme </title></head></html>'
  it.each([200, 401, 403, 404])('that answers %i with a web page is reported as not Kubernetes', async (status) => {
    await using server = await startHttp((_, response) =>
      response.writeHead(status, { 'content-type': 'text/html; charset=utf-8' }).end(page),
    )
    await using transport = createTransport({ server: server.url })

    expect(stable(await failureText(ask(transport)))).toBe(
      `KW_CLIENT_NOT_KUBERNETES Cannot GET /api/v1/pods at the server: the response is the web page "Sign in to Acme" (${status}). Check the server address and the proxy; perhaps you have to log in to a network first.`,
    )
  })

  it('that answers with a long web page without title is reported as a web page', async () => {
    await using server = await startHttp((_, response) =>
      response.writeHead(200, { 'content-type': 'text/html' }).end('<p>'.repeat(100_000)),
    )
    await using transport = createTransport({ server: server.url })

    expect(await failureText(ask(transport))).toContain('the response is a web page (200)')
  })

  it('that redirects is reported without the password in the target', async () => {
    await using server = await startHttp((_, response) =>
      response.writeHead(302, { location: 'https://ada:s3cr3t@login.acme.dev/' }).end(),
    )
    await using transport = createTransport({ server: server.url })
    const text = await failureText(ask(transport))

    expect(text).toContain('it redirects to …@login.acme.dev/ (302)')
    expect(text).not.toContain('s3cr3t')
  })

  it.each(['?t=s3cr3t', '#access_token=s3cr3t'])(
    'that redirects is reported with the target but without %s, which may hold a secret',
    async (rest) => {
      await using server = await startHttp((_, response) =>
        response.writeHead(302, { location: `https://login.acme.dev/${rest}` }).end(),
      )
      await using transport = createTransport({ server: server.url })
      const text = await failureText(ask(transport))

      expect(text).toMatch(/^KW_CLIENT_NOT_KUBERNETES .*it redirects to https:\/\/login\.acme\.dev\/ \(302\)/)
      expect(text).not.toContain('s3cr3t')
    },
  )

  it('may answer with HTML if the request accepts HTML, or with status 503', async () => {
    await using server = await startHttp((request, response) => {
      response
        .writeHead(request.url === '/busy' ? 503 : 200, { 'content-type': 'text/html', 'retry-after': '1' })
        .end(page)
    })
    await using transport = createTransport({ server: server.url })

    expect(await ask(transport, { headers: { accept: 'text/html' } })).toBe(`200 ${page}`)
    expect(await ask(transport, { path: '/busy' })).toBe(`503 ${page}`)
  })
})

describe('secrets of a connection', () => {
  it('appear in no transport error', async () => {
    await using hangsUp = await startHttps(tls, (request) => request.socket.destroy())
    await using untrusted = await startHttps(tls, (_, response) => response.end())
    const connections = [
      { server: hangsUp.url, ca, token: 's3cr3t' },
      { server: untrusted.url, token: 's3cr3t' },
      { server: 'https://127.0.0.1:1', basic: { username: 'ada', password: 's3cr3t' } },
      { server: untrusted.url, ca, proxy: 'http://ada:s3cr3t@127.0.0.1:1' },
    ]
    const { inspect } = await import('node:util')
    for (const connection of connections) {
      await using transport = createTransport(connection)
      const failure = await failureOf(ask(transport))

      expect(inspect(failure, { depth: 9, showHidden: true })).not.toContain('s3cr3t')
    }
  })
})
