/**
 * Operators that keep the result of the last valid declaration when they reject a value. They report the rejected objects; their own
 * objects and the external services must stay unchanged. Pure.
 * See decision 0288.
 */
import type { Checkpoint } from '../record/checkpoint.ts'
import { type Finding, finding } from '../trace/finding.ts'
import { type Comparison, differencesOf } from './judge.ts'
import { describeObject } from '../state/listed-objects.ts'
import { formatDifference, placeOf } from '../state/state-difference.ts'

/** Whether the operator rejects any declaration: then the state depends on the previous declarations. */
export function refusesAny({ declared }: Checkpoint, { keepsLastGood }: Comparison): boolean {
  return keepsLastGood !== undefined && declared.some(keepsLastGood)
}

/** The findings for a change that the operator rejects; `undefined` if it rejects nothing. */
export function keptLastGood(before: Checkpoint, after: Checkpoint, by: Comparison): readonly Finding[] | undefined {
  const refused = after.declared.find((object) => by.keepsLastGood?.(object) === true)
  if (refused === undefined) return undefined
  if (refusesAny(before, by)) return [] // there was no valid state to keep
  const own = new Set(after.declared.map(describeObject))
  const differences = differencesOf(before, after).filter((one) => !own.has(one.object) && !by.chance.has(one))
  const [first] = differences
  if (first === undefined) return []
  const what = `${describeObject(refused)} is rejected, and the last valid state is not kept`
  const lines = differences.map(formatDifference)
  return [finding('declaration', `${what}: ${lines[0]}`, lines, placeOf(first))]
}
