/** Port forwarding over a WebSocket, for clients without SPDY: two channels for each port, all open from the start. */
import type { Duplex } from 'node:stream'
import { type ForwardTo, joinForward } from './forward-session.ts'
import { MuxStream } from './mux-stream.ts'
import type { WebSocketConnection } from './websocket.ts'

export const forwardChannelProtocol = 'v4.channel.k8s.io'

/** Resolves once the client has disconnected. */
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
    // Each channel starts with its port number.
    for (const one of [data, errors]) one.write(Buffer.from([port & 0xff, port >> 8]))
    // The protocol has no message for the end of a channel: the last one to end closes the connection.
    void joinForward(data, errors, () => wholly(forward(port))).then(() => --open === 0 && socket.close())
    return data
  })
  for await (const message of socket.messages()) {
    const [channel = 1] = message
    if (channel % 2 === 0) await incoming[channel / 2]?.receive(message.subarray(1))
  }
  for (const data of incoming) data.destroy()
}

/** Ends a connection once its peer has ended its half: the protocol cannot half-close. */
async function wholly(connecting: Promise<Duplex>): Promise<Duplex> {
  const target = await connecting
  return target.once('end', () => target.end())
}
