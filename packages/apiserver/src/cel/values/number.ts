/** Numbers: `int` is a bigint, `double` a number, and `uint` needs a class to be told from the two. */
import { CelError } from './cel-error.ts'

export class Uint {
  readonly value: bigint

  constructor(value: bigint) {
    this.value = value
  }
}

export type CelNumber = bigint | number | Uint

export function isCelNumber(value: unknown): value is CelNumber {
  return typeof value === 'bigint' || typeof value === 'number' || value instanceof Uint
}

/** An `int`, or the error of one that does not fit into 64 bits. */
export function int64(value: bigint): bigint | CelError {
  return BigInt.asIntN(64, value) === value ? value : new CelError('integer overflow')
}

export function uint64(value: bigint): Uint | CelError {
  return BigInt.asUintN(64, value) === value ? new Uint(value) : new CelError('unsigned integer overflow')
}

/** Of numbers of any kinds; `undefined` when one of them is not a number at all (NaN). */
export function compareNumbers(left: CelNumber, right: CelNumber): -1 | 0 | 1 | undefined {
  const a = left instanceof Uint ? left.value : left
  const b = right instanceof Uint ? right.value : right
  if (Number.isNaN(a) || Number.isNaN(b)) return undefined
  // JavaScript compares bigints with numbers by their mathematical value, which is what is asked for.
  if (a < b) return -1
  return a > b ? 1 : 0
}
