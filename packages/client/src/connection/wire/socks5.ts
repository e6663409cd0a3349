/** SOCKS5 (RFC 1928, RFC 1929): requests a connection by host name, so that the proxy resolves it. */
import { isIP, type Socket } from 'node:net'
import { addressBytes } from '@kubewright/core/certificates'
import { connectionErrors } from '../errors.ts'
import { describeProxy, type ProxyServer } from './proxy-url.ts'
import { readBytes } from './socket-io.ts'

export interface Destination {
  readonly host: string
  readonly port: number
}

const version = 5
const noLogin = 0
const passwordLogin = 2

/** Failure: `KW_CLIENT_PROXY_REFUSED` if the proxy refuses, `KW_CLIENT_UNREACHABLE` if it cannot reach the host. */
export async function connectSocks5(
  socket: Socket,
  proxy: ProxyServer,
  to: Destination,
  signal: AbortSignal,
): Promise<void> {
  if (Buffer.byteLength(to.host) > 255)
    throw refused(proxy, 'the host name is longer than 255 bytes, the limit of SOCKS5')
  const methods = proxy.username === '' ? [noLogin] : [noLogin, passwordLogin]
  socket.write(Buffer.from([version, methods.length, ...methods]))
  const [spoken, method] = await readBytes(socket, 2, signal)
  if (spoken !== version) throw refused(proxy, 'the server there is not a SOCKS5 proxy')
  if (method === passwordLogin) await logIn(socket, proxy, signal)
  else if (method !== noLogin) throw refused(proxy, 'it requires a user name and password, and the proxy URL has none')
  socket.write(Buffer.concat([Buffer.from([version, 1, 0]), addressOf(to.host), portOf(to.port)]))
  const [, reply = 1, , addressType] = await readBytes(socket, 4, signal)
  if (reply !== 0) throw answered(proxy, to, reply)
  await readBytes(socket, await restOfReply(socket, addressType, signal), signal)
}

async function logIn(socket: Socket, proxy: ProxyServer, signal: AbortSignal): Promise<void> {
  const [user, secret] = [Buffer.from(proxy.username), Buffer.from(proxy.password)]
  if (user.length > 255 || secret.length > 255)
    throw refused(proxy, 'the user name or the password is longer than 255 bytes, the limit of SOCKS5')
  socket.write(Buffer.concat([Buffer.from([1, user.length]), user, Buffer.from([secret.length]), secret]))
  const [, status] = await readBytes(socket, 2, signal)
  if (status !== 0) throw refused(proxy, 'it does not accept the user name and password in the proxy URL')
}

function addressOf(host: string): Buffer {
  const family = isIP(host)
  if (family !== 0) return Buffer.from([family === 6 ? 4 : 1, ...addressBytes(host)])
  const name = Buffer.from(host)
  return Buffer.concat([Buffer.from([3, name.length]), name])
}

function portOf(port: number): Buffer {
  return Buffer.from([port >> 8, port & 0xff])
}

/** The reply includes an address that is not needed; its length depends on its type. */
async function restOfReply(socket: Socket, addressType: number | undefined, signal: AbortSignal): Promise<number> {
  if (addressType === 1) return 4 + 2
  if (addressType === 4) return 16 + 2
  const [length = 0] = await readBytes(socket, 1, signal)
  return length + 2
}

const replies: Readonly<Record<number, string>> = {
  1: 'the proxy failed',
  2: 'the proxy does not allow the connection',
  3: 'the proxy cannot reach that network',
  4: 'the proxy cannot reach that host',
  5: 'the host refused the connection of the proxy',
  6: 'the TTL of the connection expired',
  7: 'the proxy does not support the command CONNECT',
  8: 'the proxy does not support this type of address',
}

function answered(proxy: ProxyServer, to: Destination, reply: number): Error {
  const why = replies[reply] ?? `the proxy returned the code ${reply}`
  if (reply === 2) return refused(proxy, `it does not allow connections to ${to.host}:${to.port}`)
  return connectionErrors('KW_CLIENT_UNREACHABLE', {
    what: `reach ${to.host}:${to.port} through the proxy ${describeProxy(proxy)}`,
    why,
    next: 'Check that the proxy can reach the server.',
    details: { reason: 'proxy', reply },
  })
}

function refused(proxy: ProxyServer, why: string): Error {
  return connectionErrors('KW_CLIENT_PROXY_REFUSED', {
    what: `use the proxy ${describeProxy(proxy)}`,
    why,
    next: 'Correct proxy-url in the kubeconfig, or HTTPS_PROXY and NO_PROXY.',
    details: { proxy: describeProxy(proxy) },
  })
}
