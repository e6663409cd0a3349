/**
 * Separates the processes of several simulations on one machine. Their pods would have the same addresses, and of two programs on one
 * address and port only the first can listen.
 *
 * Each simulation allocates from its own part of every node's addresses. It listens on an address that stands for that part; when the
 * process ends, for any reason, the system releases it.
 *
 * See decision 0168.
 */
import { createServer, type Server } from 'node:net'

export interface AddressRange extends AsyncDisposable {
  /** The offset of the first address to allocate on a node. */
  readonly offset: number
}

/** The number of addresses in a range before it overlaps the next one; a node has 4,093. */
const rangeSize = 256
const rangeCount = 15
/** These addresses belong to no pod and no service. */
const addressOf = (range: number) => ({ host: `127.127.127.${range + 1}`, port: 47_127 })

/** The first free range; if none is free, or the machine lacks these addresses, the shared default. */
export async function takeAddressRange(): Promise<AddressRange> {
  for (let range = 0; range < rangeCount; range++) {
    const server = await listenAt(addressOf(range))
    if (server === 'unavailable') break
    if (server === 'taken') continue
    return {
      offset: range * rangeSize,
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
