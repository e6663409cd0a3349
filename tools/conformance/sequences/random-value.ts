/** Random values for a small schema language that covers the structures of field ownership. */
import type { Choices } from './choices.ts'

export type ValueShape =
  | { readonly leaf: readonly unknown[]; readonly isNeverNull?: boolean }
  /** Declared fields. */
  | { readonly fields: Readonly<Record<string, ValueShape>> }
  /** Free keys, all with values of one shape. */
  | { readonly keys: readonly string[]; readonly values: ValueShape }
  /** A list of distinct scalars. */
  | { readonly set: readonly unknown[] }
  /** A list whose items are identified by one field. */
  | { readonly key: string; readonly names: readonly string[]; readonly item: ValueShape }

export interface ValueOptions {
  /** The probability of each field. */
  readonly density: number
  /** The probability of a null value. */
  readonly nulls: number
}

export function randomValue(shape: ValueShape, choices: Choices, options: ValueOptions): unknown {
  const isNullable = !('isNeverNull' in shape && shape.isNeverNull)
  if (isNullable && choices.chance(options.nulls)) return null
  if ('leaf' in shape) return choices.one(...shape.leaf)
  if ('set' in shape) return choices.some(shape.set, options.density)
  if ('key' in shape) {
    return choices.some(shape.names, options.density).map((name) => {
      const item = randomValue(shape.item, choices, { ...options, nulls: 0 })
      return { [shape.key]: name, ...(item as object) }
    })
  }
  const entries =
    'fields' in shape ? Object.entries(shape.fields) : shape.keys.map((key) => [key, shape.values] as const)
  const present = choices.some(entries, options.density)
  return Object.fromEntries(present.map(([name, inner]) => [name, randomValue(inner, choices, options)]))
}
