/** Splits a byte stream into chunks of requested sizes. */
import type { Readable } from 'node:stream'

export class ByteReader {
  readonly #source: AsyncIterator<Buffer>
  #chunks: Buffer[] = []
  #size = 0

  constructor(source: Readable) {
    // The end of the input must not destroy the socket: the other direction may still be open.
    this.#source = source.iterator({ destroyOnReturn: false }) as AsyncIterator<Buffer>
  }

  /** The next `size` bytes; `undefined` if the stream ends first. */
  async take(size: number): Promise<Buffer | undefined> {
    while (this.#size < size) {
      const { done, value } = await this.#source.next()
      if (done === true) return undefined
      this.#chunks.push(value)
      this.#size += value.length
    }
    const all = this.#chunks.length === 1 ? this.#chunks[0]! : Buffer.concat(this.#chunks)
    this.#chunks = [all.subarray(size)]
    this.#size -= size
    return all.subarray(0, size)
  }

  /** Reads and drops bytes until the stream ends, at most about `most`. Resolves to whether it ended. */
  async discard(most: number): Promise<boolean> {
    let left = most - this.#size
    this.#chunks = []
    this.#size = 0
    while (left >= 0) {
      const { done, value } = await this.#source.next()
      if (done === true) return true
      left -= value.length
    }
    return false
  }
}
