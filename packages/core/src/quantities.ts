/** Quantities: `500m`, `1.5Gi`. Exact arithmetic and comparison. */
export type { QuantityNotation } from './quantities/quantity-text.ts'
export { type AnyQuantity, compareQuantities, parseQuantity, Quantity } from './quantities/quantity.ts'
