/** A scripted API server, for tests of the requests sent. Without a script it accepts every write as it is. */
import { type Client, createClient, type Transport, type TransportRequest } from '@kubewright/client'
import { type Clock, isJsonObject } from '@kubewright/core'

export interface Asked {
  readonly method: string
  /** Without the query. */
  readonly path: string
  readonly query: Readonly<Record<string, string>>
  readonly body: unknown
}

export interface Answer {
  readonly status?: number
  readonly body: unknown
}

export class ScriptedServer implements Transport {
  readonly host = 'scripted.test:6443'
  readonly asked: Asked[] = []
  /** The scripted answer; `undefined` echoes `body` with a new resourceVersion. */
  answer: (asked: Asked) => Answer | undefined | Promise<Answer | undefined> = () => undefined
  #version = 100

  client(clock: Clock): Client {
    return createClient(this, { clock, retry: false, fieldManager: 'test', namespace: 'default' })
  }

  /** The requests, as lines: `PATCH /api/v1/…`. */
  get lines(): readonly string[] {
    return this.asked.map(({ method, path }) => `${method} ${path}`)
  }

  async send(request: TransportRequest) {
    const url = new URL(request.path, 'https://scripted.test')
    const body = request.body === undefined ? undefined : (JSON.parse(String(request.body)) as unknown)
    const asked = {
      method: request.method,
      path: url.pathname,
      query: Object.fromEntries(url.searchParams),
      body,
    }
    this.asked.push(asked)
    const answer = (await this.answer(asked)) ?? { body: this.#taken(asked.body) }
    const text = JSON.stringify(answer.body)
    const headers = { 'content-type': 'application/json' }
    return { status: answer.status ?? 200, headers, body: { text: async () => text, ...chunksOf(text) } }
  }

  async [Symbol.asyncDispose](): Promise<void> {}

  #taken(body: unknown): unknown {
    const object = isJsonObject(body) ? body : {}
    const metadata = isJsonObject(object['metadata']) ? object['metadata'] : {}
    return { ...object, metadata: { name: 'x', uid: 'uid', ...metadata, resourceVersion: String(++this.#version) } }
  }
}

/** A failure about the requested object, not its kind. */
export function failure(code: number, reason: string): Answer {
  const details = { name: 'one', kind: 'sites' }
  const status = { kind: 'Status', apiVersion: 'v1', status: 'Failure', message: reason, reason, details, code }
  return { status: code, body: status }
}

function chunksOf(text: string): AsyncIterable<Uint8Array> {
  return {
    async *[Symbol.asyncIterator]() {
      yield Buffer.from(text)
    },
  }
}
