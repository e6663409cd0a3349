/** Amounts of resources by name, and arithmetic on them. Pure. */
import { type AnyQuantity, compareQuantities, parseQuantity, type Quantity } from '@kubewright/core/quantities'

/** Amounts as objects write them. */
export type WrittenAmounts = { readonly [name: string]: string | number | undefined } | null | undefined

export type AmountMap = Map<string, Quantity>

export const zero = parseQuantity('0')

export function readAmounts(written: WrittenAmounts): AmountMap {
  const amounts: AmountMap = new Map()
  for (const [name, amount] of Object.entries(written ?? {})) {
    if (amount !== undefined && amount !== null) amounts.set(name, parseQuantity(amount))
  }
  return amounts
}

/** Sorted by name, as the server writes maps. */
export function writeAmounts(amounts: AmountMap): Record<string, string> {
  return Object.fromEntries(inOrder(amounts).map(([name, amount]) => [name, amount.toString()]))
}

export function inOrder(amounts: AmountMap): readonly (readonly [string, Quantity])[] {
  return [...amounts].sort(([left], [right]) => (left < right ? -1 : 1))
}

/** Adds every amount of `more` to `sum`. */
export function addTo(sum: AmountMap, more: AmountMap): AmountMap {
  for (const [name, amount] of more) sum.set(name, sum.get(name)?.plus(amount) ?? amount)
  return sum
}

/** Raises each amount of `sum` to at least that of `other`. */
export function raiseTo(sum: AmountMap, other: AmountMap): AmountMap {
  for (const [name, amount] of other) {
    const present = sum.get(name)
    if (present === undefined || compareQuantities(amount, present) > 0) sum.set(name, amount)
  }
  return sum
}

export function only(amounts: AmountMap, has: (name: string, amount: Quantity) => boolean): AmountMap {
  return new Map([...amounts].filter(([name, amount]) => has(name, amount)))
}

/** `cpu=1,memory=1Gi` */
export function formatAmounts(amounts: AmountMap): string {
  return inOrder(amounts)
    .map(([name, amount]) => `${name}=${amount.toString()}`)
    .join(',')
}

/** In thousandths, rounded up, as the server compares. */
export function milliValue(given: AnyQuantity): bigint {
  return scaled(parseQuantity(given), 3)
}

/** In whole units, rounded up. */
export function wholeValue(given: AnyQuantity): bigint {
  return scaled(parseQuantity(given), 0)
}

function scaled({ unscaled, exponent }: Quantity, digits: number): bigint {
  const shift = exponent + digits
  if (shift >= 0) return unscaled * 10n ** BigInt(shift)
  const unit = 10n ** BigInt(-shift)
  const whole = unscaled / unit
  return unscaled % unit > 0n ? whole + 1n : whole
}
