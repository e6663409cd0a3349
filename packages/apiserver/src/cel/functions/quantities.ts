/** Amounts of memory, CPU and the like: `quantity('1.5Gi')`. */
import { isKubewrightError, parseQuantity, type Quantity } from '@kubewright/core'
import { boolType, doubleType, intType, stringType, structType } from '../types/type.ts'
import { CelError } from '../values/cel-error.ts'
import { OpaqueValue } from '../values/opaque.ts'
import { fn, type Library, method } from './overload.ts'

const quantityType = structType('kubernetes.Quantity')

class QuantityValue extends OpaqueValue {
  readonly type = quantityType
  readonly quantity: Quantity

  constructor(quantity: Quantity) {
    super()
    this.quantity = quantity
  }

  equals(other: OpaqueValue): boolean {
    return other instanceof QuantityValue && this.compareTo(other) === 0n
  }

  compareTo({ quantity }: QuantityValue): bigint {
    const difference = this.quantity.minus(quantity).unscaled
    return difference === 0n ? 0n : difference < 0n ? -1n : 1n
  }

  /** As a whole number that fits into 64 bits; `undefined` for others. */
  get whole(): bigint | undefined {
    const { unscaled, exponent } = this.quantity
    if (exponent < 0 || exponent > 19) return undefined
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
      return quantity === undefined ? new CelError(problemOf(text)) : new QuantityValue(quantity)
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
    method<[QuantityValue]>('quantity_get_int', [quantityType], intType, ({ whole }) =>
      whole ?? new CelError('cannot convert value to integer'),
    ),
  ],
  isInteger: [method<[QuantityValue]>('quantity_is_integer', [quantityType], boolType, ({ whole }) => whole !== undefined)],
  add: [
    method<Pair>('quantity_add', pair, quantityType, (x, y) => new QuantityValue(x.quantity.plus(y.quantity))),
    method<[QuantityValue, bigint]>('quantity_add_int', [quantityType, intType], quantityType, (x, count) =>
      new QuantityValue(x.quantity.plus(String(count))),
    ),
  ],
  sub: [
    method<Pair>('quantity_sub', pair, quantityType, (x, y) => new QuantityValue(x.quantity.minus(y.quantity))),
    method<[QuantityValue, bigint]>('quantity_sub_int', [quantityType, intType], quantityType, (x, count) =>
      new QuantityValue(x.quantity.minus(String(count))),
    ),
  ],
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
  if (/^[+-]?[0-9.]+[^0-9.]*.*$/.test(text) && !/[0-9.]$/.test(text)) return 'unable to parse quantity\'s suffix'
  return "quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'"
}
