import { describe, expect, it } from 'vitest'
import { isExempt, proxyFromEnvironment } from './environment-proxy.ts'

const https = new URL('https://api.example.dev:6443')
const http = new URL('http://api.example.dev')

describe('proxyFromEnvironment', () => {
  it.each([
    { name: 'none without variables', env: {}, server: https, proxy: undefined },
    { name: 'HTTPS_PROXY applies to https', env: { HTTPS_PROXY: 'http://p:1' }, server: https, proxy: 'http://p:1' },
    {
      name: 'https_proxy in lower case applies',
      env: { https_proxy: 'http://p:1' },
      server: https,
      proxy: 'http://p:1',
    },
    {
      name: 'upper case wins over lower case',
      env: { HTTPS_PROXY: 'http://p:1', https_proxy: 'http://q' },
      server: https,
      proxy: 'http://p:1',
    },
    { name: 'HTTP_PROXY does not apply to https', env: { HTTP_PROXY: 'http://p:1' }, server: https, proxy: undefined },
    { name: 'HTTP_PROXY applies to http', env: { HTTP_PROXY: 'http://p:1' }, server: http, proxy: 'http://p:1' },
    {
      name: 'HTTP_PROXY is ignored under CGI',
      env: { HTTP_PROXY: 'http://p', REQUEST_METHOD: 'GET' },
      server: http,
      proxy: undefined,
    },
    { name: 'a proxy without scheme is http', env: { HTTPS_PROXY: 'p:1' }, server: https, proxy: 'http://p:1' },
    { name: 'a SOCKS5 proxy is accepted', env: { HTTPS_PROXY: 'socks5://p:1' }, server: https, proxy: 'socks5://p:1' },
    { name: 'an empty variable counts as unset', env: { HTTPS_PROXY: '' }, server: https, proxy: undefined },
    {
      name: 'loopback addresses are exempt',
      env: { HTTPS_PROXY: 'http://p' },
      server: new URL('https://127.0.0.1:6443'),
      proxy: undefined,
    },
    {
      name: 'localhost is exempt',
      env: { HTTPS_PROXY: 'http://p' },
      server: new URL('https://localhost'),
      proxy: undefined,
    },
    {
      name: 'IPv6 loopback is exempt',
      env: { HTTPS_PROXY: 'http://p' },
      server: new URL('https://[::1]'),
      proxy: undefined,
    },
    {
      name: 'NO_PROXY exempts a domain',
      env: { HTTPS_PROXY: 'http://p', NO_PROXY: 'example.dev' },
      server: https,
      proxy: undefined,
    },
    {
      name: 'no_proxy in lower case exempts',
      env: { HTTPS_PROXY: 'http://p', no_proxy: 'a,*' },
      server: https,
      proxy: undefined,
    },
  ])('$name', ({ env, server, proxy }) => {
    expect(proxyFromEnvironment(env, server)).toBe(proxy)
  })
})

describe('isExempt', () => {
  it.each([
    ['', 'https://a.dev', false],
    [' , ,', 'https://a.dev', false],
    ['*', 'https://a.dev', true],
    ['a.dev', 'https://a.dev', true],
    ['A.DEV', 'https://a.dev', true],
    ['a.dev', 'https://b.a.dev', true],
    ['a.dev', 'https://ba.dev', false],
    ['.a.dev', 'https://b.a.dev', true],
    ['.a.dev', 'https://a.dev', false],
    ['*.a.dev', 'https://b.a.dev', true],
    ['*.a.dev', 'https://a.dev', false],
    ['a.dev:6443', 'https://a.dev:6443', true],
    ['a.dev:443', 'https://a.dev', true],
    ['a.dev:80', 'https://a.dev', false],
    ['10.0.0.1', 'https://10.0.0.1:6443', true],
    ['10.0.0.1:6443', 'https://10.0.0.1:6443', true],
    ['10.0.0.1:80', 'https://10.0.0.1:6443', false],
    ['10.0.0.2', 'https://10.0.0.1', false],
    ['10.0.0.0/8', 'https://10.1.2.3', true],
    ['10.0.0.0/8', 'https://11.1.2.3', false],
    ['10.0.0.0/99', 'https://10.1.2.3', false],
    ['10.0.0.0/x', 'https://10.1.2.3', false],
    ['10.0.0.0/8', 'https://10.example.dev', false],
    ['fd00::/8', 'https://[fd12::1]', true],
    ['fd12::1', 'https://[fd12:0::1]', true],
    ['[fd12::1]:443', 'https://[fd12::1]', true],
    ['::1', 'https://[fd12::1]', false],
    ['x, a.dev ,y', 'https://a.dev', true],
    ['a.dev', 'https://a.dev.', true],
  ])('NO_PROXY=%j exempts %s: %s', (noProxy, server, expected) => {
    expect(isExempt(noProxy, new URL(server))).toBe(expected)
  })
})
