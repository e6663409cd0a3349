/** Listens on one port of a service, and forwards each connection to one of its pods, round-robin. */
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'
import type { Logger } from '@kubewright/core'
import type { Backend, ServiceFrontend } from './service-backends.ts'

/** The port offset to use without permission for the port itself. */
const unprivilegedOffset = 10_000

/** Further connections are refused, so that leaked ones do not exhaust the machine. */
const mostConnections = 1_024

export class ServiceListener implements AsyncDisposable {
  readonly #server: Server
  readonly #sockets = new Set<Socket>()
  #backends: readonly Backend[] = []
  #turn = 0

  private constructor() {
    this.#server = createServer({ pauseOnConnect: true }, (socket) => this.#forward(socket))
    this.#server.maxConnections = mostConnections
  }

  /** Failure: rejects if it cannot listen on the port. */
  static async open({ host, port, name, backends }: ServiceFrontend, log: Logger): Promise<ServiceListener> {
    const listener = new ServiceListener()
    listener.#backends = backends
    try {
      await listener.#listen(host, port)
    } catch (error) {
      if ((error as { code?: string }).code !== 'EACCES' || port + unprivilegedOffset > 65_535) throw error
      await listener.#listen(host, port + unprivilegedOffset)
      log.info('no permission to listen on the service port, using another', { service: name, instead: listener.port })
    }
    return listener
  }

  /** The actual port. */
  get port(): number {
    return (this.#server.address() as AddressInfo).port
  }

  set backends(backends: readonly Backend[]) {
    this.#backends = backends
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const closed = new Promise<void>((resolve) => this.#server.close(() => resolve()))
    for (const socket of this.#sockets) socket.destroy()
    await closed
  }

  #listen(host: string, port: number): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#server.once('error', reject)
      this.#server.listen(port, host, () => {
        this.#server.off('error', reject)
        resolve()
      })
    })
  }

  #forward(client: Socket): void {
    const backend = this.#backends[this.#turn++ % Math.max(this.#backends.length, 1)]
    if (backend === undefined) return void client.destroy()
    const server = connect(backend)
    for (const [one, other] of [
      [client, server],
      [server, client],
    ] as const) {
      this.#sockets.add(one)
      one.setNoDelay(true)
      one.on('error', () => other.destroy())
      one.once('close', () => {
        this.#sockets.delete(one)
        other.destroySoon()
      })
      one.pipe(other)
    }
  }
}
