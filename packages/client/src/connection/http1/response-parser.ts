/**
 * Finds the head, the body and the end of one HTTP/1.1 response in the bytes of a connection. No I/O.
 *
 * Guarantees
 * - What the receiver gets does not depend on how the bytes were divided.
 * - All parts of a body within one piece are passed on as one chunk, without copying it elsewhere: API servers write a chunk for every
 *   kilobyte or two, and each chunk costs its readers several microseconds.
 * - Memory is bounded: a head has at most `maxHeadBytes`, and so do the lines between chunks and the trailers.
 */
import { httpError, responseInvalid } from './http-errors.ts'
import { parseHead, type ResponseHead } from './response-head.ts'

export interface ResponseReceiver {
  onHead(head: ResponseHead): void
  /** The chunk belongs to the receiver. */
  onBody(chunk: Buffer): void
  onEnd(): void
}

type State =
  | 'head'
  | 'length'
  | 'close'
  | 'chunk size'
  | 'blanks after chunk size'
  | 'chunk extension'
  | 'chunk size end'
  | 'chunk'
  | 'chunk end'
  | 'trailers'
  | 'over'

const [cr, lf] = [0x0d, 0x0a]
const endOfHead = Buffer.from('\r\n\r\n')
/** More digits would exceed the safe integers. */
const maxSizeDigits = 12

export class ResponseParser {
  readonly #receiver: ResponseReceiver
  readonly #maxHeadBytes: number
  #state: State = 'head'
  /** The bytes of an incomplete head. */
  #head: Buffer | undefined
  /** Bytes of the body, or of the chunk, that are still to come. */
  #left = 0
  /** Digits of the current chunk size. */
  #digits = 0
  /** Bytes of chunk lines and trailers since the last byte of the body. */
  #overhead = 0
  /** 1 once the current line of the trailers has a byte: an empty line ends them. */
  #lineLength = 0

  constructor(receiver: ResponseReceiver, maxHeadBytes: number) {
    this.#receiver = receiver
    this.#maxHeadBytes = maxHeadBytes
  }

  get isOver(): boolean {
    return this.#state === 'over'
  }

  /**
   * Takes the next bytes. The parser owns the buffer from then on, and may overwrite it.
   *
   * Failure: throws an error with the code `HTTP_RESPONSE_INVALID`; then the connection is of no more use.
   */
  feed(bytes: Buffer): void {
    let at = this.#state === 'head' ? this.#feedHead(bytes) : 0
    // A head that was divided is parsed from a buffer of its own.
    if (at < 0) return
    const rest = this.#head ?? bytes
    this.#head = undefined
    if (this.#state === 'length' || this.#state === 'close') at = this.#feedPlain(rest, at)
    else if (this.#state !== 'over') at = this.#feedChunks(rest, at)
    if (at < rest.length) throw invalid('bytes follow its end', rest.subarray(at))
  }

  /** The connection ended. Returns whether the response is complete. */
  finish(): boolean {
    if (this.#state === 'close') this.#end()
    return this.#state === 'over'
  }

  /** Returns where the body begins, or a negative number if the head is not complete. */
  #feedHead(piece: Buffer): number {
    const bytes = this.#head === undefined ? piece : Buffer.concat([this.#head, piece])
    let start = 0
    for (;;) {
      const end = bytes.indexOf(endOfHead, start)
      if (end < 0) {
        // A response that is not HTTP is detected by its first bytes, not by its size.
        if (!beginsLikeHttp(bytes, start)) throw invalid('it has no status line', bytes)
        if (bytes.length - start > this.#maxHeadBytes)
          throw invalid(`its head has more than ${this.#maxHeadBytes} bytes`)
        this.#head = bytes.subarray(start)
        return -1
      }
      if (end - start > this.#maxHeadBytes) throw invalid(`its head has more than ${this.#maxHeadBytes} bytes`)
      const head = headAt(bytes, start, end)
      start = end + endOfHead.length
      if (head.status === 101) throw invalid('it switches to a protocol that was not requested')
      if (head.status < 200) continue // a provisional response
      this.#head = bytes
      this.#begin(head)
      return start
    }
  }

  #begin(head: ResponseHead): void {
    const { framing } = head
    this.#left = framing.by === 'length' ? framing.bytes : 0
    this.#state = framing.by === 'chunks' ? 'chunk size' : framing.by
    this.#receiver.onHead(head)
    if (framing.by === 'length' && framing.bytes === 0) this.#end()
  }

  #feedPlain(bytes: Buffer, from: number): number {
    const to = this.#state === 'close' ? bytes.length : Math.min(bytes.length, from + this.#left)
    if (this.#state === 'length') this.#left -= to - from
    if (to > from) this.#receiver.onBody(bytes.subarray(from, to))
    if (this.#state === 'length' && this.#left === 0) this.#end()
    return to
  }

  /** Moves the parts of the body together, and passes them on as one chunk. */
  #feedChunks(bytes: Buffer, from: number): number {
    let at = from
    let [begin, end] = [-1, -1]
    while (at < bytes.length && !this.isOver) {
      if (this.#state !== 'chunk') {
        this.#feedOverhead(bytes[at++]!)
        continue
      }
      const to = Math.min(bytes.length, at + this.#left)
      if (begin < 0) [begin, end] = [at, at]
      if (end !== at) bytes.copyWithin(end, at, to)
      end += to - at
      this.#left -= to - at
      this.#overhead = 0
      at = to
      if (this.#left === 0) this.#state = 'chunk end'
    }
    if (end > begin) this.#receiver.onBody(bodyOf(bytes, begin, end))
    if (this.isOver) this.#receiver.onEnd()
    return at
  }

  /** One byte that does not belong to the body. */
  #feedOverhead(byte: number): void {
    if (++this.#overhead > this.#maxHeadBytes) throw invalid('the lines between its chunks are too long')
    switch (this.#state) {
      case 'chunk size':
        return this.#feedSize(byte)
      case 'blanks after chunk size':
        return this.#endSize(byte)
      case 'chunk extension':
        if (byte === lf) throw invalid('a line between its chunks does not end with CRLF')
        if (byte === cr) this.#state = 'chunk size end'
        return
      case 'chunk size end':
        if (byte !== lf) throw invalid('a line between its chunks does not end with CRLF')
        return this.#endSizeLine()
      case 'chunk end':
        // CR, then LF: `#left` counts those that were seen.
        if (byte === cr && this.#left === 0) this.#left = 1
        else if (byte === lf && this.#left === 1) this.#expectSize()
        else throw invalid('a chunk is longer than its size')
        return
      default:
        return this.#feedTrailer(byte)
    }
  }

  #feedSize(byte: number): void {
    const digit = hexDigit(byte)
    if (digit >= 0) {
      if (++this.#digits > maxSizeDigits) throw invalid('a chunk is too large')
      this.#left = this.#left * 16 + digit
      return
    }
    if (this.#digits === 0) throw invalid('a chunk has no size')
    this.#endSize(byte)
  }

  /** After the size: white space, an extension, or the end of the line. */
  #endSize(byte: number): void {
    if (byte === 0x20 || byte === 0x09) this.#state = 'blanks after chunk size'
    else if (byte === 0x3b) this.#state = 'chunk extension'
    else if (byte === cr) this.#state = 'chunk size end'
    else throw invalid('something other than an extension follows the size of a chunk')
  }

  #endSizeLine(): void {
    this.#digits = 0
    this.#lineLength = 0
    this.#state = this.#left === 0 ? 'trailers' : 'chunk'
  }

  #expectSize(): void {
    this.#left = 0
    this.#state = 'chunk size'
  }

  /** Trailers are not used. An empty line ends them. `#left` counts a CR before its LF. */
  #feedTrailer(byte: number): void {
    if ((byte === lf) !== (this.#left === 1)) throw invalid('a line of its trailers does not end with CRLF')
    if (byte === cr) this.#left = 1
    else if (byte !== lf) this.#lineLength = 1
    else if (this.#lineLength === 0) this.#state = 'over'
    else this.#lineLength = this.#left = 0
  }

  #end(): void {
    this.#state = 'over'
    this.#receiver.onEnd()
  }
}

/** Copied if little of the piece is body: a reader that keeps it would keep the whole piece, and count only the body. */
function bodyOf(bytes: Buffer, begin: number, end: number): Buffer {
  const body = bytes.subarray(begin, end)
  return body.length * 4 < bytes.length ? Buffer.from(body) : body
}

function headAt(bytes: Buffer, start: number, end: number): ResponseHead {
  try {
    return parseHead(bytes.toString('latin1', start, end))
  } catch (error) {
    throw Object.assign(error as Error, { data: Buffer.from(bytes.subarray(start, start + excerptBytes)) })
  }
}

/** Enough to recognise another protocol. */
const excerptBytes = 64
const protocol = Buffer.from('HTTP/1.')

function beginsLikeHttp(bytes: Buffer, start: number): boolean {
  const length = Math.min(protocol.length, bytes.length - start)
  return bytes.compare(protocol, 0, length, start, start + length) === 0
}

function hexDigit(byte: number): number {
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30
  const letter = byte | 0x20
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : -1
}

function invalid(why: string, data?: Buffer): Error {
  return httpError(
    responseInvalid,
    `the response is not HTTP: ${why}`,
    data && Buffer.from(data.subarray(0, excerptBytes)),
  )
}
