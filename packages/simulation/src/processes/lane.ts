/**
 * Keeps the processes of several simulations on one machine apart. Pods of two of them would have the same addresses, and of two
 * programs on one address and port only the first gets what it wants.
 *
 * A lane is a part of every node's addresses. Who has one listens on an address that stands for it; when the process ends,
 * however it does, the system gives it back.
 */
import { createServer, type Server } from 'node:net'

export interface Lane extends AsyncDisposable {
  /** Which of a node's addresses is the first to be given away. */
  readonly offset: number
}

/** Each has so many addresses before it runs into the next one's; a node has 4,093. */
const laneSize = 256
const laneCount = 15
/** Nothing else listens there: the addresses are those of no pod and no service. */
const addressOf = (lane: number) => ({ host: `127.127.127.${lane + 1}`, port: 47_127 })

/** The first that is free; if none is, or the machine has no such addresses, everybody's. */
export async function takeLane(): Promise<Lane> {
  for (let lane = 0; lane < laneCount; lane++) {
    const server = await listenAt(addressOf(lane))
    if (server === 'unavailable') break
    if (server === 'taken') continue
    return {
      offset: lane * laneSize,
      [Symbol.asyncDispose]: () => new Promise((resolve) => server.close(() => resolve())),
    }
  }
  return { offset: 0, [Symbol.asyncDispose]: () => Promise.resolve() }
}

function listenAt(address: {
  readonly host: string
  readonly port: number
}): Promise<Server | 'taken' | 'unavailable'> {
  return new Promise((resolve) => {
    const server = createServer((socket) => socket.destroy())
    server.once('error', ({ code }: NodeJS.ErrnoException) => resolve(code === 'EADDRINUSE' ? 'taken' : 'unavailable'))
    server.listen({ ...address, exclusive: true }, () => {
      server.unref()
      resolve(server)
    })
  })
}
