/** Numbers: `int` is a bigint, `double` a number, and `uint` a class, to distinguish it from both. */
import { CelError } from './cel-error.ts'

/** A CEL unsigned integer of 64 bits. */
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

/** An `int`, or an error if the value does not fit into 64 bits. */
export function int64(value: bigint): bigint | CelError {
  return BigInt.asIntN(64, value) === value ? value : new CelError('integer overflow')
}

export function uint64(value: bigint): Uint | CelError {
  return BigInt.asUintN(64, value) === value ? new Uint(value) : new CelError('unsigned integer overflow')
}

/** Compares numbers of any types; `undefined` if one of them is NaN. */
export function compareNumbers(left: CelNumber, right: CelNumber): -1 | 0 | 1 | undefined {
  const a = left instanceof Uint ? left.value : left
  const b = right instanceof Uint ? right.value : right
  if (Number.isNaN(a) || Number.isNaN(b)) return undefined
  // JavaScript compares bigints with numbers by mathematical value, as CEL does.
  if (a < b) return -1
  return a > b ? 1 : 0
}
