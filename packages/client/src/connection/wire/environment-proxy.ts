/**
 * The proxy from the environment, by the rules of kubectl: HTTPS_PROXY for https, HTTP_PROXY for http, in upper or lower case; NO_PROXY
 * lists exceptions; loopback addresses are always reached directly.
 */
import { BlockList, isIP } from 'node:net'
import { hostOf, isLoopback, portOf } from '../server-address.ts'

/** Environment variables by name. */
export type Environment = Readonly<Record<string, string | undefined>>

/** The URL of the proxy for `server`, if any. A proxy without a scheme is an http proxy. */
export function proxyFromEnvironment(env: Environment, server: URL): string | undefined {
  const proxy = server.protocol === 'https:' ? fromEither(env, 'HTTPS_PROXY') : plainProxy(env)
  if (!proxy || isLoopback(hostOf(server)) || isExempt(fromEither(env, 'NO_PROXY') ?? '', server)) return undefined
  return proxy.includes('://') ? proxy : `http://${proxy}`
}

function fromEither(env: Environment, name: string): string | undefined {
  return env[name] || env[name.toLowerCase()]
}

/** Under CGI a client can set HTTP_PROXY by sending a `Proxy:` header, so it is ignored there. */
function plainProxy(env: Environment): string | undefined {
  return env['REQUEST_METHOD'] ? undefined : fromEither(env, 'HTTP_PROXY')
}

/**
 * Whether `noProxy` lists the server: `*`, an address, a network such as `10.0.0.0/8`, a domain (including its subdomains), or a domain
 * with a leading dot (its subdomains only); all but `*` and networks may end in a port.
 */
export function isExempt(noProxy: string, server: URL): boolean {
  const host = hostOf(server).toLowerCase().replace(/\.$/, '')
  return noProxy
    .split(',')
    .map((entry) => entry.trim().toLowerCase())
    .some((entry) => entry !== '' && covers(entry, host, portOf(server)))
}

function covers(entry: string, host: string, port: number): boolean {
  if (entry === '*') return true
  if (entry.includes('/')) return isInNetwork(entry, host)
  const { name, onlyPort } = withoutPort(entry)
  if (onlyPort !== undefined && onlyPort !== port) return false
  if (isIP(name) !== 0 || isIP(host) !== 0) return isSameAddress(name, host)
  const domain = name.replace(/^\*?\./, '')
  return host.endsWith(`.${domain}`) || (domain === name && host === domain)
}

function withoutPort(entry: string): { readonly name: string; readonly onlyPort?: number } {
  if (isIP(entry) === 6) return { name: entry }
  const [, name, port] = /^(.*?)(?::(\d+))?$/.exec(entry) ?? [entry, entry]
  const bare = (name ?? entry).replace(/^\[(.*)\]$/, '$1')
  return port === undefined ? { name: bare } : { name: bare, onlyPort: Number(port) }
}

function isSameAddress(one: string, other: string): boolean {
  return isIP(one) !== 0 && isInNetwork(`${one}/${isIP(one) === 6 ? 128 : 32}`, other)
}

function isInNetwork(network: string, host: string): boolean {
  const [address = '', bits = ''] = network.split('/')
  const [family, hostFamily] = [isIP(address), isIP(host)]
  const prefix = Number(bits)
  const isNetwork = family !== 0 && /^\d+$/.test(bits) && prefix <= (family === 6 ? 128 : 32)
  if (!isNetwork || hostFamily === 0) return false
  const list = new BlockList()
  list.addSubnet(address, prefix, family === 6 ? 'ipv6' : 'ipv4')
  return list.check(host, hostFamily === 6 ? 'ipv6' : 'ipv4')
}
