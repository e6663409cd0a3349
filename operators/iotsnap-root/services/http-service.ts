/** The HTTP server shared by all services: routes, a health check of all dependencies, and counters for Telegraf. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Answer, jsonAnswer, Refusal } from './answer.ts'
import { Counters } from './counters.ts'

/** The largest accepted file. */
export const mostBodyBytes = 64 * 1024 * 1024

export interface ServiceRequest {
  /** The decoded values of the route's `:name` parameters. */
  readonly parameters: Readonly<Record<string, string>>
  readonly body: () => Promise<Buffer>
}

export type Handle = (request: ServiceRequest) => Promise<Answer>

export interface HttpServiceOptions {
  readonly name: string
  readonly host: string
  readonly port: number
  /** By method and path: `GET /files/:name`. */
  readonly routes: Readonly<Record<string, Handle>>
  /** Rejects if a dependency of the service does not work. */
  readonly health: () => Promise<void>
}

export interface HttpService extends AsyncDisposable {
  readonly url: string
}

export async function startHttpService(options: HttpServiceOptions): Promise<HttpService> {
  const counters = new Counters(options.name)
  const routes: Readonly<Record<string, Handle>> = {
    ...options.routes,
    'GET /health': async () => healthAnswer(options),
    'GET /metrics': async () => ({ status: 200, type: 'text/plain; version=0.0.4', body: counters.text() }),
  }
  const server = createServer((request, response) => {
    void answer(routes, request).then((given) => {
      counters.count(given.status)
      send(response, given)
    })
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(options.port, options.host, resolve)
  })
  const { address, port } = server.address() as AddressInfo
  return {
    url: `http://${address}:${port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}

async function healthAnswer({ name, health }: HttpServiceOptions): Promise<Answer> {
  try {
    await health()
    return jsonAnswer(200, { service: name, status: 'up' })
  } catch (error) {
    return jsonAnswer(503, { service: name, status: 'down', reason: messageOf(error) })
  }
}

async function answer(routes: Readonly<Record<string, Handle>>, request: IncomingMessage): Promise<Answer> {
  try {
    const found = findRoute(routes, request.method ?? 'GET', request.url ?? '/')
    return await found.handle({ parameters: found.parameters, body: () => readBody(request) })
  } catch (error) {
    if (error instanceof Refusal) return jsonAnswer(error.status, { reason: error.message })
    return jsonAnswer(503, { reason: messageOf(error) })
  }
}

interface FoundRoute {
  readonly handle: Handle
  readonly parameters: Readonly<Record<string, string>>
}

/** Failure: throws `Refusal` for a path or a method without a route. */
export function findRoute(routes: Readonly<Record<string, Handle>>, method: string, url: string): FoundRoute {
  const path = url.split('?')[0]!
  let isKnownPath = false
  for (const [route, handle] of Object.entries(routes)) {
    const [routeMethod, routePath = ''] = route.split(' ')
    const parameters = matchPath(routePath, path)
    if (parameters === undefined) continue
    isKnownPath = true
    if (routeMethod === method) return { handle, parameters }
  }
  throw new Refusal(isKnownPath ? 405 : 404, `There is no ${method} ${path.slice(0, 200)} here.`)
}

function matchPath(route: string, path: string): Readonly<Record<string, string>> | undefined {
  const [expected, given] = [route.split('/'), path.split('/')]
  if (expected.length !== given.length) return undefined
  const parameters: [string, string][] = []
  for (const [place, part] of expected.entries()) {
    if (part.startsWith(':')) parameters.push([part.slice(1), validName(given[place]!)])
    else if (part !== given[place]) return undefined
  }
  return Object.fromEntries(parameters)
}

/** Names become object keys, file names and SQL parameters: letters, digits, `.`, `_` and `-`. */
function validName(text: string): string {
  if (/^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/.test(text)) return text
  throw new Refusal(400, 'A name consists of up to 128 letters, digits, dots, underscores and hyphens.')
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of request) {
    bytes += (chunk as Buffer).length
    if (bytes > mostBodyBytes) throw new Refusal(413, `A file has at most ${mostBodyBytes} bytes.`)
    chunks.push(chunk as Buffer)
  }
  return Buffer.concat(chunks)
}

function send(response: ServerResponse, { status, type, body }: Answer): void {
  response.writeHead(status, { 'content-type': type, 'content-length': Buffer.byteLength(body) })
  response.end(body)
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
