/** Parses proxy URLs. */
import { connectionErrors } from '../errors.ts'
import { hostOf } from '../server-address.ts'

/** Protocols by URL scheme. `socks5` and `socks5h` are the same here: the proxy always resolves names. */
const protocols = {
  'http:': { speaks: 'connect', isSecure: false, port: 80 },
  'https:': { speaks: 'connect', isSecure: true, port: 443 },
  'socks5:': { speaks: 'socks5', isSecure: false, port: 1080 },
  'socks5h:': { speaks: 'socks5', isSecure: false, port: 1080 },
} as const

export interface ProxyServer {
  readonly url: URL
  readonly speaks: 'connect' | 'socks5'
  readonly isSecure: boolean
  readonly host: string
  readonly port: number
  readonly username: string
  readonly password: string
}

/** Failure: `KW_CLIENT_CONFIG_INVALID`, without quoting the URL, which may contain a password. */
export function parseProxy(text: string): ProxyServer {
  const url = URL.canParse(text) ? new URL(text) : undefined
  const protocol = url && protocols[url.protocol as keyof typeof protocols]
  if (!url || !protocol || url.hostname === '') {
    throw connectionErrors('KW_CLIENT_CONFIG_INVALID', {
      what: 'use the proxy URL',
      why: url ? `its scheme is ${url.protocol.slice(0, -1)}` : 'it is not a URL',
      next: 'Write it as http://host:port, https://host:port or socks5://host:port.',
      details: { field: 'proxy-url' },
    })
  }
  return {
    url,
    speaks: protocol.speaks,
    isSecure: protocol.isSecure,
    host: hostOf(url),
    port: url.port === '' ? protocol.port : Number(url.port),
    username: unescaped(url.username),
    password: unescaped(url.password),
  }
}

/** For messages: the address of the proxy, without credentials. */
export function describeProxy(proxy: ProxyServer): string {
  return `${proxy.url.protocol}//${proxy.url.hostname}:${proxy.port}`
}

function unescaped(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text // a lone % is literal
  }
}
