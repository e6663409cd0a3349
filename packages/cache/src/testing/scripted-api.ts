/** An API server of one kind, for tests: it stores objects, streams their changes, and can be overridden. */
import {
  type Client,
  createClient,
  type Transport,
  type TransportBody,
  type TransportRequest,
} from '@kubewright/client'
import { type Clock, type KubeObject, onAbort } from '@kubewright/core'

export interface Answer {
  readonly status?: number
  readonly body: unknown
}

/** Answers a request in place of the server; `undefined` lets the server answer. */
export type Override = (request: TransportRequest) => Answer | undefined | Promise<Answer | undefined>

export class ScriptedApi implements Transport {
  readonly host = 'scripted.test:6443'
  /** Method, path and query of every request. */
  readonly asked: string[] = []
  readonly objects = new Map<string, KubeObject>()
  override: Override = () => undefined
  version = 100
  readonly #watches = new Set<Lines>()

  /** How many watches are open. */
  get watches(): number {
    return this.#watches.size
  }

  client(clock: Clock, namespace?: string): Client {
    return createClient(this, { clock, retry: false, fieldManager: 'test', ...(namespace && { namespace }) })
  }

  /** Applies a change and sends it to open watches. Returns the object with its new version. */
  happen(type: 'ADDED' | 'MODIFIED' | 'DELETED', object: KubeObject): KubeObject {
    const now = this.note(type, object)
    this.show(type, now)
    return now
  }

  /** The same, without notifying watches. */
  note(type: 'ADDED' | 'MODIFIED' | 'DELETED', object: KubeObject): KubeObject {
    const metadata = { ...object.metadata, resourceVersion: String(++this.version) }
    const now = { ...object, metadata }
    const key = `${metadata.namespace ?? ''}/${metadata.name}`
    if (type === 'DELETED') this.objects.delete(key)
    else this.objects.set(key, now)
    return now
  }

  show(type: string, object: unknown): void {
    for (const watch of this.#watches) watch.push(`${JSON.stringify({ type, object })}\n`)
  }

  closeWatches(): void {
    for (const watch of this.#watches) watch.end()
  }

  async send(request: TransportRequest) {
    this.asked.push(`${request.method} ${request.path}`)
    const answer = await unlessAborted(Promise.resolve(this.override(request)), request.signal)
    const headers = { 'content-type': 'application/json' }
    if (answer !== undefined) return { status: answer.status ?? 200, headers, body: textBody(answer.body) }
    const query = new URL(request.path, 'https://scripted.test').searchParams
    if (!query.has('watch')) return { status: 200, headers, body: textBody(this.#list()) }
    return { status: 200, headers, body: this.#watch(query.has('sendInitialEvents'), request.signal) }
  }

  async [Symbol.asyncDispose](): Promise<void> {}

  #list(): unknown {
    return { kind: 'List', metadata: { resourceVersion: String(this.version) }, items: [...this.objects.values()] }
  }

  #watch(isInitial: boolean, signal: AbortSignal | undefined): TransportBody {
    const lines = new Lines(signal, () => this.#watches.delete(lines))
    this.#watches.add(lines)
    if (isInitial) {
      const events = [...this.objects.values()].map((object) => ({ type: 'ADDED', object }))
      const annotations = { 'k8s.io/initial-events-end': 'true' }
      const end = { type: 'BOOKMARK', object: { metadata: { resourceVersion: String(this.version), annotations } } }
      for (const event of [...events, end]) lines.push(`${JSON.stringify(event)}\n`)
    }
    return { [Symbol.asyncIterator]: () => lines.read(), text: () => Promise.resolve('') }
  }
}

/** A `Status` as API servers return it. */
export function failure(code: number, reason: string, message = reason): Answer {
  return { status: code, body: { kind: 'Status', apiVersion: 'v1', status: 'Failure', reason, code, message } }
}

class Lines {
  readonly #signal: AbortSignal | undefined
  readonly #closed: () => void
  readonly #waiting: string[] = []
  #isOver = false
  #wake: (() => void) | undefined

  constructor(signal: AbortSignal | undefined, closed: () => void) {
    this.#signal = signal
    this.#closed = closed
  }

  push(line: string): void {
    this.#waiting.push(line)
    this.#wake?.()
  }

  end(): void {
    this.#isOver = true
    this.#wake?.()
  }

  async *read(): AsyncGenerator<Uint8Array, void, undefined> {
    using _ = this.#signal && onAbort(this.#signal, () => this.#wake?.())
    try {
      for (;;) {
        this.#signal?.throwIfAborted()
        const line = this.#waiting.shift()
        if (line !== undefined) yield Buffer.from(line)
        else if (this.#isOver) return
        else await new Promise<void>((resolve) => (this.#wake = resolve))
      }
    } finally {
      this.#closed()
    }
  }
}

function unlessAborted<Value>(work: Promise<Value>, signal: AbortSignal | undefined): Promise<Value> {
  return new Promise((resolve, reject) => {
    const listening = signal && onAbort(signal, () => reject(signal.reason as Error))
    work.then(resolve, reject).finally(() => listening?.[Symbol.dispose]())
  })
}

function textBody(body: unknown): TransportBody {
  const text = JSON.stringify(body)
  return {
    async *[Symbol.asyncIterator]() {
      yield Buffer.from(text)
    },
    text: () => Promise.resolve(text),
  }
}
