/** A TCP relay to a server, which can be cut and healed while programs use it. */
import { connect, createServer, type Server, type Socket } from 'node:net'

export interface Relay extends AsyncDisposable {
  /** Its address. The certificate of the server behind it is valid for loopback addresses. */
  readonly url: string
  /** Breaks every connection, and every new one as soon as it is made. */
  cut(): void
  heal(): void
}

export async function startRelay(to: string): Promise<Relay> {
  const { hostname, port } = new URL(to)
  const sockets = new Set<Socket>()
  let isCut = false
  const server = createServer((near) => {
    if (isCut) return void near.destroy()
    const far = connect(Number(port), hostname)
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(one)
      one.on('error', () => undefined)
      one.on('close', () => {
        sockets.delete(one)
        other.destroy()
      })
      one.pipe(other)
    }
  })
  const listening = await listen(server)
  const breakAll = () => {
    for (const socket of sockets) socket.destroy()
  }
  return {
    url: `https://127.0.0.1:${listening}`,
    cut() {
      isCut = true
      breakAll()
    },
    heal() {
      isCut = false
    },
    async [Symbol.asyncDispose]() {
      breakAll()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return (server.address() as { port: number }).port
}
