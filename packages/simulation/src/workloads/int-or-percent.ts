/** Numbers that may be percentages of another: `25%`. */

/** How to round a percentage. */
export type Rounding = 'up' | 'down'

/** Resolves `value` against `total`. Anything other than a number or a percentage, which servers reject, counts as 0. */
export function resolveShare(value: number | string | undefined, total: number, rounding: Rounding): number {
  if (typeof value === 'number') return value
  const percent = /^(\d+)%$/.exec(value ?? '')?.[1]
  if (percent === undefined) return 0
  const exact = (Number(percent) * total) / 100
  return rounding === 'up' ? Math.ceil(exact) : Math.floor(exact)
}
