/** Numbers that may be given as a share of another: `25%`. */

/** Which way a share goes that is no whole number. */
export type Rounding = 'up' | 'down'

/** What `value` means where there are `total`. Anything else than a number or a share, which servers refuse, counts as 0. */
export function resolveShare(value: number | string | undefined, total: number, rounding: Rounding): number {
  if (typeof value === 'number') return value
  const percent = /^(\d+)%$/.exec(value ?? '')?.[1]
  if (percent === undefined) return 0
  const exact = (Number(percent) * total) / 100
  return rounding === 'up' ? Math.ceil(exact) : Math.floor(exact)
}
