import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ResponseParser } from './response-parser.ts'

interface Parsed {
  status?: number
  headers?: Record<string, unknown>
  keepAliveMs?: number
  body: string
  chunks: number
  ends: number
  isComplete: boolean
}

const maxHeadBytes = 1_000

/** Feeds the pieces, then the end of the connection. */
function parse(pieces: readonly Buffer[]): Parsed {
  const parsed: Parsed = { body: '', chunks: 0, ends: 0, isComplete: false }
  const parser = new ResponseParser(
    {
      onHead({ status, headers, keepAliveMs }) {
        Object.assign(parsed, { status, headers: { ...headers }, keepAliveMs })
      },
      onBody(chunk) {
        parsed.body += chunk.toString('latin1')
        parsed.chunks++
      },
      onEnd: () => parsed.ends++,
    },
    maxHeadBytes,
  )
  // Copied: the parser may move the bytes that it is given.
  for (const piece of pieces) parser.feed(Buffer.from(piece))
  parsed.isComplete = parser.finish()
  return parsed
}

const whole = (text: string) => parse([Buffer.from(text, 'latin1')])
const bytewise = (text: string) => parse([...Buffer.from(text, 'latin1')].map((byte) => Buffer.of(byte)))

const responses = [
  {
    name: 'a body with a length',
    text: 'HTTP/1.1 200 OK\r\nContent-Length: 5\r\nX-Y: a\r\nx-y:  b \r\n\r\nhello',
    parsed: {
      status: 200,
      headers: { 'content-length': '5', 'x-y': ['a', 'b'] },
      body: 'hello',
      keepAliveMs: Infinity,
    },
  },
  {
    name: 'chunks with extensions and trailers',
    text: 'HTTP/1.1 200 OK\r\nTransfer-Encoding: Chunked\r\n\r\n5;a="b"\r\nhello\r\n00A\r\n, \r\n world\r\n0\r\nx: y\r\n\r\n',
    parsed: { status: 200, body: 'hello, \r\n world', keepAliveMs: Infinity },
  },
  {
    name: 'white space around extensions of chunks',
    text: 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n5 \t; a\r\nhello\r\n0 \r\nx: y\r\nz:\r\n\r\n',
    parsed: { status: 200, body: 'hello' },
  },
  {
    name: 'an empty chunked body',
    text: 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n',
    parsed: { status: 200, body: '' },
  },
  {
    name: 'a body until the end of the connection',
    text: 'HTTP/1.1 200 OK\r\n\r\nhello',
    parsed: { status: 200, body: 'hello', keepAliveMs: 0 },
  },
  { name: 'no body with 204', text: 'HTTP/1.1 204 No Content\r\n\r\n', parsed: { status: 204, body: '' } },
  { name: 'no body with 304', text: 'HTTP/1.1 304\r\ncontent-length: 7\r\n\r\n', parsed: { status: 304, body: '' } },
  {
    name: 'provisional responses before the final one',
    text: 'HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nlink: x\r\n\r\nHTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok',
    parsed: { status: 200, body: 'ok' },
  },
  {
    name: 'a repeated equal length',
    text: 'HTTP/1.1 200 OK\r\ncontent-length: 2, 2\r\ncontent-length: 2\r\n\r\nok',
    parsed: { status: 200, body: 'ok' },
  },
  {
    name: 'a connection that closes',
    text: 'HTTP/1.1 200 OK\r\ncontent-length: 0\r\nConnection: foo, Close\r\n\r\n',
    parsed: { status: 200, keepAliveMs: 0 },
  },
  {
    name: 'an announced idle time, with a margin',
    text: 'HTTP/1.1 200 OK\r\ncontent-length: 0\r\nkeep-alive: max=9, timeout=5\r\n\r\n',
    parsed: { keepAliveMs: 3_000 },
  },
  {
    name: 'a length beside 204, which closes',
    text: 'HTTP/1.1 204 No Content\r\ncontent-length: 0, 0\r\n\r\n',
    parsed: { status: 204, keepAliveMs: 0 },
  },
  {
    name: 'HTTP/1.0 with chunks, which closes',
    text: 'HTTP/1.0 200 OK\r\nconnection: keep-alive\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n',
    parsed: { status: 200, keepAliveMs: 0 },
  },
  { name: 'HTTP/1.0, which closes', text: 'HTTP/1.0 200 OK\r\ncontent-length: 0\r\n\r\n', parsed: { keepAliveMs: 0 } },
  {
    name: 'headers with the names of built-in properties',
    text: 'HTTP/1.1 200 OK\r\n__proto__: a\r\nconstructor: b\r\ncontent-length: 0\r\n\r\n',
    parsed: { status: 200, headers: JSON.parse('{"__proto__":"a","constructor":"b","content-length":"0"}') as object },
  },
]

describe('a response', () => {
  it.each(responses)('$name is parsed, however it was divided', ({ text, parsed }) => {
    expect(whole(text)).toMatchObject({ ends: 1, isComplete: true, ...parsed })
    const { chunks: _, ...once } = whole(text)
    expect(bytewise(text)).toMatchObject(once)
    const bytes = Buffer.from(text, 'latin1')
    for (let at = 0; at <= bytes.length; at++) {
      expect(parse([bytes.subarray(0, at), bytes.subarray(at)])).toMatchObject(once)
    }
  })

  it('passes on all chunks of one piece as one', () => {
    const chunk = '3\r\nabc\r\n'
    const text = `HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n${chunk.repeat(1_000)}0\r\n\r\n`
    expect(whole(text)).toMatchObject({ body: 'abc'.repeat(1_000), chunks: 1, ends: 1 })
  })

  it('does not keep a large piece alive for a few bytes of body', () => {
    const chunks: Buffer[] = []
    const receiver = { onHead() {}, onBody: (chunk: Buffer) => void chunks.push(chunk), onEnd() {} }
    const text = `HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n1;${'x'.repeat(50_000)}\r\na\r\n`
    const piece = Buffer.from(new Uint8Array(Buffer.from(text)).buffer) // not in the pool of small buffers
    new ResponseParser(receiver, 60_000).feed(piece)
    expect(chunks.map(String)).toEqual(['a'])
    expect(chunks[0]!.buffer).not.toBe(piece.buffer)
  })

  it('is parsed in linear time, also with very long white space', () => {
    const text = `HTTP/1.1 200 OK\r\nx: y${' '.repeat(900)}z\r\ncontent-length: 0\r\n\r\n`
    expect(whole(text)).toMatchObject({ headers: { x: `y${' '.repeat(900)}z` } })
  })

  it('keeps its bytes, in whatever chunks and pieces they arrive', () => {
    const bodies = fc.array(fc.uint8Array({ minLength: 1, maxLength: 40 }), { maxLength: 12 })
    const sizes = fc.array(fc.integer({ min: 1, max: 30 }), { minLength: 1, maxLength: 20 })
    fc.assert(
      fc.property(bodies, sizes, (chunks, pieceSizes) => {
        const parts = chunks.flatMap((chunk) => [
          Buffer.from(`${chunk.length.toString(16)}\r\n`),
          chunk,
          Buffer.from('\r\n'),
        ])
        const head = Buffer.from('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n')
        const bytes = Buffer.concat([head, ...parts, Buffer.from('0\r\n\r\n')])
        const pieces: Buffer[] = []
        for (let at = 0, turn = 0; at < bytes.length; turn++) {
          const size = pieceSizes[turn % pieceSizes.length]!
          pieces.push(bytes.subarray(at, at + size))
          at += size
        }
        const { body, ends } = parse(pieces)
        expect(Buffer.from(body, 'latin1').equals(Buffer.concat(chunks))).toBe(true)
        expect(ends).toBe(1)
      }),
      { numRuns: 300 },
    )
  })

  it.each([
    { name: 'in its head', text: 'HTTP/1.1 200 OK\r\nx: y\r\n' },
    { name: 'in a body with a length', text: 'HTTP/1.1 200 OK\r\ncontent-length: 5\r\n\r\nhell' },
    { name: 'in a chunk', text: 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n5\r\nhell' },
    { name: 'before the last chunk', text: 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n5\r\nhello\r\n' },
    { name: 'in the trailers', text: 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n0\r\nx: y\r\n' },
  ])('that ends $name is not complete', ({ text }) => {
    expect(whole(text)).toMatchObject({ ends: 0, isComplete: false })
    expect(bytewise(text)).toMatchObject({ ends: 0, isComplete: false })
  })
})

describe('an invalid response', () => {
  const ok = 'HTTP/1.1 200 OK\r\n'
  const chunked = `${ok}transfer-encoding: chunked\r\n\r\n`
  it.each([
    { name: 'another protocol', text: 'SSH-2.0-OpenSSH_9.2p1\r\n' },
    { name: 'a TLS alert', text: '\x15\x03\x01\x00\x02\x02\x46' },
    { name: 'HTTP/2', text: 'HTTP/2 200\r\n\r\n' },
    { name: 'a status of two digits', text: 'HTTP/1.1 20 OK\r\n\r\n' },
    { name: 'a switch of protocols', text: 'HTTP/1.1 101 Switching Protocols\r\n\r\n' },
    { name: 'a header without a colon', text: `${ok}x\r\n\r\n` },
    { name: 'a header with a space before the colon', text: `${ok}content-length : 5\r\n\r\n` },
    { name: 'a folded header', text: `${ok}x: y\r\n z\r\n\r\n` },
    { name: 'a line break within a header', text: `${ok}x: y\ncontent-length: 0\r\n\r\n` },
    { name: 'a carriage return within a header', text: `${ok}x: y\rz\r\n\r\n` },
    { name: 'a control character within a header', text: `${ok}x: \x0b\r\n\r\n` },
    { name: 'a length with white space of another kind', text: `${ok}content-length: \xa05\r\n\r\n` },
    { name: 'a chunk size with a lone carriage return', text: `${chunked}5\rX\nhello` },
    { name: 'a chunk extension with a lone line feed', text: `${chunked}5;a\nhello` },
    { name: 'a zero byte within a header', text: `${ok}x: \0\r\n\r\n` },
    { name: 'two lengths', text: `${ok}content-length: 1\r\ncontent-length: 2\r\n\r\n` },
    { name: 'a negative length', text: `${ok}content-length: -1\r\n\r\n` },
    { name: 'a length that is no safe integer', text: `${ok}content-length: 99999999999999999\r\n\r\n` },
    { name: 'an empty length', text: `${ok}content-length:\r\n\r\n` },
    { name: 'a length and chunks', text: `${ok}content-length: 1\r\ntransfer-encoding: chunked\r\n\r\n` },
    { name: 'an unknown transfer encoding', text: `${ok}transfer-encoding: gzip, chunked\r\n\r\n` },
    { name: 'two transfer encodings', text: `${ok}transfer-encoding: chunked\r\ntransfer-encoding: chunked\r\n\r\n` },
    { name: 'a chunk without a size', text: `${chunked}\r\nx` },
    { name: 'a chunk with a negative size', text: `${chunked}-1\r\nx` },
    { name: 'a chunk size that is no safe integer', text: `${chunked}fffffffffffffffff\r\n` },
    { name: 'a chunk that is longer than its size', text: `${chunked}1\r\nxy\r\n` },
    { name: 'a head without end', text: ok + 'x: y\r\n'.repeat(1_000) },
    { name: 'a chunk extension without end', text: `${chunked}1;${'x'.repeat(2_000)}` },
    { name: 'trailers without end', text: `${chunked}0\r\n${'x: y\r\n'.repeat(1_000)}` },
    { name: 'a chunk size of two numbers', text: `${chunked}0 5\r\nhello\r\n0\r\n\r\n` },
    { name: 'a trailer with a lone line feed', text: `${chunked}0\r\nx: y\n\r\n` },
    { name: 'a lone line feed after the last chunk', text: `${chunked}0\r\n\n` },
    { name: 'a trailer with a lone carriage return', text: `${chunked}0\r\nx: y\rz\r\n\r\n` },
    { name: 'two carriage returns after the last chunk', text: `${chunked}0\r\n\r\r\n` },
    { name: 'bytes after its end', text: `${ok}content-length: 1\r\n\r\nxHTTP/1.1 200 OK` },
    { name: 'bytes after the last chunk', text: `${chunked}0\r\n\r\nx` },
  ])('is detected: $name', ({ text }) => {
    expect(() => whole(text)).toThrow(expect.objectContaining({ code: 'HTTP_RESPONSE_INVALID' }))
    expect(() => bytewise(text)).toThrow(expect.objectContaining({ code: 'HTTP_RESPONSE_INVALID' }))
  })

  it.each(['0 5', '5x'])('says what is wrong after the size of a chunk: %s', (size) => {
    expect(() => whole(`HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n${size}\r\n`)).toThrow(
      'something other than an extension follows the size of a chunk',
    )
  })

  it('carries its first bytes, so that TLS can be recognised', () => {
    expect(() => whole('\x15\x03\x01\x00\x02\x02\x46')).toThrow(
      expect.objectContaining({ data: Buffer.from('\x15\x03\x01\x00\x02\x02\x46', 'latin1') }),
    )
  })
})
