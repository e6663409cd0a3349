/** Parses server addresses, and detects loopback ones. */
import { BlockList, isIP } from 'node:net'
import { connectionErrors } from './errors.ts'

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8, 'ipv4')
loopback.addAddress('::1', 'ipv6')

/** The host of `url` without the brackets of IPv6 addresses. */
export function hostOf(url: URL): string {
  return url.hostname.startsWith('[') ? url.hostname.slice(1, -1) : url.hostname
}

export function portOf(url: URL): number {
  return url.port === '' ? (url.protocol === 'https:' ? 443 : 80) : Number(url.port)
}

/** `host:port`, always with the port. */
export function hostAndPort(url: URL): string {
  return `${url.hostname}:${portOf(url)}`
}

export function isLoopback(host: string): boolean {
  const family = isIP(host)
  if (family === 0) return host === 'localhost' || host.endsWith('.localhost')
  return loopback.check(host, family === 6 ? 'ipv6' : 'ipv4')
}

/** Parses the address of an API server. Without a scheme it defaults to https if other fields imply TLS, as in kubectl. */
export function parseServer(server: string, speaksOfTls: boolean): URL {
  const hasScheme = /^[a-z][a-z0-9+.-]*:\/\//i.test(server)
  const text = hasScheme ? server : `${speaksOfTls ? 'https' : 'http'}://${server}`
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url || url.hostname === '') throw refused('it is not a URL', server)
  if (!['http:', 'https:'].includes(url.protocol)) throw refused(`the scheme is ${url.protocol.slice(0, -1)}`, server)
  if (url.username !== '' || url.password !== '') {
    throw connectionErrors('KW_CLIENT_CONFIG_INVALID', {
      what: 'use the server address',
      why: 'it contains a user name or password, and addresses appear in logs',
      next: 'Use `basic: { username, password }`, or better, a token.',
      details: { field: 'server' },
    })
  }
  url.pathname = withoutTrailingSlashes(url.pathname)
  url.search = ''
  url.hash = ''
  return url
}

/** A loop from the end: a regular expression would take quadratic time. */
export function withoutTrailingSlashes(text: string): string {
  let end = text.length
  while (text[end - 1] === '/') end--
  return text.slice(0, end)
}

function refused(why: string, server: string): Error {
  return connectionErrors('KW_CLIENT_CONFIG_INVALID', {
    // Text before an @ may be a password, even if this is not a URL.
    what: `use the server address ${JSON.stringify(server.replace(/^.*@/s, '…@'))}`,
    why,
    next: 'Write it as https://host:port.',
    details: { field: 'server' },
  })
}
