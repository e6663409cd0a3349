/** Ports of a pod over a WebSocket, as clients without SPDY do it: two numbered streams for each port, both open at once. */
import type { Duplex } from 'node:stream'
import { type ForwardTo, joinForward } from './forward-session.ts'
import { MuxStream } from './mux-stream.ts'
import type { WebSocketConnection } from './websocket.ts'

export const forwardChannelProtocol = 'v4.channel.k8s.io'

/** Resolves once the caller has gone. */
export async function forwardOverWebSocket(
  socket: WebSocketConnection,
  ports: readonly number[],
  forward: ForwardTo,
): Promise<void> {
  const stream = (channel: number) =>
    new MuxStream({ send: (bytes, done) => socket.send(Buffer.concat([Buffer.from([channel]), bytes]), done) })
  let open = ports.length
  const incoming = ports.map((port, index) => {
    const [data, errors] = [stream(2 * index), stream(2 * index + 1)]
    // Each stream begins with the port it is about.
    for (const one of [data, errors]) one.write(Buffer.from([port & 0xff, port >> 8]))
    // No message says that a stream has ended: the last one ends the connection.
    void joinForward(data, errors, () => wholly(forward(port))).then(() => --open === 0 && socket.close())
    return data
  })
  for await (const message of socket.messages()) {
    const [channel = 1] = message
    if (channel % 2 === 0) await incoming[channel / 2]?.receive(message.subarray(1))
  }
  for (const data of incoming) data.destroy()
}

/** A connection whose other side has said all it has to say is over: nobody could tell it that we have, too. */
async function wholly(connecting: Promise<Duplex>): Promise<Duplex> {
  const target = await connecting
  return target.once('end', () => target.end())
}
