/**
 * Splits a stream of bytes into lines, independent of chunk boundaries. A line within one chunk is read in place; one that spans chunks
 * is assembled once, so no byte is copied more than once.
 *
 * It is a cursor: after `advance` returns true, `bytes`, `start` and `end` are the line, without its newline.
 */
const newline = 0x0a
const nothing = Buffer.alloc(0)

export class LineReader {
  bytes: Buffer = nothing
  start = 0
  end = 0
  #chunk: Buffer = nothing
  /** Where in `#chunk` the next line begins. */
  #next = 0
  /** The start of an incomplete line. */
  #parts: Buffer[] = []
  /** The sum of the lengths of `#parts`. */
  #size = 0

  /** Size of the incomplete line. Valid only after `advance` returned false. */
  get pending(): number {
    return this.#size
  }

  /** Takes the next chunk. The previous one must have been read to its end. */
  feed(chunk: Buffer): void {
    this.#chunk = chunk
    this.#next = 0
  }

  /** Moves to the next complete line; false if another chunk is needed. */
  advance(): boolean {
    const end = this.#chunk.indexOf(newline, this.#next)
    if (end === -1) {
      this.#keep(this.#chunk.subarray(this.#next))
      this.#next = this.#chunk.length
      return false
    }
    const start = this.#next
    this.#next = end + 1
    if (this.#size === 0) this.#point(this.#chunk, start, end)
    else this.#complete(start, end)
    return true
  }

  /** The bytes after the last newline. */
  rest(): Buffer {
    this.#complete(this.#next, this.#next)
    return this.bytes
  }

  #point(bytes: Buffer, start: number, end: number): void {
    this.bytes = bytes
    this.start = start
    this.end = end
  }

  #keep(part: Buffer): void {
    if (part.length === 0) return
    this.#parts.push(part)
    this.#size += part.length
  }

  /** Joins the parts with this piece of the chunk. */
  #complete(start: number, end: number): void {
    const size = this.#size + end - start
    const line = Buffer.allocUnsafe(size)
    let at = 0
    for (const part of this.#parts) at += part.copy(line, at)
    this.#chunk.copy(line, at, start, end)
    this.#point(line, 0, size)
    this.#parts = []
    this.#size = 0
  }
}
