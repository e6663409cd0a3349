/**
 * The server side of SPDY/3.1, as far as kubectl uses it: streams that the client opens, each with a few headers. No flow control
 * windows: Kubernetes clients have none either.
 */
import type { Duplex } from 'node:stream'
import { ByteReader } from './byte-reader.ts'
import { MuxStream } from './mux-stream.ts'
import { emptyHeaders, HeaderReader } from './spdy-headers.ts'

/** The maximum frame size; clients send at most some tens of kilobytes per frame. */
const frameLimit = 1024 * 1024
const streamLimit = 1_024

const types = { synStream: 1, synReply: 2, rstStream: 3, ping: 6, goAway: 7 } as const
const finished = 1
/** The RST_STREAM status for a refused stream. */
const refusedStream = 3

/** Returns a handler for a stream that the client opens; without one the stream is refused. */
export type OnSpdyStream = (headers: ReadonlyMap<string, string>) => ((stream: MuxStream) => void) | undefined

interface Frame {
  readonly isControl: boolean
  readonly type: number
  readonly flags: number
  readonly streamId: number
  readonly payload: Buffer
}

export class SpdyConnection {
  readonly #socket: Duplex
  readonly #onStream: OnSpdyStream
  readonly #headers = new HeaderReader()
  readonly #streams = new Map<number, MuxStream>()
  #hasReplied = false

  constructor(socket: Duplex, onStream: OnSpdyStream) {
    this.#socket = socket
    this.#onStream = onStream
  }

  /** Resolves once the client has disconnected or violated the protocol. Never rejects. */
  async run(): Promise<void> {
    const reader = new ByteReader(this.#socket)
    try {
      for (let frame = await readFrame(reader); frame !== undefined; frame = await readFrame(reader)) {
        if (!(await this.#take(frame))) break
      }
    } catch {
      // A broken socket also ends the connection.
    } finally {
      for (const stream of this.#streams.values()) stream.destroy()
      this.#headers.close()
      this.#socket.end(() => this.#socket.destroy()) // after pending writes
    }
  }

  /** Ends the connection once all pending writes are sent. */
  close(): void {
    this.#send(controlFrame(types.goAway, Buffer.alloc(8)))
    this.#socket.end()
  }

  /** @returns whether the connection continues */
  async #take(frame: Frame): Promise<boolean> {
    if (!frame.isControl) return this.#data(frame)
    switch (frame.type) {
      case types.synStream:
        return this.#open(frame)
      case types.rstStream:
        this.#streams.get(frame.payload.readUInt32BE(0))?.destroy()
        return true
      case types.ping:
        this.#send(controlFrame(types.ping, frame.payload))
        return true
      default:
        return frame.type !== types.goAway
    }
  }

  async #data({ streamId, flags, payload }: Frame): Promise<boolean> {
    const stream = this.#streams.get(streamId)
    if (payload.length > 0) await stream?.receive(payload)
    if ((flags & finished) !== 0) stream?.receiveEnd()
    return true
  }

  async #open({ payload, flags }: Frame): Promise<boolean> {
    if (payload.length < 10) return false
    const id = payload.readUInt32BE(0) & 0x7fffffff
    const headers = await this.#headers.read(payload.subarray(10))
    if (headers === undefined || this.#streams.has(id)) return false
    const take = this.#streams.size < streamLimit ? this.#onStream(headers) : undefined
    if (take === undefined) {
      this.#send(controlFrame(types.rstStream, twoNumbers(id, refusedStream)))
      return true
    }
    const stream = this.#streamOf(id)
    this.#streams.set(id, stream)
    stream.once('close', () => this.#streams.delete(id))
    this.#send(controlFrame(types.synReply, Buffer.concat([oneNumber(id), emptyHeaders(!this.#hasReplied)])))
    this.#hasReplied = true
    take(stream)
    if ((flags & finished) !== 0) stream.receiveEnd()
    return true
  }

  #streamOf(id: number): MuxStream {
    return new MuxStream({
      send: (bytes, done) => this.#send(dataFrame(id, 0, bytes), done),
      end: (done) => this.#send(dataFrame(id, finished, Buffer.alloc(0)), done),
    })
  }

  #send(bytes: Buffer, done?: (error?: Error | null) => void): void {
    if (this.#socket.destroyed || this.#socket.writableEnded) return done?.()
    this.#socket.write(bytes, (error) => done?.(error ?? null))
  }
}

/** `undefined` at the end, and for an invalid frame. */
async function readFrame(reader: ByteReader): Promise<Frame | undefined> {
  const head = await reader.take(8)
  if (head === undefined) return undefined
  const isControl = (head[0]! & 0x80) !== 0
  const length = head.readUIntBE(5, 3)
  if (length > frameLimit || (isControl && (head.readUInt16BE(0) & 0x7fff) !== 3)) return undefined
  const payload = await reader.take(length)
  if (payload === undefined) return undefined
  const type = head.readUInt16BE(2)
  if (isControl && type === types.rstStream && length < 8) return undefined
  return { isControl, type, flags: head[4]!, streamId: head.readUInt32BE(0) & 0x7fffffff, payload }
}

function controlFrame(type: number, payload: Buffer): Buffer {
  const head = Buffer.from([0x80, 3, 0, type, 0, 0, 0, 0])
  head.writeUIntBE(payload.length, 5, 3)
  return Buffer.concat([head, payload])
}

function dataFrame(streamId: number, flags: number, payload: Buffer): Buffer {
  const head = Buffer.alloc(8)
  head.writeUInt32BE(streamId)
  head[4] = flags
  head.writeUIntBE(payload.length, 5, 3)
  return Buffer.concat([head, payload])
}

function oneNumber(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}

const twoNumbers = (one: number, two: number) => Buffer.concat([oneNumber(one), oneNumber(two)])
