/**
 * Separates the processes of several simulations on one machine. Their pods would have the same addresses, and of two programs on one
 * address and port only the first can listen.
 *
 * A lane is a part of every node's address range. Its owner listens on an address that represents the lane; when the process ends, for any
 * reason, the system releases it.
 *
 * See decision 0168.
 */
import { createServer, type Server } from 'node:net'

export interface Lane extends AsyncDisposable {
  /** The offset of the first address to allocate on a node. */
  readonly offset: number
}

/** The number of addresses of a lane before it overlaps the next one; a node has 4,093. */
const laneSize = 256
const laneCount = 15
/** These addresses belong to no pod and no service. */
const addressOf = (lane: number) => ({ host: `127.127.127.${lane + 1}`, port: 47_127 })

/** The first free lane; if none is free, or the machine lacks these addresses, the shared default. */
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
