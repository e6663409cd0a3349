/** An API server with a single Lease: versions, conflicts, and a network between it and each process. */
import { type Client, createClient } from '@kubewright/client'
import {
  failure as statusFailure,
  type ScriptedAnswer,
  type ScriptedRequest,
  ScriptedServer,
} from '@kubewright/client/testing'
import type { Clock } from '@kubewright/core'
import { applyMergePatch, isJsonObject, type JsonObject } from '@kubewright/core/json'

/** Carries a request to the server and its response back; may delay or lose either. */
export type Network = (exchange: () => ScriptedAnswer, request: ScriptedRequest) => Promise<ScriptedAnswer>

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
    const server = new ScriptedServer({ '*': (request) => network(() => this.#answer(request), request) })
    return createClient(server, { clock, retry: false, fieldManager: 'test' })
  }

  #answer({ method, body = {} }: ScriptedRequest): ScriptedAnswer {
    this.heard.push(method)
    const sent = body as JsonObject
    if (method === 'POST') return this.lease === undefined ? this.#create(sent) : failure(409, 'AlreadyExists')
    if (this.lease === undefined) return failure(404, 'NotFound')
    if (method === 'GET') return { status: 200, body: this.lease }
    return this.#patch(this.lease, sent)
  }

  #create(sent: JsonObject): ScriptedAnswer {
    const uid = `uid-${++this.#created}`
    return this.#keep(applyMergePatch(sent, { metadata: { uid } }) as JsonObject, 201)
  }

  #patch(lease: JsonObject, sent: JsonObject): ScriptedAnswer {
    const [there, asked] = [metadataOf(lease), metadataOf(sent)]
    const isSame = there['uid'] === asked['uid'] && there['resourceVersion'] === asked['resourceVersion']
    return isSame ? this.#keep(applyMergePatch(lease, sent) as JsonObject, 200) : failure(409, 'Conflict')
  }

  #keep(lease: JsonObject, status: number): ScriptedAnswer {
    this.lease = applyMergePatch(lease, { metadata: { resourceVersion: String(++this.#version) } }) as JsonObject
    return { status, body: this.lease }
  }
}

function metadataOf(object: JsonObject): JsonObject {
  const { metadata } = object
  return isJsonObject(metadata) ? metadata : {}
}

function failure(code: number, reason: string): ScriptedAnswer {
  const details = { name: 'operator', group: 'coordination.k8s.io', kind: 'leases' }
  return statusFailure(code, reason, reason, details)
}
