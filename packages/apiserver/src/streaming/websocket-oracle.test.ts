/** The server side of WebSocket against the client of the package `ws`, which validates every frame. */
import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { WebSocket as WsClient } from 'ws'
import { acceptOf, WebSocketConnection } from './websocket.ts'

interface Connected extends Disposable {
  readonly client: WsClient
  readonly connection: WebSocketConnection
}

/** A `ws` client connected to WebSocketConnection. */
async function connect(): Promise<Connected> {
  const server = createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const upgraded = once(server, 'upgrade') as Promise<[IncomingMessage, Duplex]>
  const { port } = server.address() as AddressInfo
  const client = new WsClient(`ws://127.0.0.1:${port}/`, { perMessageDeflate: false })
  const opened = once(client, 'open')
  const [{ headers }, socket] = await upgraded
  server.close()
  const lines = ['HTTP/1.1 101 Switching Protocols', 'Upgrade: websocket', 'Connection: Upgrade']
  const accept = `Sec-WebSocket-Accept: ${acceptOf(headers['sec-websocket-key'] ?? '')}`
  socket.write(`${[...lines, accept].join('\r\n')}\r\n\r\n`)
  const connection = new WebSocketConnection(socket)
  await opened
  return { client, connection, [Symbol.dispose]: () => void (client.terminate(), socket.destroy()) }
}

/** The messages that the client receives from an echo server. */
async function echoed(send: (client: WsClient) => void, count: number) {
  using connected = await connect()
  const { client, connection } = connected
  const heard: Buffer[] = []
  const all = new Promise<void>((resolve, reject) => {
    client.on('error', reject)
    client.on('message', (data: Buffer) => {
      if (heard.push(data) === count) resolve()
    })
  })
  const serving = serve(connection)
  send(client)
  if (count > 0) await all
  const closed = once(client, 'close')
  client.close(1_000)
  await serving
  return { heard, code: (await closed)[0] as number }
}

async function serve(connection: WebSocketConnection): Promise<void> {
  for await (const message of connection.messages()) connection.send(message)
}

describe('a WebSocket to a client of `ws`', () => {
  it.each([0, 1, 125, 126, 65_535, 65_536, 1_000_000])('echoes a message of %i bytes', async (size) => {
    const bytes = Buffer.alloc(size, 'kubewright')
    const { heard, code } = await echoed((client) => client.send(bytes), 1)
    expect([heard[0]?.equals(bytes), code]).toEqual([true, 1_000])
  })

  it('echoes random messages in random fragments with interleaved pings', async () => {
    const part = fc.uint8Array({ maxLength: 300 })
    const message = fc.array(part, { minLength: 1, maxLength: 4 })
    await fc.assert(
      fc.asyncProperty(fc.array(message, { maxLength: 5 }), async (messages) => {
        const { heard } = await echoed((client) => {
          for (const parts of messages) {
            parts.forEach((bytes, index) => client.send(bytes, { fin: index === parts.length - 1 }))
            client.ping('there?')
          }
        }, messages.length)
        expect(heard).toEqual(messages.map((parts) => Buffer.concat(parts)))
      }),
      { numRuns: 50 },
    )
  })

  it.each([
    { name: 'in two fragments', sizes: [4 * 1024 * 1024, 1] },
    { name: 'in one frame, which is drained', sizes: [5 * 1024 * 1024] },
  ])('is closed with code 1009 for a too large message: $name', async ({ sizes }) => {
    using connected = await connect()
    const { client, connection } = connected
    const serving = serve(connection)
    const closed = once(client, 'close')
    sizes.forEach((size, at) => client.send(Buffer.alloc(size), { fin: at === sizes.length - 1 }))
    await serving
    expect((await closed)[0]).toBe(1_009)
  })

  it('is cut off if a client keeps sending after the connection was closed', async () => {
    using connected = await connect()
    const { client, connection } = connected
    const serving = serve(connection)
    const closed = once(client, 'close')
    for (let sent = 0; sent < 80; sent++) client.send(Buffer.alloc(1024 * 1024), { fin: false })
    await serving
    expect([1_006, 1_009]).toContain((await closed)[0])
  })
})
