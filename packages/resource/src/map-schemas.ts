/** Maps with string keys, and their merge semantics. */
import { z } from 'zod'
import { enforcedBy } from './zod/checks.ts'

/** The minimum and maximum number of entries of a map, for `mapOf`. */
export interface MapSize {
  readonly min?: number
  /** CEL rules over a map fit the cost budget only if its size is bounded. */
  readonly max?: number
}

/**
 * A map with arbitrary string keys, like labels. Unlike `z.record()` it can be bounded.
 *
 * @example
 * ```ts
 * import { z } from 'zod'
 * mapOf(z.string(), { max: 1 }).safeParse({ a: '1', b: '2' }).success // => false
 * ```
 */
export function mapOf<Value extends z.ZodType>(
  value: Value,
  { min, max }: MapSize = {},
): z.ZodRecord<z.ZodString, Value> {
  const fits = (size: number) => size >= (min ?? 0) && size <= (max ?? Number.POSITIVE_INFINITY)
  return z
    .record(z.string(), value)
    .refine((map) => fits(Object.keys(map).length), {
      error: 'the map has too few or too many entries',
      params: { [enforcedBy]: 'maxProperties' },
    })
    .meta({
      ...(min === undefined ? {} : { minProperties: min }),
      ...(max === undefined ? {} : { maxProperties: max }),
    })
}

/** An object or map that is always replaced whole, never merged field by field: a reference, a resource selector. */
export function atomicMap<Schema extends z.ZodObject | z.ZodRecord>(schema: Schema): Schema {
  return schema.meta({ 'x-kubernetes-map-type': 'atomic' }) as Schema
}
