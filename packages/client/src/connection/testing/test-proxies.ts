/** Local proxies for tests: they connect as requested, and record the targets. */
import { createServer, type IncomingMessage } from 'node:http'
import { createServer as createSecureServer, type ServerOptions } from 'node:https'
import { connect, type Server, type Socket } from 'node:net'
import { readBytes } from '../wire/socket-io.ts'
import { listening, startTcp, type TestServer } from './test-server.ts'

export interface TestProxy extends TestServer {
  /** `host:port` of every requested tunnel. */
  readonly tunnels: readonly string[]
  /** The credentials received, if any. */
  readonly logins: readonly (string | undefined)[]
}

/** Every host name resolves to this machine, so that tests can use any. */
const everywhere = '127.0.0.1'

/** An HTTP proxy; over TLS with `tls`. It responds with `status` instead of 200 if given. */
export async function startHttpProxy(
  options: { readonly tls?: ServerOptions; readonly status?: number } = {},
): Promise<TestProxy> {
  const [tunnels, logins]: [string[], (string | undefined)[]] = [[], []]
  const server: Server = options.tls ? createSecureServer(options.tls) : createServer()
  server.on('connect', ({ url = '', headers }: IncomingMessage, socket: Socket) => {
    tunnels.push(url)
    logins.push(headers['proxy-authorization'])
    socket.on('error', () => {})
    if (options.status !== undefined) return socket.end(`HTTP/1.1 ${options.status} No\r\ncontent-length: 0\r\n\r\n`)
    socket.write('HTTP/1.1 200 OK\r\n\r\n')
    return splice(socket, Number(url.split(':').pop()))
  })
  return Object.assign(await listening(server, options.tls ? 'https' : 'http'), { tunnels, logins })
}

export interface Socks5Options {
  /** Requires this user name and password: `ada:secret`. */
  readonly login?: string
  /** Replies with this code instead of 0. */
  readonly reply?: number
}

/** A SOCKS5 proxy. */
export async function startSocks5Proxy({ login, reply = 0 }: Socks5Options = {}): Promise<TestProxy> {
  const [tunnels, logins]: [string[], (string | undefined)[]] = [[], []]
  const { signal } = new AbortController()
  const serve = async (socket: Socket) => {
    const read = (count: number) => readBytes(socket, count, signal)
    const [, methods = 0] = await read(2)
    const offered = await read(methods)
    const method = login === undefined ? 0 : 2
    if (!offered.includes(method)) return socket.end(Buffer.from([5, 0xff]))
    socket.write(Buffer.from([5, method]))
    if (login !== undefined) {
      const [, userLength = 0] = await read(2)
      const user = (await read(userLength)).toString()
      const [passwordLength = 0] = await read(1)
      const given = `${user}:${(await read(passwordLength)).toString()}`
      logins.push(given)
      socket.write(Buffer.from([1, given === login ? 0 : 1]))
      if (given !== login) return socket.end()
    }
    const [, , , kind] = await read(4)
    const host =
      kind === 3
        ? (await read((await read(1))[0] ?? 0)).toString()
        : `bytes:${(await read(kind === 1 ? 4 : 16)).toString('hex')}`
    const port = (await read(2)).readUInt16BE()
    tunnels.push(`${host}:${port}`)
    const bound = kind === 3 ? [3, 1, 0x78, 0, 0] : [1, 0, 0, 0, 0, 0, 0]
    socket.write(Buffer.from([5, reply, 0, ...bound]))
    return reply === 0 ? splice(socket, port) : socket.end()
  }
  const server = await startTcp((socket) => void serve(socket).catch(() => socket.destroy()))
  return Object.assign(server, { tunnels, logins })
}

function splice(socket: Socket, port: number): void {
  const onward = connect(port, everywhere)
  onward.on('error', () => socket.destroy()).on('close', () => socket.destroy())
  socket.on('close', () => onward.destroy())
  socket.pipe(onward).pipe(socket)
}
