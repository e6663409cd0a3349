/** Port forwarding over SPDY: the client opens two streams for each connection, one for data and one for errors. */
import type { Duplex } from 'node:stream'
import { type ForwardTo, joinForward } from './forward-session.ts'
import type { MuxStream } from './mux-stream.ts'
import { SpdyConnection } from './spdy-connection.ts'

export const forwardProtocol = 'portforward.k8s.io'

/** Resolves once the client has disconnected. */
export async function forwardOverSpdy(socket: Duplex, forward: ForwardTo): Promise<void> {
  /** Error streams still without their data stream, by request ID. */
  const waiting = new Map<string, MuxStream>()
  const connection = new SpdyConnection(socket, (headers) => {
    const [type, id, port] = [headers.get('streamtype'), headers.get('requestid') ?? '', Number(headers.get('port'))]
    if (!Number.isInteger(port) || port < 1 || port > 65_535) return undefined
    if (type === 'error') return (stream) => waiting.set(id, stream)
    const errors = waiting.get(id)
    if (type !== 'data' || errors === undefined) return undefined
    waiting.delete(id)
    return (stream) => void joinForward(stream, errors, () => forward(port))
  })
  await connection.run()
}
