/** Compressed headers of SPDY/3.1 streams. */
import { constants, createInflate, type Inflate } from 'node:zlib'
import { dictionaryId, spdyDictionary } from './spdy-dictionary.ts'

/** The size limit of a header block. */
const headerLimit = 64 * 1024

/** Decompresses header blocks in order: all blocks of a connection share one compression context. */
export class HeaderReader {
  readonly #inflate: Inflate = createInflate({ dictionary: spdyDictionary() })
  #out: Buffer[] = []
  #size = 0

  constructor() {
    this.#inflate.on('data', (chunk: Buffer) => {
      this.#size += chunk.length
      if (this.#size <= headerLimit) this.#out.push(chunk)
    })
    this.#inflate.on('error', () => undefined) // reported by the read that meets it
  }

  /** `undefined` if the block is invalid. Names are in lower case. */
  async read(block: Buffer): Promise<ReadonlyMap<string, string> | undefined> {
    this.#out = []
    this.#size = 0
    const isRead = await new Promise<boolean>((resolve) => {
      this.#inflate.once('error', () => resolve(false))
      this.#inflate.write(block, (error) => error != null && resolve(false))
      this.#inflate.flush(constants.Z_SYNC_FLUSH, () => resolve(true))
    })
    return isRead && this.#size <= headerLimit ? parsePairs(Buffer.concat(this.#out)) : undefined
  }

  close(): void {
    this.#inflate.destroy()
  }
}

function parsePairs(bytes: Buffer): ReadonlyMap<string, string> | undefined {
  const pairs = new Map<string, string>()
  try {
    let at = 4
    const text = () => {
      const length = bytes.readUInt32BE(at)
      const end = at + 4 + length
      if (end > bytes.length) throw new RangeError('longer than what holds it')
      const value = bytes.toString('utf8', at + 4, end)
      at = end
      return value
    }
    for (let left = bytes.readUInt32BE(0); left > 0; left--) pairs.set(text().toLowerCase(), text())
    return pairs
  } catch {
    return undefined
  }
}

/**
 * An empty header block, for stream replies. It is stored rather than compressed. An empty block follows it as a flush: Go's reader
 * returns data only then.
 */
export function emptyHeaders(isFirst: boolean): Buffer {
  const none = [0, 0, 0, 0]
  const block = Buffer.from([0, none.length, 0, 0xff - none.length, 0xff, ...none, 0, 0, 0, 0xff, 0xff])
  if (!isFirst) return block
  const head = Buffer.from([0x78, 0xbb, 0, 0, 0, 0])
  head.writeUInt32BE(dictionaryId, 2)
  return Buffer.concat([head, block])
}
