/** Finds free ports. Another process may take one before it is used (TOCTOU), so callers retry with other ports. */
import { createServer, type Server } from 'node:net'

/** `count` different free ports of the loopback interface. */
export async function findFreePorts(count: number): Promise<number[]> {
  const held = await Promise.all(Array.from({ length: count }, hold))
  const ports = held.map(portOf)
  await Promise.all(held.map(release))
  return ports
}

function hold(): Promise<Server> {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject)
    server.listen(0, '127.0.0.1', () => resolve(server))
  })
}

function portOf(server: Server): number {
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('Cannot find a free port: not a TCP address.')
  return address.port
}

function release(server: Server): Promise<void> {
  return new Promise((resolve) => server.close(() => resolve()))
}
