/** HTTP CONNECT: opens a tunnel through a proxy. See decision 0426 for why `node:http` is not imported. */
import type { Socket } from 'node:net'
import { connectionErrors } from '../errors.ts'
import { codeOf } from './failures.ts'
import { describeProxy, type ProxyServer } from './proxy-url.ts'
import type { Destination } from './socks5.ts'

/** Failure: `KW_CLIENT_PROXY_REFUSED` if the proxy refuses, `KW_CLIENT_UNREACHABLE` if it cannot reach the host. */
export function connectTunnel(socket: Socket, proxy: ProxyServer, to: Destination, signal: AbortSignal): Promise<void> {
  const authority = `${to.host.includes(':') ? `[${to.host}]` : to.host}:${to.port}`
  const login = Buffer.from(`${proxy.username}:${proxy.password}`).toString('base64')
  return new Promise((resolve, reject) => {
    const tunnel = process.getBuiltinModule('node:http').request({
      method: 'CONNECT',
      path: authority,
      headers: { host: authority, ...(proxy.username !== '' && { 'proxy-authorization': `Basic ${login}` }) },
      createConnection: () => socket,
      signal,
    })
    tunnel.once('connect', ({ statusCode = 0 }, _, head: Buffer) => {
      if (head.length > 0) socket.unshift(head)
      if (statusCode >= 200 && statusCode < 300) resolve()
      else reject(answered(proxy, authority, statusCode))
    })
    tunnel.once('error', (error) => reject(isNotHttp(error) ? notProxy(proxy, authority, error) : error))
    tunnel.end()
  })
}

/** Node's parser says so. */
function isNotHttp(error: Error): boolean {
  return codeOf(error).startsWith('HPE_INVALID_')
}

function notProxy(proxy: ProxyServer, authority: string, cause: Error): Error {
  return connectionErrors('KW_CLIENT_UNREACHABLE', {
    what: `reach ${authority} through the proxy ${describeProxy(proxy)}`,
    why: 'the server there is not an HTTP proxy',
    next: 'Correct proxy-url in the kubeconfig, or HTTPS_PROXY and NO_PROXY.',
    details: { proxy: describeProxy(proxy), reason: 'proxy', problem: codeOf(cause) },
    cause,
  })
}

/** Permanent refusals, as opposed to temporary failures. */
const refusals: Readonly<Record<number, string>> = {
  401: 'it rejects the credentials for connections to',
  403: 'it does not allow connections to',
  405: 'it does not open tunnels to',
  407: 'it requires a valid user name and password for connections to',
}

function answered(proxy: ProxyServer, authority: string, status: number): Error {
  const refusal = refusals[status]
  const details = { proxy: describeProxy(proxy), status, reason: 'proxy' }
  if (refusal !== undefined) {
    return connectionErrors('KW_CLIENT_PROXY_REFUSED', {
      what: `use the proxy ${describeProxy(proxy)}`,
      why: `${refusal} ${authority} (${status})`,
      next: 'Correct proxy-url in the kubeconfig, or HTTPS_PROXY and NO_PROXY.',
      details,
    })
  }
  return connectionErrors('KW_CLIENT_UNREACHABLE', {
    what: `reach ${authority} through the proxy ${describeProxy(proxy)}`,
    why: `the proxy returned ${status}`,
    next: 'Check that the proxy can reach the server.',
    details,
  })
}
