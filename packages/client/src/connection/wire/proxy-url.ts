/** Proxies by URL: which kinds there are, and what their URLs say. */
import { connectionErrors } from '../errors.ts'
import { hostOf } from '../server-address.ts'

/** What is spoken with a proxy, by the scheme of its URL. `socks5h` differs only elsewhere: names go to the proxy here. */
const protocols = {
  'http:': { speaks: 'connect', isSecure: false, port: 80 },
  'https:': { speaks: 'connect', isSecure: true, port: 443 },
  'socks5:': { speaks: 'socks5', isSecure: false, port: 1080 },
  'socks5h:': { speaks: 'socks5', isSecure: false, port: 1080 },
} as const

export interface Proxy {
  readonly url: URL
  readonly speaks: 'connect' | 'socks5'
  readonly isSecure: boolean
  readonly host: string
  readonly port: number
  readonly username: string
  readonly password: string
}

/** Failure: `KW_CLIENT_CONFIG_INVALID`, without repeating a URL that may hold a password. */
export function parseProxy(text: string): Proxy {
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

/** For messages: where the proxy is, without who we are to it. */
export function describeProxy(proxy: Proxy): string {
  return `${proxy.url.protocol}//${proxy.url.hostname}:${proxy.port}`
}

function unescaped(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text // a lone % is meant as it stands
  }
}
