/** Length limits of strings, lists and maps. */
import type { CheckDef } from './checks.ts'
import type { Place } from './place.ts'

export interface Counts {
  readonly least: number | undefined
  readonly most: number | undefined
}

/** The bounds of a length check. zod accepts any number; the API server stores non-negative integers. */
export function countsOf({ minimum, maximum, length }: CheckDef, place: Place): Counts {
  return { least: countOf(minimum ?? length, place), most: countOf(maximum ?? length, place) }
}

export function countOf(value: unknown, place: Place): number | undefined {
  if (value === undefined || (Number.isSafeInteger(value) && (value as number) >= 0)) return value as number | undefined
  place.refuse(
    `the length ${Number(value)} is not a whole number of zero or more`,
    'Lengths count characters, items or entries: use a whole number, or remove the check.',
  )
  return undefined
}
