/** Resource quantities such as memory and CPU: `quantity('1.5Gi')`. */
import { isKubewrightError } from '@kubewright/core'
import { parseQuantity, type Quantity } from '@kubewright/core/quantities'
import { boolType, doubleType, intType, stringType, structType } from '../types/type.ts'
import { CelError } from '../values/cel-error.ts'
import { OpaqueValue } from '../values/opaque.ts'
import { fn, type Library, method } from './overload.ts'

const quantityType = structType('kubernetes.Quantity')

class QuantityValue extends OpaqueValue {
  readonly type = quantityType
  readonly quantity: Quantity

  /** Whether the server stores it as an int64: no fraction, at most 18 digits. */
  readonly #isPlain: boolean

  constructor(quantity: Quantity, isPlain: boolean) {
    super()
    this.quantity = quantity
    this.#isPlain = isPlain
  }

  plus(other: QuantityValue): QuantityValue {
    return new QuantityValue(this.quantity.plus(other.quantity), this.#isPlain && other.#isPlain)
  }

  minus(other: QuantityValue): QuantityValue {
    return new QuantityValue(this.quantity.minus(other.quantity), this.#isPlain && other.#isPlain)
  }

  equals(other: OpaqueValue): boolean {
    return other instanceof QuantityValue && this.compareTo(other) === 0n
  }

  compareTo({ quantity }: QuantityValue): bigint {
    const difference = this.quantity.minus(quantity).unscaled
    return difference === 0n ? 0n : difference < 0n ? -1n : 1n
  }

  /** The value as an integer that fits into 64 bits; `undefined` otherwise. */
  get whole(): bigint | undefined {
    const { unscaled, exponent } = this.quantity
    if (!this.#isPlain || exponent < 0 || exponent > 19) return undefined
    const value = unscaled * 10n ** BigInt(exponent)
    return BigInt.asIntN(64, value) === value ? value : undefined
  }
}

type Pair = [QuantityValue, QuantityValue]
const pair = [quantityType, quantityType]

export const quantities: Library = {
  quantity: [
    fn<[string]>('string_to_quantity', [stringType], quantityType, (text) => {
      const quantity = parse(text)
      if (quantity === undefined) return new CelError(problemOf(text))
      return new QuantityValue(quantity, /^[+-]?0*\d{1,18}(?:[eE]\+?\d+|[A-Zk][i]?)?$/.test(text))
    }),
  ],
  isQuantity: [fn<[string]>('is_quantity_string', [stringType], boolType, (text) => parse(text) !== undefined)],
  sign: [
    fn<[QuantityValue]>('quantity_sign', [quantityType], intType, ({ quantity: { unscaled } }) =>
      unscaled === 0n ? 0n : unscaled < 0n ? -1n : 1n,
    ),
  ],
  isGreaterThan: [method<Pair>('quantity_is_greater_than', pair, boolType, (x, y) => x.compareTo(y) > 0n)],
  isLessThan: [method<Pair>('quantity_is_less_than', pair, boolType, (x, y) => x.compareTo(y) < 0n)],
  compareTo: [method<Pair>('quantity_compare_to', pair, intType, (x, y) => x.compareTo(y))],
  asApproximateFloat: [
    method<[QuantityValue]>('quantity_get_float', [quantityType], doubleType, ({ quantity }) => quantity.toNumber()),
  ],
  asInteger: [
    method<[QuantityValue]>(
      'quantity_get_int',
      [quantityType],
      intType,
      ({ whole }) => whole ?? new CelError('cannot convert value to integer'),
    ),
  ],
  isInteger: [
    method<[QuantityValue]>('quantity_is_integer', [quantityType], boolType, ({ whole }) => whole !== undefined),
  ],
  add: [
    method<Pair>('quantity_add', pair, quantityType, (x, y) => x.plus(y)),
    method<[QuantityValue, bigint]>('quantity_add_int', [quantityType, intType], quantityType, (x, count) =>
      x.plus(whole(count)),
    ),
  ],
  sub: [
    method<Pair>('quantity_sub', pair, quantityType, (x, y) => x.minus(y)),
    method<[QuantityValue, bigint]>('quantity_sub_int', [quantityType, intType], quantityType, (x, count) =>
      x.minus(whole(count)),
    ),
  ],
}

function whole(count: bigint): QuantityValue {
  return new QuantityValue(parseQuantity(String(count)), true)
}

function parse(text: string): Quantity | undefined {
  try {
    return parseQuantity(text)
  } catch (error) {
    if (isKubewrightError(error)) return undefined
    throw error
  }
}

function problemOf(text: string): string {
  if (/^[+-]?\d*(?:\.\d*)?[eEinumkKMGTP]+[-+]?[0-9]*$/.test(text) && /\d/.test(text))
    return "unable to parse quantity's suffix"
  return "quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'"
}
