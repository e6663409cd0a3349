/** Numbers as Go reads them: the type depends on the notation. */
import type { ScalarType } from './go-type.ts'

const limits: Readonly<Record<string, readonly [bigint, bigint]>> = {
  uint8: [0n, 255n],
  int32: [-(2n ** 31n), 2n ** 31n - 1n],
  int64: [-(2n ** 63n), 2n ** 63n - 1n],
}

/** Undefined if the type cannot hold the number. Integers must be written as such: `1.0` is not one. */
export function readNumber(literal: string, kind: ScalarType['kind']): number | undefined {
  const value = Number(literal)
  if (kind === 'float64') return Number.isFinite(value) ? value : undefined
  if (!/^-?\d+$/.test(literal)) return undefined
  const isSmall = literal.length < 10 && kind !== 'uint8'
  // Turns minus zero into zero.
  return isSmall || isWithin(BigInt(literal), limits[kind]!) ? value || 0 : undefined
}

function isWithin(value: bigint, [low, high]: readonly [bigint, bigint]): boolean {
  return value >= low && value <= high
}
