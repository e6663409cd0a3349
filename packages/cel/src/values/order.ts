/** The order of values. */
import { CelError, noSuchOverload } from './cel-error.ts'
import { compareNumbers, isCelNumber } from './number.ts'
import { Duration, Timestamp } from './time.ts'
import type { Value } from './value.ts'

export function compare(left: Value, right: Value): -1 | 0 | 1 | CelError {
  if (isCelNumber(left) && isCelNumber(right)) {
    return compareNumbers(left, right) ?? new CelError('NaN values cannot be ordered')
  }
  if (typeof left === 'string' && typeof right === 'string') return sign(compareTexts(left, right))
  if (typeof left === 'boolean' && typeof right === 'boolean') return sign(Number(left) - Number(right))
  if (left instanceof Uint8Array && right instanceof Uint8Array) return Buffer.compare(left, right)
  if (left instanceof Timestamp && right instanceof Timestamp) return sign(left.nanos - right.nanos)
  if (left instanceof Duration && right instanceof Duration) return sign(left.nanos - right.nanos)
  return noSuchOverload()
}

/** Compares by code points, which is the order of UTF-8 but not of UTF-16. */
function compareTexts(left: string, right: string): number {
  if (left === right) return 0
  const length = Math.min(left.length, right.length)
  for (let index = 0; index < length; index++) {
    const [a, b] = [left.charCodeAt(index), right.charCodeAt(index)]
    if (a === b) continue
    const isSurrogate = (code: number) => code >= 0xd800 && code <= 0xdfff
    if (isSurrogate(a) !== isSurrogate(b)) return isSurrogate(a) ? 1 : -1
    return a - b
  }
  return left.length - right.length
}

function sign(difference: number | bigint): -1 | 0 | 1 {
  if (difference < 0) return -1
  return difference > 0 ? 1 : 0
}
