/** Lets reconciles write only while the process may act: the last line of defence against a reconcile that goes on. */
import type { Client, Transport, TransportRequest } from '@kubewright/client'
import { aroundCalls } from './client-calls.ts'
import { managerErrors } from './errors.ts'

export class ActingGate {
  #mayAct: () => boolean = never

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
      return Promise.reject(mayNotAct(verb, what, ref?.name))
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
        const refusal = () => (this.#mayAct() ? undefined : mayNotAct(method, path.split('?')[0]!))
        const refused = refusal()
        return refused === undefined ? transport.send(withRefusal(request, refusal)) : Promise.reject(refused)
      },
      [Symbol.asyncDispose]: () => transport[Symbol.asyncDispose](),
    }
  }
}

/** Its signal is made when somebody reads it, and stays like that. */
function withRefusal(request: TransportRequest, refusal: () => Error | undefined): TransportRequest {
  return Object.defineProperties({ refusal } as never, Object.getOwnPropertyDescriptors(request))
}

function mayNotAct(verb: string, what: string, name?: string): Error {
  return managerErrors('KW_MANAGER_MAY_NOT_ACT', {
    what: `${verb} ${what}${name === undefined ? '' : ` ${name}`}`,
    why: 'this process may not act: another replica leads, or its lease ran out',
    next: 'Whoever leads does the work. Pass `ctx.signal` on, so that a reconcile ends when it should.',
    details: { verb, what },
  })
}

function never(): boolean {
  return false
}
