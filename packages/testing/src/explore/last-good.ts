/**
 * Operators that keep what they made for the last good declaration when a value is of no use to them. They say which objects
 * they refuse; what they made, and what is outside, must be as it was before then. Pure.
 */
import type { Checkpoint } from './checkpoint.ts'
import type { Comparison } from './declaration-runs.ts'
import { type Finding, finding } from './failure.ts'
import { differencesOf } from './judge.ts'
import { describeObject } from './listed-objects.ts'
import { formatDifference, placeOf } from './state-difference.ts'

/** Whether the operator refuses any of what was declared: then what there is depends on what was good before. */
export function refusesAny({ declared }: Checkpoint, { keepsLastGood }: Comparison): boolean {
  return keepsLastGood !== undefined && declared.some(keepsLastGood)
}

/** What is wrong with a change that the operator refuses; `undefined` if it refuses nothing. */
export function keptLastGood(before: Checkpoint, after: Checkpoint, by: Comparison): readonly Finding[] | undefined {
  const refused = after.declared.find((object) => by.keepsLastGood?.(object) === true)
  if (refused === undefined) return undefined
  if (refusesAny(before, by)) return [] // nothing good was there to be kept
  const own = new Set(after.declared.map(describeObject))
  const differences = differencesOf(before, after).filter((one) => !own.has(one.object) && !by.chance.has(placeOf(one)))
  const [first] = differences
  if (first === undefined) return []
  const what = `${describeObject(refused)} is refused, and the last good state is not kept`
  const lines = differences.map(formatDifference)
  return [finding('declaration', `${what}: ${lines[0]}`, lines, placeOf(first))]
}
