/** Exec and attach over a WebSocket: the first byte of each message is the channel. */
import { joinCommand } from './command-session.ts'
import { MuxStream } from './mux-stream.ts'
import type { PodProcess } from '@kubewright/core/containers'
import type { WebSocketConnection } from './websocket.ts'

export const commandProtocols = ['v5.channel.k8s.io', 'v4.channel.k8s.io'] as const

/** The streams that the client requested. */
export interface AskedStreams {
  readonly stdin: boolean
  readonly stdout: boolean
  readonly stderr: boolean
  readonly tty: boolean
}

const channels = { stdin: 0, stdout: 1, stderr: 2, error: 3, resize: 4 } as const
/** From version 5 on: closes the channel whose number follows. */
const closing = 255

/** Resolves once both sides have ended. */
export async function commandOverWebSocket(
  socket: WebSocketConnection,
  process: PodProcess,
  asked: AskedStreams,
): Promise<void> {
  const stream = (channel: number) =>
    new MuxStream({ send: (bytes, done) => socket.send(Buffer.concat([Buffer.from([channel]), bytes]), done) })
  const incoming = new Map([
    ...(asked.stdin ? [[channels.stdin, stream(channels.stdin)] as const] : []),
    ...(asked.tty ? [[channels.resize, stream(channels.resize)] as const] : []),
  ])
  // An empty message, so that the client knows it is connected before there is any output.
  socket.send(Buffer.from([asked.stdout ? channels.stdout : asked.stderr ? channels.stderr : channels.error]))
  const joined = joinCommand(process, {
    stdin: incoming.get(channels.stdin),
    stdout: asked.stdout ? stream(channels.stdout) : undefined,
    stderr: asked.stderr ? stream(channels.stderr) : undefined,
    status: stream(channels.error),
    resize: incoming.get(channels.resize),
  }).then(() => socket.close())
  await receive(socket, incoming)
  process.end()
  await joined
}

async function receive(socket: WebSocketConnection, incoming: ReadonlyMap<number, MuxStream>): Promise<void> {
  for await (const message of socket.messages()) {
    const [channel = closing, first = closing] = message
    if (channel === closing) incoming.get(first)?.receiveEnd()
    else if (message.length > 1) await incoming.get(channel)?.receive(message.subarray(1))
  }
  for (const stream of incoming.values()) stream.receiveEnd()
}
