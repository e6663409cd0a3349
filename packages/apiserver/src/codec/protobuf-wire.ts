/**
 * The protobuf wire format. Safe on untrusted input: lengths are checked before use, and nesting is limited to the depth
 * that can be stored.
 */
import { deepestKept } from './depth-limit.ts'
import { goText } from '../go/go-text.ts'
import { ValueProblem } from '../go/value-problem.ts'

export const wireType = { varint: 0, fixed64: 1, bytes: 2, startGroup: 3, endGroup: 4, fixed32: 5 } as const

/** The field number times eight, plus the wire type. */
export type Tag = number

export function numberOf(tag: Tag): number {
  return tag >>> 3
}

export class ProtobufWire {
  readonly #bytes: Buffer
  #at = 0
  #end: number
  #depth = 0
  /** The upper half of the last `#varint`. */
  #high = 0

  constructor(bytes: Buffer) {
    this.#bytes = bytes
    this.#end = bytes.length
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#end
  }

  /** @param message the name of the message being read, for error messages */
  tag(message: string): Tag {
    const low = this.#varint()
    const number = (this.#high << 29) | (low >>> 3)
    if ((low & 7) === wireType.endGroup) throw new ValueProblem(`proto: ${message}: wiretype end group for non-group`)
    if (number <= 0) {
      throw new ValueProblem(`proto: ${message}: illegal tag ${number} (wire type ${whole(low, this.#high)})`)
    }
    return low >>> 0
  }

  int32(): number {
    return this.#varint()
  }

  /** Integers outside the safe range lose precision, as they do everywhere here. */
  int64(): number {
    const low = this.#varint()
    return this.#high * 2 ** 32 + (low >>> 0)
  }

  bool(): boolean {
    return this.#varint() !== 0 || this.#high !== 0
  }

  float64(): number {
    const start = this.#take(8)
    return this.#bytes.readDoubleLE(start)
  }

  string(): string {
    const length = this.#length()
    return length === 0 ? '' : goText(this.#bytes, this.#take(length), length)
  }

  bytes(): Buffer {
    const length = this.#length()
    const start = this.#take(length)
    return this.#bytes.subarray(start, start + length)
  }

  /** Reads a length-delimited value; `read` must continue until `isAtEnd`. */
  within(read: () => void): void {
    const end = this.#end
    const length = this.#length()
    if (length > end - this.#at) throw tooShort()
    if (++this.#depth > deepestKept) throw new ValueProblem('proto: exceeded max depth')
    this.#end = this.#at + length
    read()
    this.#end = end
    this.#depth--
  }

  /** Skips an unknown field, groups included. */
  skip(tag: Tag): void {
    let open = this.#skipPiece(tag & 7)
    while (open > 0) open += this.#skipPiece(this.#varint() & 7)
  }

  /** Returns the change in group depth: 1, 0 or −1. */
  #skipPiece(wire: number): number {
    switch (wire) {
      case wireType.varint:
        this.#varint()
        return 0
      case wireType.fixed64:
        this.#take(8)
        return 0
      case wireType.bytes:
        this.#take(this.#length())
        return 0
      case wireType.fixed32:
        this.#take(4)
        return 0
      case wireType.startGroup:
        return 1
      case wireType.endGroup:
        return -1
      default:
        throw new ValueProblem(`proto: illegal wireType ${wire}`)
    }
  }

  #length(): number {
    const low = this.#varint()
    if (this.#high < 0) throw new ValueProblem('proto: negative length found during unmarshaling')
    return this.#high * 2 ** 32 + (low >>> 0)
  }

  /** Consumes `length` bytes and returns their offset. */
  #take(length: number): number {
    if (length > this.#end - this.#at) throw tooShort()
    const start = this.#at
    this.#at += length
    return start
  }

  /** Reads 64 bits as two signed halves, because bigint is slow. Returns the lower half; the upper one is in `#high`. */
  #varint(): number {
    let low = 0
    let high = 0
    for (let shift = 0; ; shift += 7) {
      if (shift >= 64) throw new ValueProblem('proto: integer overflow')
      if (this.#at >= this.#end) throw tooShort()
      const byte = this.#bytes[this.#at++]!
      const bits = byte & 0x7f
      if (shift < 32) low |= bits << shift
      if (shift > 28) high |= bits << (shift - 32)
      else if (shift === 28) high |= bits >>> 4
      if (byte < 0x80) break
    }
    this.#high = high
    return low
  }
}

/** Failure: throws a `ValueProblem` if the wire type is not that of the field. */
export function expectWire(tag: Tag, wire: number, field: string): void {
  if ((tag & 7) === wire) return
  const name = `${field.charAt(0).toUpperCase()}${field.slice(1)}`
  throw new ValueProblem(`proto: wrong wireType = ${tag & 7} for field ${name}`)
}

function whole(low: number, high: number): bigint {
  return (BigInt(high >>> 0) << 32n) | BigInt(low >>> 0)
}

function tooShort(): ValueProblem {
  return new ValueProblem('unexpected EOF')
}
