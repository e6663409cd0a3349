/** Differences between the desired and the actual state. */
import { deepEqual } from '@kubewright/core/json'

/** A field of an external resource whose actual value (`from`) differs from the desired one (`to`). */
export interface Change<Field extends string = string> {
  readonly field: Field
  readonly from: unknown
  readonly to: unknown
}

/**
 * The fields in which `actual` differs from `wanted`. A field that is `undefined` in `wanted` is unmanaged and never differs.
 *
 * @example
 * ```ts
 * changesBetween({ size: 2, version: '17', note: undefined }, { size: 1, version: '17', note: 'x' }, ['size', 'version', 'note'])
 * // => [{ field: 'size', from: 1, to: 2 }]
 * ```
 */
export function changesBetween<Wanted extends object, const Field extends keyof Wanted & string>(
  wanted: Wanted,
  actual: { readonly [Name in Field]?: unknown },
  fields: readonly Field[],
): readonly Change<Field>[] {
  return fields.flatMap((field) => {
    const [from, to] = [actual[field], wanted[field]]
    return to === undefined || deepEqual(from, to) ? [] : [{ field, from, to }]
  })
}

/** `size 1 → 2, version "16" → "17"`; long values are truncated. */
export function formatChanges(changes: readonly Change[]): string {
  return changes.map(({ field, from, to }) => `${field} ${shown(from)} → ${shown(to)}`).join(', ')
}

function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? 'none'
  return text.length > 60 ? `${text.slice(0, 59)}…` : text
}
