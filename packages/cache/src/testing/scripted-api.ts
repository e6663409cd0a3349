/** An API server of one kind, for tests: it stores objects, streams their changes, and can be overridden. */
import { type Client, createClient } from '@kubewright/client'
import { type ScriptedAnswer, type ScriptedRequest, ScriptedServer, ScriptedStream } from '@kubewright/client/testing'
import type { Clock, KubeObject } from '@kubewright/core'

/** Answers a request in place of the server; `undefined` lets the server answer. */
export type Override = (request: ScriptedRequest) => ScriptedAnswer | undefined | Promise<ScriptedAnswer | undefined>

export class ScriptedApi {
  readonly objects = new Map<string, KubeObject>()
  override: Override = () => undefined
  version = 100
  readonly #server = new ScriptedServer({
    '*': async (request) => (await this.override(request)) ?? this.#answer(request),
  })
  readonly #streams: ScriptedStream[] = []

  get requests(): readonly ScriptedRequest[] {
    return this.#server.requests
  }

  /** How many watches are open. */
  get watches(): number {
    return this.#openStreams.length
  }

  get #openStreams(): readonly ScriptedStream[] {
    return this.#streams.filter(({ isClosed }) => !isClosed)
  }

  client(clock: Clock, namespace?: string): Client {
    return createClient(this.#server, { clock, retry: false, fieldManager: 'test', ...(namespace && { namespace }) })
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
    for (const stream of this.#openStreams) stream.event(type, object)
  }

  closeWatches(): void {
    for (const stream of this.#openStreams) stream.end()
  }

  #answer({ query }: ScriptedRequest): ScriptedAnswer {
    return 'watch' in query ? { stream: this.#watch('sendInitialEvents' in query) } : { body: this.#list() }
  }

  #list(): unknown {
    return { kind: 'List', metadata: { resourceVersion: String(this.version) }, items: [...this.objects.values()] }
  }

  #watch(isInitial: boolean): ScriptedStream {
    const stream = new ScriptedStream()
    this.#streams.push(stream)
    if (isInitial) {
      for (const object of this.objects.values()) stream.event('ADDED', object)
      const annotations = { 'k8s.io/initial-events-end': 'true' }
      stream.event('BOOKMARK', { metadata: { resourceVersion: String(this.version), annotations } })
    }
    return stream
  }
}
