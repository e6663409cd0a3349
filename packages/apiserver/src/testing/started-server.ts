/** A complete server under virtual time, with test helpers. */
import { seededIds, seededRandom, VirtualClock } from '@kubewright/core/testing'
import type { ApiServer, ApiServerOptions } from '../api-server.ts'
import type { LocalResponse } from '../http/local-transport.ts'
import { startApiServer } from '../start-api-server.ts'

export interface StartedServer extends AsyncDisposable {
  readonly server: ApiServer
  readonly clock: VirtualClock
  readonly send: Send
  /** Opens a watch; `next` resolves with the next event. */
  watch(path: string): Promise<StartedWatch>
}

export type Send = (method: string, path: string, body?: unknown, headers?: Record<string, string>) => Promise<Answer>

export interface Answer {
  readonly status: number
  readonly headers: LocalResponse['headers']
  // oxlint-disable-next-line typescript/no-explicit-any -- tests look into answers of every shape
  readonly body: any
}

export interface StartedWatch extends Disposable {
  /** The next event as `TYPE name`, `'ended'` at the end. */
  next(): Promise<string>
}

export async function startServer(options: ApiServerOptions = {}): Promise<StartedServer> {
  const clock = new VirtualClock()
  const random = seededRandom('started server')
  const server = await startApiServer({ clock, random, ids: seededIds(random), ...options })
  return {
    server,
    clock,
    send: sender(server),
    watch: (path) => watch(server, path),
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  }
}

function sender(server: ApiServer): Send {
  return async (method, path, body, headers = {}) => {
    const content = body === undefined ? {} : { body: JSON.stringify(body) }
    const all = { 'content-type': 'application/json', ...headers }
    const response = await server.transport().send({ method, path, headers: all, ...content })
    const text = await response.body.text()
    return { status: response.status, headers: response.headers, body: text.startsWith('{') ? JSON.parse(text) : text }
  }
}

interface WatchLine {
  readonly type: string
  readonly object: { readonly metadata?: { readonly name?: string }; readonly code?: number }
}

async function watch(server: ApiServer, path: string): Promise<StartedWatch> {
  const controller = new AbortController()
  const { body } = await server.transport().send({ method: 'GET', path, headers: {}, signal: controller.signal })
  const chunks = body[Symbol.asyncIterator]()
  const lines: string[] = []
  return {
    async next() {
      while (lines.length === 0) {
        const { done, value } = await chunks.next()
        if (done === true) return 'ended'
        lines.push(...Buffer.from(value).toString().trim().split('\n'))
      }
      const { type, object } = JSON.parse(lines.shift()!) as WatchLine
      return `${type} ${object.metadata?.name ?? object.code}`
    },
    [Symbol.dispose]: () => controller.abort(),
  }
}
