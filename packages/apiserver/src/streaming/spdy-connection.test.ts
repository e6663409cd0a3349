import { type Duplex, duplexPair } from 'node:stream'
import { createDeflate, constants } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { type OnSpdyStream, SpdyConnection } from './spdy-connection.ts'
import { spdyDictionary } from './spdy-dictionary.ts'
import { emptyHeaders, HeaderReader } from './spdy-headers.ts'

const number = (value: number) => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}
const counted = (text: string) => Buffer.concat([number(text.length), Buffer.from(text)])

function control(type: number, payload: Buffer, flags = 0): Buffer {
  const length = number(payload.length).subarray(1)
  return Buffer.concat([Buffer.from([0x80, 3, 0, type, flags]), length, payload])
}

function data(stream: number, text: string, flags = 0): Buffer {
  return Buffer.concat([number(stream), Buffer.from([flags]), number(text.length).subarray(1), Buffer.from(text)])
}

/** Compresses like clients: each block with the dictionary of those before. */
function headerWriter() {
  const deflate = createDeflate({ dictionary: spdyDictionary() })
  let out: Buffer[] = []
  deflate.on('data', (chunk: Buffer) => out.push(chunk))
  let before: Promise<unknown> = Promise.resolve()
  const write = async (headers: Readonly<Record<string, string>>): Promise<Buffer> => {
    await before
    out = []
    const pairs = Object.entries(headers).flatMap(([name, value]) => [counted(name), counted(value)])
    deflate.write(Buffer.concat([number(pairs.length / 2), ...pairs]))
    await new Promise<void>((resolve) => deflate.flush(constants.Z_SYNC_FLUSH, () => resolve()))
    return Buffer.concat(out)
  }
  return (headers: Readonly<Record<string, string>>): Promise<Buffer> => {
    const written = write(headers)
    before = written
    return written
  }
}

async function synStream(id: number, block: Promise<Buffer>, flags = 0): Promise<Buffer> {
  return control(1, Buffer.concat([number(id), number(0), Buffer.alloc(2), await block]), flags)
}

interface Answer {
  readonly type: number | 'data'
  readonly stream: number
  readonly text: string
}

async function answersOn(socket: Duplex): Promise<readonly Answer[]> {
  const chunks: Buffer[] = []
  for await (const chunk of socket) chunks.push(chunk as Buffer)
  const answers: Answer[] = []
  for (let left = Buffer.concat(chunks); left.length > 0; ) {
    const size = left.readUIntBE(5, 3)
    const payload = left.subarray(8, 8 + size)
    const isControl = (left[0]! & 0x80) !== 0
    const stream = isControl ? payload.readUInt32BE(0) : left.readUInt32BE(0)
    answers.push({ type: isControl ? left[3]! : 'data', stream, text: isControl ? '' : payload.toString() })
    left = left.subarray(8 + size)
  }
  return answers
}

/** The server's response to these frames. */
async function answers(frames: readonly (Buffer | Promise<Buffer>)[], onStream: OnSpdyStream) {
  const [client, server] = duplexPair()
  const answered = answersOn(client)
  const running = new SpdyConnection(server, onStream).run()
  for (const frame of frames) client.write(await frame)
  client.end()
  await running
  return answered
}

const never: OnSpdyStream = () => undefined

describe('a SPDY connection', () => {
  it('accepts streams with headers and passes on their data', async () => {
    const write = headerWriter()
    const seen: string[] = []
    const answered = await answers(
      [
        synStream(1, write({ streamType: 'stdin', port: '80' })),
        synStream(3, write({ streamType: 'error', port: '80' })),
        data(1, 'one'),
        data(3, 'two'),
        data(1, 'three', 1),
        data(3, '', 1),
      ],
      (headers) => (stream) => {
        stream.on('data', (bytes: Buffer) => seen.push(`${headers.get('streamtype')} ${bytes.toString()}`))
        stream.end('bye')
      },
    )
    expect(seen.toSorted()).toEqual(['error two', 'stdin one', 'stdin three'])
    expect(answered.filter(({ type }) => type === 2).map(({ stream }) => stream)).toEqual([1, 3])
    const said = answered.filter(({ type, stream }) => type === 'data' && stream === 1).map(({ text }) => text)
    expect(said).toEqual(['bye', ''])
  })

  it('refuses a stream without handler, and continues', async () => {
    const write = headerWriter()
    const opened: string[] = []
    const answered = await answers(
      [synStream(1, write({ a: 'no' })), synStream(3, write({ a: 'yes' }), 1)],
      (headers) => {
        opened.push(headers.get('a') ?? '')
        return headers.get('a') === 'yes' ? (stream) => stream.resume().end() : undefined
      },
    )
    expect(opened).toEqual(['no', 'yes'])
    expect(answered.map(({ type }) => type)).toEqual([3, 2, 'data'])
  })

  it('answers a ping with its id', async () => {
    expect(await answers([control(6, number(7))], never)).toEqual([{ type: 6, stream: 7, text: '' }])
  })

  it.each([
    { name: 'with another version', frame: Buffer.from([0x80, 9, 0, 6, 0, 0, 0, 4, 0, 0, 0, 1]) },
    { name: 'above the maximum size', frame: Buffer.from([0, 0, 0, 1, 0, 0xff, 0xff, 0xff]) },
    { name: 'with malformed headers', frame: control(1, Buffer.alloc(40, 7)) },
    { name: 'too short for SYN_STREAM', frame: control(1, Buffer.alloc(4)) },
    { name: 'too short for RST_STREAM', frame: control(3, Buffer.alloc(4)) },
    { name: 'of type GOAWAY', frame: control(7, Buffer.alloc(8)) },
  ])('closes on a frame $name', async ({ frame }) => {
    expect(await answers([frame, control(6, number(7))], never)).toEqual([])
  })

  it('rejects headers that exceed the size limit', async () => {
    const reader = new HeaderReader()
    const write = headerWriter()
    expect(await reader.read(await write({ name: 'value' }))).toEqual(new Map([['name', 'value']]))
    expect(await reader.read(await write({ name: 'x'.repeat(70_000) }))).toBeUndefined()
    reader.close()
  })

  it('writes empty headers, as the first block or a later one', async () => {
    const reader = new HeaderReader()
    expect(await reader.read(emptyHeaders(true))).toEqual(new Map())
    expect(await reader.read(emptyHeaders(false))).toEqual(new Map())
    reader.close()
  })
})
