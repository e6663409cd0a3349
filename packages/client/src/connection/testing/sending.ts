/** Shorthands for requests in tests. */
import type { Transport, TransportRequest, TransportResponse } from '../../transport.ts'

export const get: TransportRequest = { method: 'GET', path: '/api/v1/pods', headers: { accept: 'application/json' } }
export const watch: TransportRequest = { ...get, path: '/api/v1/pods?watch=1', streams: true }

/** Status and text of the response to a GET. */
export async function ask(transport: Transport, request: Partial<TransportRequest> = {}): Promise<string> {
  const response = await transport.send({ ...get, ...request })
  return `${response.status} ${await response.body.text()}`
}

/** Reads a stream chunk by chunk. */
export function chunksOf(response: TransportResponse): () => Promise<string | undefined> {
  const iterator = response.body[Symbol.asyncIterator]()
  return async () => {
    const { done, value } = await iterator.next()
    return done === true ? undefined : Buffer.from(value).toString()
  }
}

/** Resolves once `condition` holds; it depends on I/O, so a virtual clock cannot advance it. */
export async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setImmediate(resolve))
}
