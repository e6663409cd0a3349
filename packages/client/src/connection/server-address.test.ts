import { describe, expect, it } from 'vitest'
import { hostAndPort, hostOf, isLoopback, parseServer } from './server-address.ts'
import { failureOf } from './testing/failure.ts'

describe('parseServer', () => {
  it.each([
    { given: 'https://10.0.0.1:6443', tls: false, read: 'https://10.0.0.1:6443/', at: '10.0.0.1:6443' },
    { given: 'https://api.example.dev/', tls: false, read: 'https://api.example.dev/', at: 'api.example.dev:443' },
    {
      given: 'https://rancher.dev/k8s/clusters/c-1/',
      tls: false,
      read: 'https://rancher.dev/k8s/clusters/c-1',
      at: 'rancher.dev:443',
    },
    { given: 'https://h/p?x=1#y', tls: false, read: 'https://h/p', at: 'h:443' },
    { given: 'http://localhost:8001', tls: false, read: 'http://localhost:8001/', at: 'localhost:8001' },
    { given: 'https://[::1]:6443', tls: false, read: 'https://[::1]:6443/', at: '[::1]:6443' },
    { given: 'localhost:8080', tls: false, read: 'http://localhost:8080/', at: 'localhost:8080' },
    { given: '10.0.0.1:6443', tls: true, read: 'https://10.0.0.1:6443/', at: '10.0.0.1:6443' },
    { given: 'HTTPS://API', tls: false, read: 'https://api/', at: 'api:443' },
  ])('parses $given', ({ given, tls, read, at }) => {
    const url = parseServer(given, tls)

    expect({ read: url.href, at: hostAndPort(url) }).toEqual({ read, at })
  })

  it('parses a path of many slashes in linear time', () => {
    const slashes = '/'.repeat(200_000)

    expect(parseServer(`https://h/p${slashes}`, false).pathname).toBe('/p')
    expect(parseServer(`https://h/p${slashes}q`, false).pathname).toHaveLength(200_003)
  })

  it.each(['', 'https://', 'ftp://10.0.0.1', 'https://a b', 'http://:80', 'https://[::1', '://x'])(
    'rejects %j',
    async (given) => {
      expect(await failureOf(() => parseServer(given, false))).toMatchObject({ code: 'KW_CLIENT_CONFIG_INVALID' })
    },
  )

  it.each(['https://ada:s3cr3t@10.0.0.1', 'ftp://ada:s3cr3t@10.0.0.1', 'ada:s3cr3t@10.0.0.1 :x'])(
    'does not quote the password of %s',
    async (given) => {
      const { code, message } = await failureOf(() => parseServer(given, false))

      expect(code).toBe('KW_CLIENT_CONFIG_INVALID')
      expect(message).not.toContain('s3cr3t')
    },
  )
})

describe('isLoopback', () => {
  it.each([
    ['127.0.0.1', true],
    ['127.9.9.9', true],
    ['::1', true],
    ['localhost', true],
    ['cluster.localhost', true],
    ['10.0.0.1', false],
    ['::2', false],
    ['localhost.example.dev', false],
  ])('is for the host %s: %s', (host, expected) => {
    expect(isLoopback(host)).toBe(expected)
  })

  it('accepts an IPv6 host from a URL, without its brackets', () => {
    expect(isLoopback(hostOf(new URL('http://[::1]:80')))).toBe(true)
  })
})
