/** Takes a stream of bytes apart into pieces of a known size. */
import type { Readable } from 'node:stream'

export class ByteReader {
  readonly #source: AsyncIterator<Buffer>
  #chunks: Buffer[] = []
  #size = 0

  constructor(source: Readable) {
    // Whoever has said everything may still have an answer to read: its end must not be that of the other direction.
    this.#source = source.iterator({ destroyOnReturn: false }) as AsyncIterator<Buffer>
  }

  /** The next `size` bytes; `undefined` if the stream ends before. */
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
}
