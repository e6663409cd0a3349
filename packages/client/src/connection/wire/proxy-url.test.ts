import { describe, expect, it } from 'vitest'
import { failureText } from '../testing/failure.ts'
import { describeProxy, parseProxy } from './proxy-url.ts'

describe('parseProxy', () => {
  it.each([
    { url: 'http://proxy', speaks: 'connect', isSecure: false, host: 'proxy', port: 80 },
    { url: 'http://proxy:3128', speaks: 'connect', isSecure: false, host: 'proxy', port: 3128 },
    { url: 'https://proxy', speaks: 'connect', isSecure: true, host: 'proxy', port: 443 },
    { url: 'socks5://proxy', speaks: 'socks5', isSecure: false, host: 'proxy', port: 1080 },
    { url: 'socks5h://[::1]:9050', speaks: 'socks5', isSecure: false, host: '::1', port: 9050 },
  ])('parses $url', ({ url, ...expected }) => {
    expect(parseProxy(url)).toMatchObject({ ...expected, username: '', password: '' })
  })

  it('parses user and password, and omits them from its description', () => {
    const proxy = parseProxy('http://ada:p%40ss@proxy:3128')

    expect([proxy.username, proxy.password]).toEqual(['ada', 'p@ss'])
    expect(describeProxy(proxy)).toBe('http://proxy:3128')
    expect(parseProxy('http://100%@proxy').username).toBe('100%')
  })

  it('rejects an invalid URL without quoting it', async () => {
    expect(await failureText(() => parseProxy('ftp://ada:s3cr3t@proxy'))).toMatchInlineSnapshot(
      `"KW_CLIENT_CONFIG_INVALID Cannot use the proxy URL: its scheme is ftp. Write it as http://host:port, https://host:port or socks5://host:port."`,
    )
    expect(await failureText(() => parseProxy('s3cr3t'))).not.toContain('s3cr3t')
  })
})
