/** One of several streams that share a connection. */
import { Duplex } from 'node:stream'

export interface MuxTools {
  /** Sends bytes of this stream; `done` is called when more may be sent. */
  send(bytes: Buffer, done: (error?: Error | null) => void): void
  /** Half-closes the stream. */
  end?(done: (error?: Error | null) => void): void
}

/** The backlog of a slow reader above which the whole connection gets back-pressure. */
const roomBytes = 1024 * 1024

export class MuxStream extends Duplex {
  readonly #tools: MuxTools
  #onRoom: (() => void) | undefined

  constructor(tools: MuxTools) {
    super({ allowHalfOpen: true })
    this.#tools = tools
    this.on('error', () => undefined) // a broken connection is reported by its end
    this.once('close', () => this.#onRoom?.())
  }

  /** Delivers input to this stream. Await it before reading more: it resolves once the backlog is below the limit. */
  async receive(bytes: Buffer): Promise<void> {
    if (this.destroyed || this.readableEnded) return
    this.push(bytes)
    if (this.readableLength > roomBytes) await new Promise<void>((resolve) => (this.#onRoom = resolve))
  }

  /** Ends the input. */
  receiveEnd(): void {
    if (!this.destroyed && !this.readableEnded) this.push(null)
  }

  override _read(): void {
    this.#onRoom?.()
    this.#onRoom = undefined
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    this.#tools.send(chunk, done)
  }

  override _final(done: (error?: Error | null) => void): void {
    if (this.#tools.end === undefined) done()
    else this.#tools.end(done)
  }
}
