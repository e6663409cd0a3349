/**
 * Observes every write of every client of a cluster, one at a time.
 *
 * Writes are serialized while there is a witness: the cluster does not change between a write and its observation. A write that an
 * admission webhook makes belongs to the write that called the webhook.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import type { Transport, TransportRequest, TransportResponse } from '@kubewright/client/transport'
import { type CallName, callOf, isWrite } from '../requests/call-name.ts'

/** The author of a write: controllers that `cluster.run` started, the simulation of the cluster, or any other client. */
export type Writer = 'operator' | 'cluster' | 'user'

/** A write that changed something. */
export interface WitnessedWrite {
  readonly by: Writer
  /** `apply deployments.apps default/db` */
  readonly call: string
  /** Whether the write created an object. */
  readonly isNew: boolean
}

/** The observer of `cluster.witnessWrites`, called before and after each write. */
export interface WriteWitness {
  /** Called before a write is sent. */
  before(): Promise<void>
  /** Called after a write that changed something, and after one whose response was lost. */
  after(write: WitnessedWrite): Promise<void>
}

export class WriteWitnesses {
  readonly #reader: Transport
  readonly #witnesses = new Set<WriteWitness>()
  readonly #inside = new AsyncLocalStorage<true>()
  /** Settles when the last witnessed write has been observed. */
  #last: Promise<unknown> = Promise.resolve()

  /** @param reader has permission to read everything */
  constructor(reader: Transport) {
    this.#reader = reader
  }

  add(witness: WriteWitness): Disposable {
    this.#witnesses.add(witness)
    return { [Symbol.dispose]: () => void this.#witnesses.delete(witness) }
  }

  /** A transport whose writes are witnessed as those of `by`. */
  transport(transport: Transport, by: Writer): Transport {
    return {
      host: transport.host,
      send: (request) => {
        const call = callOf(request)
        if (this.#witnesses.size === 0 || !isWrite(call) || this.#inside.getStore() === true)
          return transport.send(request)
        return this.#inTurn(() => this.#witnessed(() => transport.send(request), { request, call, by }))
      },
      [Symbol.asyncDispose]: () => transport[Symbol.asyncDispose](),
    }
  }

  #inTurn<Result>(run: () => Promise<Result>): Promise<Result> {
    const result = this.#last.then(() => this.#inside.run(true, run))
    this.#last = result.catch(() => undefined) // the sender gets the rejection
    return result
  }

  async #witnessed(send: () => Promise<TransportResponse>, { request, call, by }: Sent): Promise<TransportResponse> {
    const witnesses = [...this.#witnesses]
    for (const witness of witnesses) await witness.before()
    const path = objectPath(request, call)
    const version = await this.#versionAt(path)
    const notify = async (isNew: boolean) => {
      for (const witness of witnesses) await witness.after({ by, call: call.label, isNew })
    }
    let response: TransportResponse
    try {
      response = await send()
    } catch (error) {
      await notify(version === undefined && call.verb !== 'delete')
      throw error
    }
    const hasChanged = path === undefined ? response.status < 300 : (await this.#versionAt(path)) !== version
    if (hasChanged) await notify(response.status === 201)
    return response
  }

  /** The resource version of the object at `path`; `undefined` if there is none. */
  async #versionAt(path: string | undefined): Promise<string | undefined> {
    if (path === undefined) return undefined
    const { status, body } = await this.#reader.send({ method: 'GET', path, headers: { accept: 'application/json' } })
    const text = await body.text()
    if (status !== 200) return undefined
    return (JSON.parse(text) as { metadata?: { resourceVersion?: string } }).metadata?.resourceVersion
  }
}

interface Sent {
  readonly request: TransportRequest
  readonly call: CallName
  readonly by: Writer
}

/** The path of the object that a request changes, without its subresource; `undefined` for a create or a deletecollection. */
function objectPath({ method, path }: TransportRequest, { verb, resource }: CallName): string | undefined {
  if (method === 'POST' || verb === 'deletecollection') return undefined
  const [where = ''] = path.split('?', 1)
  const [, ...subresource] = resource.split('/')
  return subresource.length === 0 ? where : where.split('/').slice(0, -subresource.length).join('/')
}
