/**
 * Allows writes only while the process may act: the last line of defence against a reconcile that outlives its leadership.
 * See decision 0151.
 */
import type { Client } from '@kubewright/client'
import { aroundCalls } from '@kubewright/client/calls'
import type { Transport, TransportRequest } from '@kubewright/client/transport'
import { managerErrors } from './errors.ts'

export class ActingGate {
  readonly #refusal: Refusal
  #mayAct: () => boolean = never

  /** @param refusal creates the error of a refused write */
  constructor(refusal: Refusal = mayNotAct) {
    this.#refusal = refusal
  }

  /** Whether writes are allowed now. */
  get isOpen(): boolean {
    return this.#mayAct()
  }

  /** Allows writes while `mayAct` returns true. It is called for each write: a process that was suspended may have lost its lease. */
  open(mayAct: () => boolean): void {
    this.#mayAct = mayAct
  }

  shut(): void {
    this.#mayAct = never
  }

  /** Wraps `client` so that writes are refused while the gate is shut. */
  guard(client: Client): Client {
    return aroundCalls(client, (call, run) => {
      if (!call.writes || this.#mayAct()) return run()
      const { verb, what, ref } = call
      return Promise.reject(this.#refusal(verb, what, ref?.name))
    })
  }

  /**
   * The same check at the moment a request is sent, on each retry, and when it is handed to a connection. A call that started in time
   * may be queued, retried, or wait for a connection until it is no longer allowed.
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

const leaseNotHeld = 'this process does not hold the lease: another process does, or the lease expired'

type Refusal = (verb: string, what: string, name?: string) => Error

/** Gates may be nested, and each can refuse. The signal stays a getter because the request creates it on first access. */
function withRefusal(request: TransportRequest, own: () => Error | undefined): TransportRequest {
  const { method, path, headers, body, streams, scope, timeoutMs } = request
  const guarded: Required<UndefinedAllowed<TransportRequest>> = {
    method,
    path,
    headers,
    body,
    streams,
    scope,
    timeoutMs,
    refusal: () => request.refusal?.() ?? own(),
    get signal() {
      return request.signal
    },
  }
  return guarded as TransportRequest
}

/** Every member must be named, so that none is lost when `TransportRequest` gets a new one. */
type UndefinedAllowed<T> = { readonly [Key in keyof T]: T[Key] | undefined }

export function mayNotAct(verb: string, what: string, name?: string, why = leaseNotHeld): Error {
  return managerErrors('KW_MANAGER_MAY_NOT_ACT', {
    what: `${verb} ${what}${name === undefined ? '' : ` ${name}`}`,
    why,
    next: 'The replica that holds the lease does the work. Pass `ctx.signal` to calls that can block, so that a reconcile ends in time.',
    details: { verb, what },
  })
}

function never(): boolean {
  return false
}
