/** Headers of SPDY/3.1 streams, which travel compressed. */
import { constants, createInflate, type Inflate } from 'node:zlib'
import { dictionaryId, spdyDictionary } from './spdy-dictionary.ts'

/** Those of a stream are a few words. */
const headerLimit = 64 * 1024

/** Reads them in the order in which they came: each is compressed with what was in those before. */
export class HeaderReader {
  readonly #inflate: Inflate = createInflate({ dictionary: spdyDictionary() })
  #out: Buffer[] = []
  #size = 0

  constructor() {
    this.#inflate.on('data', (chunk: Buffer) => {
      this.#size += chunk.length
      if (this.#size <= headerLimit) this.#out.push(chunk)
    })
    this.#inflate.on('error', () => undefined) // told by the read that meets it
  }

  /** `undefined` if it makes no sense. Names are in lower case. */
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
 * No headers at all, as each answer to a stream has them. It is not worth compressing, so it is only wrapped; an empty block
 * follows, because readers in Go hand on what they have read only then.
 */
export function emptyHeaders(isFirst: boolean): Buffer {
  const none = [0, 0, 0, 0]
  const block = Buffer.from([0, none.length, 0, 0xff - none.length, 0xff, ...none, 0, 0, 0, 0xff, 0xff])
  if (!isFirst) return block
  const head = Buffer.from([0x78, 0xbb, 0, 0, 0, 0])
  head.writeUInt32BE(dictionaryId, 2)
  return Buffer.concat([head, block])
}
