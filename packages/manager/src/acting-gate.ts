/** Lets reconciles write only while the process may act: the last line of defence against a reconcile that goes on. */
import type { Client, Transport, TransportRequest } from '@kubewright/client'
import { aroundCalls } from './client-calls.ts'
import { managerErrors } from './errors.ts'

export class ActingGate {
  readonly #refusal: Refusal
  #mayAct: () => boolean = never

  /** @param refusal what a write is refused with */
  constructor(refusal: Refusal = mayNotAct) {
    this.#refusal = refusal
  }

  /** Whether writes go through now. */
  get isOpen(): boolean {
    return this.#mayAct()
  }

  /** Lets writes through for as long as `mayAct` says so. It is asked with each: a process that slept may have lost its right. */
  open(mayAct: () => boolean): void {
    this.#mayAct = mayAct
  }

  shut(): void {
    this.#mayAct = never
  }

  /** What `client` does, but no writes while the gate is shut. */
  guard(client: Client): Client {
    return aroundCalls(client, (call, run) => {
      if (!call.writes || this.#mayAct()) return run()
      const { verb, what, ref } = call
      return Promise.reject(this.#refusal(verb, what, ref?.name))
    })
  }

  /**
   * The same, asked at the moment a request is sent, with each time it is sent again, and when it is handed to a connection: a
   * call that began in time may wait for its turn, be repeated, or wait for a connection, when it is not in time any more.
   */
  guardTransport(transport: Transport): Transport {
    return {
      host: transport.host,
      send: (request) => {
        const { method, path } = request
        if (method === 'GET') return transport.send(request)
        const refusal = () => (this.#mayAct() ? undefined : this.#refusal(method, path.split('?')[0]!))
        const refused = refusal()
        return refused === undefined ? transport.send(withRefusal(request, refusal)) : Promise.reject(refused)
      },
      [Symbol.asyncDispose]: () => transport[Symbol.asyncDispose](),
    }
  }
}

const leaseNotHeld = 'this process does not hold its lease: another one does, or it expired'

type Refusal = (verb: string, what: string, name?: string) => Error

/**
 * Gates may be nested: each of them can refuse. The descriptors are copied because the request makes its signal when it is first
 * read.
 */
function withRefusal(request: TransportRequest, own: () => Error | undefined): TransportRequest {
  const value = () => request.refusal?.() ?? own()
  const refusal = { value, enumerable: true, configurable: true, writable: true }
  return Object.defineProperties({} as never, { ...Object.getOwnPropertyDescriptors(request), refusal })
}

export function mayNotAct(verb: string, what: string, name?: string, why = leaseNotHeld): Error {
  return managerErrors('KW_MANAGER_MAY_NOT_ACT', {
    what: `${verb} ${what}${name === undefined ? '' : ` ${name}`}`,
    why,
    next: 'The replica that holds the lease does the work. Pass `ctx.signal` on, so that a reconcile ends when it should.',
    details: { verb, what },
  })
}

function never(): boolean {
  return false
}
