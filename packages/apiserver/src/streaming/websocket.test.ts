import { duplexPair } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { clientFrame, serverFrames } from './testing/websocket-client.ts'
import { acceptOf, WebSocketConnection } from './websocket.ts'

/** The messages and response frames of a server for these bytes. */
async function hears(bytes: Buffer, pieces = 1) {
  const [client, server] = duplexPair()
  const connection = new WebSocketConnection(server)
  const size = Math.ceil(bytes.length / pieces)
  for (let at = 0; at < bytes.length; at += size) client.write(bytes.subarray(at, at + size))
  client.end()
  const answered = serverFrames(client)
  const messages: string[] = []
  for await (const message of connection.messages()) messages.push(message.toString())
  return { messages, answered: await answered }
}

const closedWith = (code: number) => ({ opcode: 8, payload: Buffer.from([code >> 8, code & 0xff]) })

describe('a WebSocket', () => {
  it('computes Sec-WebSocket-Accept as in RFC 6455', () => {
    expect(acceptOf('dGhlIHNhbXBsZSBub25jZQ==')).toBe('s3pPLMBiTxaQ9kYGzzhZRbK+xOo=')
  })

  it.each([1, 2, 400])('reads messages received in %i pieces', async (pieces) => {
    const long = 'x'.repeat(300)
    const bytes = Buffer.concat([
      clientFrame('one'),
      clientFrame(''),
      clientFrame(long),
      clientFrame('', { opcode: 8 }),
    ])
    expect(await hears(bytes, pieces)).toEqual({ messages: ['one', '', long], answered: [closedWith(1_000)] })
  })

  it('reassembles fragments and answers an interleaved ping', async () => {
    const parts = [
      clientFrame('on', { isLast: false }),
      clientFrame('there?', { opcode: 9 }),
      clientFrame('e', { opcode: 0 }),
    ]
    const { messages, answered } = await hears(Buffer.concat(parts))
    expect(messages).toEqual(['one'])
    expect(answered).toEqual([{ opcode: 10, payload: Buffer.from('there?') }, closedWith(1_000)])
  })

  it.each([
    { name: 'unmasked', bytes: clientFrame('x', { isMasked: false }), code: 1_002 },
    { name: 'above the maximum size', bytes: Buffer.from([0x82, 0xff, 0, 0, 0, 1, 0, 0, 0, 0]), code: 1_009 },
    { name: 'with an unnegotiated extension', bytes: Buffer.from([0xc2, 0x80, 0, 0, 0, 0]), code: 1_002 },
  ])('closes the connection for a message that is $name', async ({ bytes, code }) => {
    expect(await hears(bytes)).toEqual({ messages: [], answered: [closedWith(code)] })
  })

  it('ends when the connection breaks within a message', async () => {
    expect((await hears(clientFrame('hello').subarray(0, 4))).messages).toEqual([])
  })

  it.each([0, 125, 126, 65_535, 65_536])('sends a message of %i bytes in one frame', async (size) => {
    const [client, server] = duplexPair()
    const connection = new WebSocketConnection(server)
    const answered = serverFrames(client)
    connection.send(Buffer.alloc(size, 1))
    connection.close()
    connection.send(Buffer.from('too late'))
    expect((await answered).map(({ opcode, payload }) => [opcode, payload.length])).toEqual([
      [2, size],
      [8, 2],
    ])
  })
})
