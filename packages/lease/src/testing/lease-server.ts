/** An API server with a single Lease: versions, conflicts, and a network between it and each process. */
import {
  type Client,
  createClient,
  type Transport,
  type TransportRequest,
  type TransportResponse,
} from '@kubewright/client'
import { applyMergePatch, type Clock, isJsonObject, type JsonObject } from '@kubewright/core'

interface Answer {
  readonly status: number
  readonly body: unknown
}

/** Carries a request to the server and its response back; may delay or lose either. */
export type Network = (exchange: () => Answer, request: TransportRequest) => Promise<Answer>

export class LeaseServer {
  /** HTTP methods in the order in which they took effect. */
  readonly heard: string[] = []
  lease: JsonObject | undefined
  #version = 0
  #created = 0

  /** The spec of the lease. */
  get spec(): JsonObject {
    const spec = this.lease?.['spec']
    return isJsonObject(spec) ? spec : {}
  }

  /** Another client writes an annotation and keeps the holder. */
  annotate(value: string): void {
    if (this.lease === undefined) return
    this.#keep(applyMergePatch(this.lease, { metadata: { annotations: { note: value } } }) as JsonObject, 200)
  }

  client(clock: Clock, network: Network = async (exchange) => exchange()): Client {
    const send = async (request: TransportRequest): Promise<TransportResponse> => {
      const { status, body } = await network(() => this.#answer(request), request)
      const text = JSON.stringify(body)
      const headers = { 'content-type': 'application/json' }
      return { status, headers, body: { text: async () => text, ...chunksOf(text) } }
    }
    const transport: Transport = { host: 'lease.test:6443', send, [Symbol.asyncDispose]: async () => {} }
    return createClient(transport, { clock, retry: false, fieldManager: 'test' })
  }

  #answer({ method, body }: TransportRequest): Answer {
    this.heard.push(method)
    const sent = body === undefined ? {} : (JSON.parse(String(body)) as JsonObject)
    if (method === 'POST') return this.lease === undefined ? this.#create(sent) : failure(409, 'AlreadyExists')
    if (this.lease === undefined) return failure(404, 'NotFound')
    if (method === 'GET') return { status: 200, body: this.lease }
    return this.#patch(this.lease, sent)
  }

  #create(sent: JsonObject): Answer {
    const uid = `uid-${++this.#created}`
    return this.#keep(applyMergePatch(sent, { metadata: { uid } }) as JsonObject, 201)
  }

  #patch(lease: JsonObject, sent: JsonObject): Answer {
    const [there, asked] = [metadataOf(lease), metadataOf(sent)]
    const isSame = there['uid'] === asked['uid'] && there['resourceVersion'] === asked['resourceVersion']
    return isSame ? this.#keep(applyMergePatch(lease, sent) as JsonObject, 200) : failure(409, 'Conflict')
  }

  #keep(lease: JsonObject, status: number): Answer {
    this.lease = applyMergePatch(lease, { metadata: { resourceVersion: String(++this.#version) } }) as JsonObject
    return { status, body: this.lease }
  }
}

function metadataOf(object: JsonObject): JsonObject {
  const { metadata } = object
  return isJsonObject(metadata) ? metadata : {}
}

function failure(code: number, reason: string): Answer {
  const details = { name: 'operator', group: 'coordination.k8s.io', kind: 'leases' }
  const body = { kind: 'Status', apiVersion: 'v1', status: 'Failure', message: reason, reason, details, code }
  return { status: code, body }
}

function chunksOf(text: string): AsyncIterable<Uint8Array> {
  return {
    async *[Symbol.asyncIterator]() {
      yield Buffer.from(text)
    },
  }
}
