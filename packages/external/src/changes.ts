/** What differs between what is wanted and what is there. */
import { deepEqual } from '@kubewright/core'

export interface Change<Field extends string = string> {
  readonly field: Field
  readonly from: unknown
  readonly to: unknown
}

/**
 * The fields of `wanted` that `actual` has otherwise. One that is wanted as `undefined` is left open: nothing is wrong with it.
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

/** `size 1 → 2, version "16" → "17"`; values are cut, so that a message stays one. */
export function formatChanges(changes: readonly Change[]): string {
  return changes.map(({ field, from, to }) => `${field} ${shown(from)} → ${shown(to)}`).join(', ')
}

function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? 'none'
  return text.length > 60 ? `${text.slice(0, 59)}…` : text
}
