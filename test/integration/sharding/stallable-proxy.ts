/** A TCP proxy that can be cut, or stalled with all its connections open. */
import { connect, createServer, type Server, type Socket } from 'node:net'

export class StallableProxy implements AsyncDisposable {
  readonly #target: { readonly host: string; readonly port: number }
  readonly #sockets = new Set<Socket>()
  #server: Server | undefined
  #port = 0
  #isStalled = false

  private constructor(target: { readonly host: string; readonly port: number }) {
    this.#target = target
  }

  static async to(target: { readonly host: string; readonly port: number }): Promise<StallableProxy> {
    const proxy = new StallableProxy(target)
    await proxy.open()
    return proxy
  }

  get port(): number {
    return this.#port
  }

  /** Forwards connections again, on the same port. */
  async open(): Promise<void> {
    this.#isStalled = false
    const server = (this.#server ??= createServer((socket) => this.#forward(socket)))
    if (server.listening) return
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject)
      server.listen(this.#port, '127.0.0.1', resolve)
    })
    this.#port = (server.address() as { port: number }).port
  }

  /** Stops forwarding silently, without closing connections. */
  stall(): void {
    this.#isStalled = true
    for (const socket of this.#sockets) socket.pause()
  }

  /** Refuses new connections, and closes existing ones. */
  async cut(): Promise<void> {
    const server = this.#server
    this.#server = undefined
    for (const socket of this.#sockets) socket.destroy()
    if (server !== undefined) await new Promise((resolve) => server.close(resolve))
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.cut()
  }

  #forward(inbound: Socket): void {
    const outbound = connect(this.#target)
    for (const [from, to] of [
      [inbound, outbound],
      [outbound, inbound],
    ] as const) {
      this.#sockets.add(from)
      from.on('data', (chunk) => to.write(chunk))
      from.on('error', () => to.destroy())
      from.on('close', () => {
        this.#sockets.delete(from)
        to.destroy()
      })
      if (this.#isStalled) from.pause()
    }
  }
}
