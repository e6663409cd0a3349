/** Local servers for tests: they count connections, record requests, and close with the test. */
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http'
import { createServer as createSecureServer, type ServerOptions } from 'node:https'
import { type AddressInfo, createServer as createTcpServer, type Server, type Socket } from 'node:net'

export interface TestServer extends AsyncDisposable {
  readonly port: number
  /** `http://127.0.0.1:1234` or `https://…`. */
  readonly url: string
  /** How many connections were ever opened. */
  readonly connections: number
  /** The open sockets. */
  readonly sockets: ReadonlySet<Socket>
}

export interface TestHttpServer extends TestServer {
  readonly requests: readonly TestRequest[]
}

export interface TestRequest {
  readonly method: string
  readonly path: string
  readonly headers: IncomingMessage['headers']
  /** Names and values as received, with repetitions. */
  readonly rawHeaders: readonly string[]
}

export function startHttp(answer: RequestListener): Promise<TestHttpServer> {
  return startHttpLike('http', (listener) => createServer(listener), answer)
}

export function startHttps(options: ServerOptions, answer: RequestListener): Promise<TestHttpServer> {
  return startHttpLike('https', (listener) => createSecureServer(options, listener), answer)
}

async function startHttpLike(scheme: string, create: (listener: RequestListener) => Server, answer: RequestListener) {
  const requests: TestRequest[] = []
  const server = create((request, response) => {
    const { method = '', url: path = '', headers, rawHeaders } = request
    requests.push({ method, path, headers, rawHeaders })
    answer(request, response)
  })
  return Object.assign(await listening(server, scheme), { requests })
}

/** A server with a custom protocol. */
export function startTcp(onConnection: (socket: Socket) => void): Promise<TestServer> {
  return listening(createTcpServer(onConnection), 'tcp')
}

/** Binds a server of any kind to a free port. */
export async function listening(server: Server, scheme: string): Promise<TestServer> {
  const sockets = new Set<Socket>()
  let connections = 0
  server.on('connection', (socket: Socket) => {
    connections++
    sockets.add(socket)
    socket.on('error', () => {}) // clients that vanish are part of the tests
    socket.once('close', () => sockets.delete(socket))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    port,
    url: `${scheme}://127.0.0.1:${port}`,
    get connections() {
      return connections
    },
    sockets,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** A local port without a listener. */
export async function unusedPort(): Promise<number> {
  await using server = await startTcp(() => {})
  return server.port
}

export function answerJson(response: ServerResponse, body: unknown, status = 200): void {
  response.writeHead(status, { 'content-type': 'application/json' })
  response.end(JSON.stringify(body))
}
