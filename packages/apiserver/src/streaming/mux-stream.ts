/** One of several streams that share a connection. */
import { Duplex } from 'node:stream'

export interface MuxTools {
  /** Sends bytes of this stream; `done` says that more may come. */
  send(bytes: Buffer, done: (error?: Error | null) => void): void
  /** Says that nothing follows. */
  end?(done: (error?: Error | null) => void): void
}

/** So much may wait for a slow reader before the whole connection waits with it. */
const roomBytes = 1024 * 1024

export class MuxStream extends Duplex {
  readonly #tools: MuxTools
  #onRoom: (() => void) | undefined

  constructor(tools: MuxTools) {
    super({ allowHalfOpen: true })
    this.#tools = tools
    this.on('error', () => undefined) // a connection that breaks is told by its end
    this.once('close', () => this.#onRoom?.())
  }

  /** Hands on what came for this stream. To be awaited before more is read: it resolves once there is room. */
  async receive(bytes: Buffer): Promise<void> {
    if (this.destroyed || this.readableEnded) return
    this.push(bytes)
    if (this.readableLength > roomBytes) await new Promise<void>((resolve) => (this.#onRoom = resolve))
  }

  /** Nothing more will come. */
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
