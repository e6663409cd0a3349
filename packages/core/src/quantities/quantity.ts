/**
 * Quantities: amounts of memory, CPU and the like, as Kubernetes writes them: `500m`, `1.5Gi`, `12e6`.
 *
 * Guarantees
 * - Arithmetic is exact; no amount is converted to floating point except by `toNumber`.
 * - Text is canonical, as an API server writes it: no fraction, the largest suffix that keeps the amount whole.
 * - Amounts finer than a nano-unit are rounded up to it, and binary ones above 2^63-1 are capped, as on the server.
 * - Untrusted text costs at most a thousand digits.
 */
import { coreErrors } from '../errors.ts'
import { type QuantityNotation, readQuantity } from './quantity-text.ts'

/** An amount, or its notation. */
export type AnyQuantity = Quantity | string | number

/**
 * Parses an amount. A number is taken as its own value.
 *
 * Failure: `KW_CORE_QUANTITY`.
 *
 * @example
 * ```ts
 * parseQuantity('1.5Gi').plus('512Mi').toString() // => '2Gi'
 * parseQuantity('0.1').times(5).toString() // => '500m'
 * parseQuantity('250m').toNumber() // => 0.25
 * ```
 */
export function parseQuantity(given: AnyQuantity): Quantity {
  if (given instanceof Quantity) return given
  const { unscaled, exponent, notation } = readQuantity(String(given))
  return new Quantity(unscaled, exponent, notation)
}

/**
 * Negative if `left` is less than `right`, positive if it is more, zero if they are equal in any notation.
 *
 * @example
 * ```ts
 * compareQuantities('1Gi', '1G') > 0 // => true
 * compareQuantities('0.5', '500m') // => 0
 * ```
 */
export function compareQuantities(left: AnyQuantity, right: AnyQuantity): -1 | 0 | 1 {
  const difference = parseQuantity(left).minus(right).unscaled
  if (difference === 0n) return 0
  return difference < 0n ? -1 : 1
}

/** An immutable amount. Make one with `parseQuantity`. Serializes to its text in JSON. */
export class Quantity {
  /** The amount is `unscaled` × 10^`exponent`; `unscaled` has no trailing zeros, so equal amounts have equal fields. */
  readonly unscaled: bigint
  readonly exponent: number
  /** The kind of suffix it was written with; formatting uses it again where that is lossless. */
  readonly notation: QuantityNotation

  /** Prefer `parseQuantity`: it rounds and caps as an API server does. */
  constructor(unscaled: bigint, exponent: number, notation: QuantityNotation) {
    const zeros = unscaled === 0n ? 0 : trailingZeros(unscaled)
    this.unscaled = unscaled / tenTo(zeros)
    this.exponent = unscaled === 0n ? 0 : exponent + zeros
    this.notation = notation
  }

  /** The sum, in the notation of this amount; a zero adopts the other's. */
  plus(other: AnyQuantity): Quantity {
    const addend = parseQuantity(other)
    const exponent = Math.min(this.exponent, addend.exponent)
    const notation = this.unscaled === 0n ? addend.notation : this.notation
    return new Quantity(this.#unscaledAt(exponent) + addend.#unscaledAt(exponent), exponent, notation)
  }

  minus(other: AnyQuantity): Quantity {
    const { unscaled, exponent, notation } = parseQuantity(other)
    return this.plus(new Quantity(-unscaled, exponent, notation))
  }

  /** The amount multiplied by `count`, a whole number. */
  times(count: number | bigint): Quantity {
    if (typeof count === 'number' && !Number.isSafeInteger(count)) throw notWhole(this, count)
    return new Quantity(this.unscaled * BigInt(count), this.exponent, this.notation)
  }

  /** The nearest floating-point number: exact up to 2^53 whole units, and to about 16 digits otherwise. */
  toNumber(): number {
    return Number(`${this.unscaled}e${this.exponent}`)
  }

  /** The canonical text. */
  toString(): string {
    return this.#isBinary() ? this.#binaryText() : this.#decimalText()
  }

  toJSON(): string {
    return this.toString()
  }

  /** Below one Ki, or with a fraction, a binary suffix would have to round. */
  #isBinary(): boolean {
    if (this.notation !== 'BinarySI' || this.exponent < 0) return false
    const units = this.#unscaledAt(0)
    return units <= -1024n || units >= 1024n
  }

  #binaryText(): string {
    let units = this.#unscaledAt(0)
    let step = 0
    for (; step < binarySuffixes.length - 1 && units % 1024n === 0n; step++) units /= 1024n
    return `${units}${binarySuffixes[step]}`
  }

  #decimalText(): string {
    if (this.unscaled === 0n) return '0'
    const isExponential = this.notation === 'DecimalExponent'
    const step = Math.floor(this.exponent / 3) * 3
    // Beyond the largest suffix the number grows instead; a nano-unit is the smallest.
    const exponent = isExponential ? step : Math.min(step, 18)
    const suffix = isExponential ? exponential(exponent) : decimalSuffixes[exponent / 3 + 3]
    return `${this.#unscaledAt(exponent)}${suffix}`
  }

  /** The amount in units of 10^`exponent`, which must not exceed its own exponent. */
  #unscaledAt(exponent: number): bigint {
    return this.unscaled * tenTo(this.exponent - exponent)
  }
}

const binarySuffixes = ['', 'Ki', 'Mi', 'Gi', 'Ti', 'Pi', 'Ei']
const decimalSuffixes = ['n', 'u', 'm', '', 'k', 'M', 'G', 'T', 'P', 'E']

function exponential(exponent: number): string {
  return exponent === 0 ? '' : `e${exponent}`
}

function tenTo(exponent: number): bigint {
  return 10n ** BigInt(exponent)
}

function trailingZeros(unscaled: bigint): number {
  return /0*$/.exec(String(unscaled))![0].length
}

function notWhole(quantity: Quantity, count: number): Error {
  return coreErrors('KW_CORE_QUANTITY', {
    what: `multiply ${quantity.toString()} by ${count}`,
    why: `${count} is not a whole number`,
    next: 'Multiply by a whole number, so that the result is exact.',
    details: { given: count },
  })
}
