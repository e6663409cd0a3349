/** The server side of a WebSocket (RFC 6455), in whole messages. */
import { createHash } from 'node:crypto'
import type { Duplex } from 'node:stream'
import { ByteReader } from './byte-reader.ts'

/** The maximum message size. */
const messageLimit = 4 * 1024 * 1024
/** The number of bytes read after the connection was closed for a violation. */
const discardLimit = 16 * messageLimit

const opcodes = { continuation: 0, text: 1, binary: 2, close: 8, ping: 9, pong: 10 } as const

/** The `Sec-WebSocket-Accept` value for a client's key. */
export function acceptOf(key: string): string {
  return createHash('sha1').update(`${key}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`).digest('base64')
}

interface Frame {
  readonly isLast: boolean
  readonly opcode: number
  readonly payload: Buffer
}

/** Close codes of the protocol. */
const closeCodes = { normal: 1_000, protocol: 1_002, tooLarge: 1_009 } as const

export class WebSocketConnection {
  readonly #socket: Duplex
  readonly #reader: ByteReader
  #isClosing = false
  /** The client violated the protocol, or sent too much. */
  #isRefused = false

  constructor(socket: Duplex) {
    this.#socket = socket
    this.#reader = new ByteReader(socket)
  }

  /** Whole messages, until the client closes, violates the protocol, or disconnects. Never throws. */
  async *messages(): AsyncGenerator<Buffer> {
    try {
      yield* this.#untilClosed()
      if (this.#isRefused) await this.#discardRest()
    } catch {
      // A broken socket also ends the connection.
    } finally {
      this.close(closeCodes.normal)
    }
  }

  async *#untilClosed(): AsyncGenerator<Buffer> {
    let parts: Buffer[] = []
    let size = 0
    for (let frame = await this.#frame(); frame !== undefined; frame = await this.#frame()) {
      if (frame.opcode === opcodes.close) return
      if (frame.opcode === opcodes.ping) this.#write(opcodes.pong, frame.payload)
      if (frame.opcode > opcodes.binary) continue
      parts.push(frame.payload)
      size += frame.payload.length
      if (size > messageLimit) return this.#refuse(closeCodes.tooLarge)
      if (!frame.isLast) continue
      yield parts.length === 1 ? parts[0]! : Buffer.concat(parts)
      ;[parts, size] = [[], 0]
    }
  }

  /** A client that still sends the rest of a refused message receives the close frame only if that is read. */
  async #discardRest(): Promise<void> {
    if (!(await this.#reader.discard(discardLimit))) this.#socket.destroy()
  }

  send(bytes: Buffer, done?: (error?: Error | null) => void): void {
    this.#write(opcodes.binary, bytes, done)
  }

  close(code: number = closeCodes.normal): void {
    if (this.#isClosing) return
    const reason = Buffer.alloc(2)
    reason.writeUInt16BE(code)
    this.#write(opcodes.close, reason)
    this.#isClosing = true
    this.#socket.end()
  }

  #refuse(code: number): void {
    this.#isRefused = true
    this.close(code)
  }

  #write(opcode: number, payload: Buffer, done?: (error?: Error | null) => void): void {
    if (this.#socket.destroyed || this.#isClosing) return done?.()
    this.#socket.write(Buffer.concat([headOf(opcode, payload.length), payload]), (error) => done?.(error ?? null))
  }

  /** Failure: none; a protocol violation closes the connection and reads as its end. */
  async #frame(): Promise<Frame | undefined> {
    const head = await this.#reader.take(2)
    if (head === undefined) return undefined
    const [first, second] = [head[0]!, head[1]!]
    const isMasked = (second & 0x80) !== 0
    const length = await this.#length(second & 0x7f)
    if (length === undefined) return undefined
    const isWrong = !isMasked || (first & 0x70) !== 0
    if (isWrong || length > messageLimit) {
      this.#refuse(isWrong ? closeCodes.protocol : closeCodes.tooLarge)
      return undefined
    }
    const mask = await this.#reader.take(4)
    const payload = await this.#reader.take(length)
    if (mask === undefined || payload === undefined) return undefined
    return { isLast: (first & 0x80) !== 0, opcode: first & 0x0f, payload: unmasked(payload, mask) }
  }

  async #length(short: number): Promise<number | undefined> {
    if (short < 126) return short
    const bytes = await this.#reader.take(short === 126 ? 2 : 8)
    if (bytes === undefined) return undefined
    return short === 126 ? bytes.readUInt16BE() : Number(bytes.readBigUInt64BE())
  }
}

function unmasked(payload: Buffer, mask: Buffer): Buffer {
  const bytes = Buffer.allocUnsafe(payload.length)
  for (let at = 0; at < payload.length; at++) bytes[at] = payload[at]! ^ mask[at & 3]!
  return bytes
}

function headOf(opcode: number, length: number): Buffer {
  const first = 0x80 | opcode
  if (length < 126) return Buffer.from([first, length])
  const head = Buffer.alloc(length < 65_536 ? 4 : 10)
  head[0] = first
  head[1] = length < 65_536 ? 126 : 127
  if (length < 65_536) head.writeUInt16BE(length, 2)
  else head.writeBigUInt64BE(BigInt(length), 2)
  return head
}
