import { once } from 'node:events'
import type { ServerOptions } from 'node:https'
import type { Socket } from 'node:net'
import { createAuthority, selfSigned } from '@kubewright/core/certificates'
import { VirtualClock } from '@kubewright/core/testing'
import { describe, expect, it } from 'vitest'
import { failureOf, failureText } from '../testing/failure.ts'
import { temporaryDirectory } from '../testing/temporary-directory.ts'
import { startHttpProxy, startSocks5Proxy } from '../testing/test-proxies.ts'
import { startHttp, startHttps, startTcp, type TestServer, unusedPort } from '../testing/test-server.ts'
import { Dialer, type DialerOptions } from './dialer.ts'
import { parseProxy } from './proxy-url.ts'
import { TlsMaterialSource } from './tls-material.ts'

const authority = createAuthority({ name: 'test-ca' })
const leaf = authority.issue({ name: 'api', hosts: ['127.0.0.1', 'api.example.dev', '::1'] })
const tls = { cert: leaf.certificate, key: leaf.key }

interface Dial {
  readonly port: number
  readonly host?: string
  readonly ca?: string | { readonly file: string } | undefined
  readonly name?: string
  readonly skipTlsVerify?: boolean
  readonly pair?: { readonly certificate: string; readonly key: string }
  readonly isSecure?: boolean
}

async function dial(
  { port, host = '127.0.0.1', isSecure = true, ...given }: Dial,
  options: Partial<DialerOptions> = {},
) {
  const clock = options.clock ?? new VirtualClock()
  await using dialer = new Dialer({ clock, connectTimeoutMs: 10_000, ...options })
  const source = new TlsMaterialSource(
    { server: 'https://x', ...(given.ca && { ca: given.ca }), ...(given.skipTlsVerify && { skipTlsVerify: true }) },
    clock,
  )
  const socket = await dialer.dial({
    host,
    port,
    what: `reach https://${host}`,
    trust: source.trust,
    name: given.name ?? host,
    ...(isSecure && { tls: await source.current(given.pair) }),
  })
  return await hello(socket)
}

/** Sends a GET through any socket and returns the status line of the response. */
async function hello(socket: Socket): Promise<string> {
  socket.write('GET / HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n')
  const [chunk] = (await once(socket, 'data')) as [Buffer]
  return chunk.toString().split('\r\n')[0] ?? ''
}

/** Each reading of the clock advances it by 250 ms. */
class SlowClock extends VirtualClock {
  #elapsedMs = 0

  override elapsed(): number {
    return (this.#elapsedMs += 250)
  }
}

const startApi = () => startHttps(tls, (_, response) => response.end('hello'))
const ok = 'HTTP/1.1 200 OK'

describe('Dialer', () => {
  it('connects to a server with and without TLS', async () => {
    await using secure = await startApi()
    await using plain = await startHttp((_, response) => response.end('hello'))

    expect(await dial({ port: secure.port, ca: authority.certificate })).toBe(ok)
    expect(await dial({ port: plain.port, isSecure: false })).toBe(ok)
  })

  it('reports DNS lookup time for a host name, and none for an IP address', async () => {
    await using server = await startHttp((_, response) => response.end('hello'))
    const lookups: [string, number][] = []
    const onLookup = (host: string, seconds: number) => lookups.push([host, seconds])
    const clock = new SlowClock()

    expect(await dial({ port: server.port, isSecure: false }, { onLookup, clock })).toBe(ok)
    expect(lookups).toEqual([])
    expect(await dial({ port: server.port, host: 'localhost', isSecure: false }, { onLookup, clock })).toBe(ok)
    expect(lookups).toEqual([['localhost', 0.25]])
  })

  it('reports DNS lookup time for the name of a proxy', async () => {
    await using server = await startHttp((_, response) => response.end('hello'))
    await using proxy = await startHttpProxy()
    const lookups: string[] = []
    const onLookup = (host: string) => lookups.push(host)

    const through = parseProxy(`http://localhost:${proxy.port}`)
    expect(await dial({ port: server.port, isSecure: false }, { onLookup, proxy: through })).toBe(ok)
    expect(lookups).toEqual(['localhost'])
  })

  it('verifies the server certificate against tlsServerName instead of the address', async () => {
    await using server = await startApi()
    const at = { port: server.port, ca: authority.certificate }

    expect(await dial({ ...at, name: 'api.example.dev' })).toBe(ok)
    expect(await dial({ ...at, name: '::1' })).toBe(ok)
    for (const name of ['other.example.dev', '10.9.9.9']) {
      expect(await failureOf(dial({ ...at, name }))).toMatchObject({ code: 'KW_CLIENT_SERVER_NAME' })
    }
  })

  it.each([
    { name: 'api.example.dev', sent: 'api.example.dev' },
    { name: 'api.example.dev.', sent: 'api.example.dev' }, // Go servers refuse the dot
    { name: '127.0.0.1', sent: undefined },
    { name: '::1', sent: undefined },
  ])('asks for the certificate of $name as $sent', async ({ name, sent }) => {
    const asked: string[] = []
    const SNICallback: NonNullable<ServerOptions['SNICallback']> = (of, done) => {
      asked.push(of)
      done(null)
    }
    await using server = await startHttps({ ...tls, SNICallback }, (_, response) => response.end())

    expect(await dial({ port: server.port, ca: authority.certificate, name })).toBe(ok)
    expect(asked).toEqual(sent === undefined ? [] : [sent])
  })

  it('accepts any certificate with skipTlsVerify', async () => {
    const { certificate: cert, key } = selfSigned({ name: 'anybody' })
    await using server = await startHttps({ cert, key }, (_, response) => response.end())

    expect(await dial({ port: server.port, skipTlsVerify: true })).toBe(ok)
  })

  it('accepts a certificate chain with an intermediate CA', async () => {
    const between = authority.issueAuthority({ name: 'between' })
    const { certificate, key } = between.issue({ name: 'api', hosts: ['127.0.0.1'] })
    await using server = await startHttps({ cert: certificate + between.certificate, key }, (_, response) =>
      response.end(),
    )

    expect(await dial({ port: server.port, ca: authority.certificate })).toBe(ok)
  })

  it('presents the client certificate', async () => {
    const pair = authority.issue({ name: 'ada' })
    const strict = { ...tls, ca: authority.certificate, requestCert: true, rejectUnauthorized: true }
    await using server = await startHttps(strict, (_, response) => response.end())

    expect(await dial({ port: server.port, ca: authority.certificate, pair })).toBe(ok)
  })
})

describe('an untrusted server certificate', () => {
  const other = createAuthority({ name: 'test-ca' })
  const certificates = {
    'issued by another CA': {
      ...createAuthority({ name: 'other-ca' }).issue({ name: 'api', hosts: ['127.0.0.1'] }),
      says: 'was not issued by',
    },
    'issued by a CA of the same name': {
      ...other.issue({ name: 'api', hosts: ['127.0.0.1'] }),
      says: 'its certificate was',
    },
    'self-signed': { ...selfSigned({ name: 'api', hosts: ['127.0.0.1'] }), says: 'its certificate is self-signed' },
    expired: {
      ...authority.issue({ name: 'api', hosts: ['127.0.0.1'], notAfter: '2024-01-01T00:00:00Z' }),
      says: 'has expired',
    },
    'not valid yet': {
      ...authority.issue({ name: 'api', hosts: ['127.0.0.1'], notBefore: '2110-01-01T00:00:00Z' }),
      says: 'is not valid yet',
    },
  }

  it.each(Object.entries(certificates))('is reported as %s', async (_, { certificate: cert, key, says }) => {
    await using server = await startHttps({ cert, key }, (_request, response) => response.end())
    const text = await failureText(dial({ port: server.port, ca: authority.certificate }))

    expect(text).toMatch(/^KW_CLIENT_SERVER_UNTRUSTED Cannot reach https:\/\/127\.0\.0\.1: /)
    expect(text).toContain(says)
  })

  it.each([
    {
      name: 'has expired',
      dates: { notAfter: '2024-01-01T00:00:00Z' },
      says: 'has expired. Renew it on the server, for example with `kubeadm certs renew all`. If it has not expired, correct the clock of this machine, which shows 2026-01-01T00:00:00.000Z.',
    },
    {
      name: 'is not valid yet',
      dates: { notBefore: '2110-01-01T00:00:00Z' },
      says: 'is not valid yet. Correct the clock of this machine, which shows 2026-01-01T00:00:00.000Z. If it is right, correct the clock of the machine that issued the certificate, and issue it again.',
    },
  ])('is not blamed on the CA when it $name', async ({ dates, says }) => {
    const { certificate: cert, key } = authority.issue({ name: 'api', hosts: ['127.0.0.1'], ...dates })
    await using server = await startHttps({ cert, key }, (_, response) => response.end())

    expect(await failureText(dial({ port: server.port, ca: authority.certificate }))).toBe(
      `KW_CLIENT_SERVER_UNTRUSTED Cannot reach https://127.0.0.1: its certificate, or that of a CA above it, ${says}`,
    )
  })

  it('is reported with the CA that was expected', async () => {
    const { certificate: cert, key } = createAuthority({ name: 'x' }).issue({ name: 'api', hosts: ['127.0.0.1'] })
    await using server = await startHttps({ cert, key }, (_, response) => response.end())
    await using directory = await temporaryDirectory({ 'ca.crt': authority.certificate })
    const file = directory.file('ca.crt')

    expect(await failureText(dial({ port: server.port, ca: { file } }))).toContain(
      `was not issued by the CA in ${file}.`,
    )
    expect(await failureText(dial({ port: server.port, ca: authority.certificate }))).toContain(
      'the CA in the configuration',
    )
    expect(await failureText(dial({ port: server.port }))).toContain('not issued by a CA that Node trusts')
  })

  it('is reported with the names that it is valid for', async () => {
    await using server = await startApi()

    expect(
      await failureText(dial({ port: server.port, ca: authority.certificate, name: 'kubernetes' })),
    ).toMatchInlineSnapshot(
      `"KW_CLIENT_SERVER_NAME Cannot reach https://127.0.0.1: its certificate is not for kubernetes, but for 127.0.0.1, api.example.dev, 0:0:0:0:0:0:0:1. Use one of those names as address, or set tls-server-name to one of them."`,
    )
  })
})

describe('unusable TLS material', () => {
  const pair = authority.issue({ name: 'ada' })
  const never = { port: 1, ca: authority.certificate }

  it.each([
    {
      name: 'a CA that is not PEM',
      given: { ...never, ca: 'garbage' },
      code: 'KW_CLIENT_PEM_INVALID',
      says: 'holds no PEM certificate',
    },
    {
      name: 'a truncated CA',
      given: { ...never, ca: authority.certificate.replace(/\n.{64}\n/, '\n') },
      code: 'KW_CLIENT_PEM_INVALID',
      says: 'may be cut off',
    },
    {
      name: 'a client certificate that is not PEM',
      given: { ...never, pair: { ...pair, certificate: 'garbage' } },
      code: 'KW_CLIENT_PEM_INVALID',
      says: 'the client certificate',
    },
    {
      name: 'an invalid key',
      given: { ...never, pair: { ...pair, key: 's3cr3t' } },
      code: 'KW_CLIENT_PEM_INVALID',
      says: 'not a PEM key',
    },
    {
      name: 'a key with a passphrase',
      given: {
        ...never,
        pair: { ...pair, key: '-----BEGIN ENCRYPTED PRIVATE KEY-----\ns3cr3t\n-----END ENCRYPTED PRIVATE KEY-----' },
      },
      code: 'KW_CLIENT_PEM_INVALID',
      says: 'passphrase',
    },
    {
      name: 'a key of another certificate',
      given: { ...never, pair: { ...pair, key: authority.issue({ name: 'bob' }).key } },
      code: 'KW_CLIENT_KEY_MISMATCH',
      says: 'the client certificate of ada',
    },
    {
      name: 'a missing CA file',
      given: { ...never, ca: { file: '/no/ca.crt' } },
      code: 'KW_CLIENT_FILE_UNREADABLE',
      says: 'the CA from /no/ca.crt',
    },
  ])('is reported without quoting it: $name', async ({ given, code, says }) => {
    const text = await failureText(dial(given))

    expect(text).toMatch(new RegExp(`^${code} `))
    expect(text).toContain(says)
    expect(text).not.toContain('s3cr3t')
  })

  it('is reported when the server rejects the handshake: a missing client certificate', async () => {
    const strict = { ...tls, ca: authority.certificate, requestCert: true, maxVersion: 'TLSv1.2' } as const
    await using server = await startHttps(strict, (_, response) => response.end())

    expect(await failureText(dial({ port: server.port, ca: authority.certificate }))).toMatch(
      /^KW_CLIENT_CERTIFICATE_REFUSED /,
    )
  })
})

describe('an unreachable server', () => {
  it('is reported as refusing connections', async () => {
    expect(await failureText(dial({ port: await unusedPort() }))).toMatchInlineSnapshot(
      `"KW_CLIENT_UNREACHABLE Cannot reach https://127.0.0.1: nothing listens there; the connection was refused. Check the address and the network."`,
    )
  })

  it('is reported as a DNS failure if its name does not resolve', async () => {
    // Too long for a DNS label, so that no resolver on the network is queried.
    const { code, details } = await failureOf(dial({ host: `${'x'.repeat(64)}.invalid`, port: 443 }))

    expect({ code, reason: details['reason'] }).toEqual({ code: 'KW_CLIENT_UNREACHABLE', reason: 'dns' })
  })

  it('is reported as wrong protocol if it does not speak TLS', async () => {
    await using server = await startHttp((_, response) => response.end())
    await using chatty = await startTcp((socket) => socket.end('hello, who is there?\n'))

    expect(await failureText(dial({ port: server.port }))).toMatchInlineSnapshot(
      `"KW_CLIENT_WRONG_PROTOCOL Cannot reach https://127.0.0.1: the address has https, but the server there does not speak TLS. Change http to https in the address or the reverse, or correct the port."`,
    )
    expect(await failureOf(dial({ port: chatty.port }))).toMatchObject({ code: 'KW_CLIENT_WRONG_PROTOCOL' })
  })

  it('is reported as resetting the connection during connect', async () => {
    await using server = await startTcp((socket) => socket.destroy())

    expect(await failureText(dial({ port: server.port }))).toContain('was reset while it was opened')
  })

  it('is reported as a connect timeout, and the socket is closed', async () => {
    const clock = new VirtualClock()
    await using server = await startTcp(() => {})
    const failing = failureText(dial({ port: server.port }, { clock }))
    await connected(server)
    await clock.advance('10s')

    expect(await failing).toMatchInlineSnapshot(
      `"KW_CLIENT_UNREACHABLE Cannot reach https://127.0.0.1: no connection was established within 10s. Check the address and the network; a firewall may drop the packets."`,
    )
    expect(clock.pending).toEqual([])
  })

  it('does not keep sockets open once the dialer is disposed', async () => {
    await using silent = await startTcp(() => {})
    await using plain = await startHttp((_, response) => response.end())
    const clock = new VirtualClock()
    const dialer = new Dialer({ clock, connectTimeoutMs: 10_000 })
    const place = { host: '127.0.0.1', what: 'reach it', trust: '', name: 'x' }
    const open = await dialer.dial({ ...place, port: plain.port })
    const material = await new TlsMaterialSource({ server: 'https://x' }, clock).current(undefined)
    const opening = dialer.dial({ ...place, port: silent.port, tls: material })
    await connected(silent)
    await Promise.all([dialer[Symbol.asyncDispose](), expect(opening).rejects.toThrow('closed')])

    expect(open.closed).toBe(true)
    expect(clock.pending).toEqual([])
  })
})

describe('a proxy', () => {
  it.each([
    { host: '127.0.0.1', tunnel: '127.0.0.1', socks: 'bytes:7f000001' },
    { host: 'api.example.dev', tunnel: 'api.example.dev', socks: 'api.example.dev' },
    { host: '::1', tunnel: '[::1]', socks: 'bytes:00000000000000000000000000000001' },
  ])('tunnels to $host and resolves the name itself', async ({ host, tunnel, socks }) => {
    await using server = await startApi()
    await using http = await startHttpProxy()
    await using socks5 = await startSocks5Proxy()
    const to = { host, port: server.port, ca: authority.certificate }

    expect(await dial(to, { proxy: parseProxy(http.url) })).toBe(ok)
    expect(await dial(to, { proxy: parseProxy(`socks5://127.0.0.1:${socks5.port}`) })).toBe(ok)
    expect(http.tunnels).toEqual([`${tunnel}:${server.port}`])
    expect(socks5.tunnels).toEqual([`${socks}:${server.port}`])
  })

  it('tunnels to servers without TLS', async () => {
    await using server = await startHttp((_, response) => response.end())
    await using http = await startHttpProxy()

    expect(await dial({ port: server.port, isSecure: false }, { proxy: parseProxy(http.url) })).toBe(ok)
  })

  it("may use TLS with a certificate from the cluster's CA", async () => {
    await using server = await startApi()
    await using proxy = await startHttpProxy({ tls })

    expect(await dial({ port: server.port, ca: authority.certificate }, { proxy: parseProxy(proxy.url) })).toBe(ok)
    expect(await failureText(dial({ port: server.port }, { proxy: parseProxy(proxy.url) }))).toMatch(
      /^KW_CLIENT_SERVER_UNTRUSTED Cannot reach the proxy https:\/\/127\.0\.0\.1/,
    )
  })

  it('receives the user name and password of its URL', async () => {
    await using server = await startApi()
    await using http = await startHttpProxy()
    await using socks5 = await startSocks5Proxy({ login: 'ada:p@ss' })
    const to = { port: server.port, ca: authority.certificate }

    expect(await dial(to, { proxy: parseProxy(`http://ada:p%40ss@127.0.0.1:${http.port}`) })).toBe(ok)
    expect(await dial(to, { proxy: parseProxy(`socks5://ada:p%40ss@127.0.0.1:${socks5.port}`) })).toBe(ok)
    expect(http.logins).toEqual([`Basic ${Buffer.from('ada:p@ss').toString('base64')}`])
    expect(socks5.logins).toEqual(['ada:p@ss'])
  })

  it.each([
    { status: 407, code: 'KW_CLIENT_PROXY_REFUSED', says: 'requires a valid user name and password' },
    { status: 403, code: 'KW_CLIENT_PROXY_REFUSED', says: 'does not allow connections to' },
    { status: 502, code: 'KW_CLIENT_UNREACHABLE', says: 'the proxy returned 502' },
    { status: 503, code: 'KW_CLIENT_UNREACHABLE', says: 'the proxy returned 503' },
  ])('that answers CONNECT with $status is reported', async ({ status, code, says }) => {
    await using proxy = await startHttpProxy({ status })
    const text = await failureText(
      dial({ port: 1 }, { proxy: parseProxy(`http://ada:s3cr3t@127.0.0.1:${proxy.port}`) }),
    )

    expect(text).toMatch(new RegExp(`^${code} `))
    expect(text).toContain(says)
    expect(text).not.toContain('s3cr3t')
  })

  it.each([
    {
      name: 'refuses by rule',
      options: { reply: 2 },
      user: '',
      code: 'KW_CLIENT_PROXY_REFUSED',
      says: 'does not allow',
    },
    {
      name: 'cannot reach the target',
      options: { reply: 5 },
      user: '',
      code: 'KW_CLIENT_UNREACHABLE',
      says: 'the host refused the connection',
    },
    {
      name: 'answers with an unknown code',
      options: { reply: 99 },
      user: '',
      code: 'KW_CLIENT_UNREACHABLE',
      says: 'the proxy returned the code 99',
    },
    {
      name: 'requires credentials',
      options: { login: 'a:b' },
      user: '',
      code: 'KW_CLIENT_PROXY_REFUSED',
      says: 'requires a user name and password',
    },
    {
      name: 'rejects the credentials',
      options: { login: 'a:b' },
      user: 'a:s3cr3t@',
      code: 'KW_CLIENT_PROXY_REFUSED',
      says: 'does not accept',
    },
  ])('with SOCKS5 that $name is reported', async ({ options, user, code, says }) => {
    await using proxy = await startSocks5Proxy(options)
    const text = await failureText(dial({ port: 1 }, { proxy: parseProxy(`socks5://${user}127.0.0.1:${proxy.port}`) }))

    expect(text).toMatch(new RegExp(`^${code} `))
    expect(text).toContain(says)
    expect(text).not.toContain('s3cr3t')
  })

  it.each(['http', 'socks5', 'https'])('that does not answer is named: %s', async (scheme) => {
    const clock = new VirtualClock()
    await using silent = await startTcp(() => {})
    const url = `${scheme}://127.0.0.1:${silent.port}`
    const failing = failureText(dial({ port: 1 }, { clock, proxy: parseProxy(url) }))
    await connected(silent)
    await clock.advance('10s')

    expect(await failing).toContain(`Cannot reach https://127.0.0.1 through the proxy ${url}: no connection`)
    expect(clock.pending).toEqual([])
  })

  it('that is down, speaks another protocol or closes the connection is reported', async () => {
    await using odd = await startTcp((socket) => socket.end('220 mail.example.dev ESMTP\r\n'))
    await using rude = await startTcp((socket) => socket.destroy())
    const gone = await unusedPort()
    const via = (url: string) => failureText(dial({ port: 1 }, { proxy: parseProxy(url) }))

    expect(await via(`http://127.0.0.1:${gone}`)).toMatch(/^KW_CLIENT_UNREACHABLE Cannot reach the proxy .*refused/)
    expect(await via(`socks5://127.0.0.1:${odd.port}`)).toMatch(/^KW_CLIENT_PROXY_REFUSED .*not a SOCKS5 proxy/)
    expect(await via(`http://127.0.0.1:${odd.port}`)).toMatch(/^KW_CLIENT_UNREACHABLE .*not an HTTP proxy/)
    expect(await via(`http://127.0.0.1:${rude.port}`)).toMatch(/^KW_CLIENT_UNREACHABLE /)
    expect(await via(`socks5://127.0.0.1:${rude.port}`)).toMatch(/^KW_CLIENT_UNREACHABLE /)
    expect(await via(`https://127.0.0.1:${odd.port}`)).toMatch(/^KW_CLIENT_WRONG_PROTOCOL /)
  })
})

async function connected(server: TestServer): Promise<void> {
  while (server.connections === 0) await new Promise((resolve) => setImmediate(resolve))
}
