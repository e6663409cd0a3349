/** A transition in normal form: one source, one target, all options filled in. */
import { definitionError } from './definition-error.ts'
import { assertBoolean, assertList, assertRecord } from './definition-shape.ts'
import { shown } from './name.ts'
import type { TransitionDefinition } from './node-type.ts'

/** A transition in normal form: one source, one target, all defaults filled in. */
export interface Transition<State extends string = string, Requirement extends string = string> {
  readonly from: State
  readonly to: State
  /** Requirements that must be satisfied to start. */
  readonly needs: readonly Requirement[]
  readonly controllable: boolean
  readonly cost: number
}

/** The maximum cost of a transition: sums of a million of them are still exact. */
export const largestCost = 1_000_000

export function normalTransitions(
  given: TransitionDefinition | readonly TransitionDefinition[],
  place: string,
): readonly Transition[] {
  const all = (Array.isArray(given) ? given : [given]) as readonly TransitionDefinition[]
  return all.flatMap((transition) => {
    assertRecord(transition, place, 'a transition of it')
    const { from, to, needs = [], controllable = true, cost = 1 } = transition
    assertList(needs, place, '`needs`')
    assertBoolean(controllable, place, '`controllable`')
    if (!Number.isSafeInteger(cost) || cost < 0 || cost > largestCost)
      throw definitionError(
        `define ${place}`,
        `its cost is ${shown(cost)}`,
        `A cost is an integer from 0 to ${largestCost}; choose a smaller unit for fractions.`,
      )
    const sources = typeof from === 'string' ? [from] : from
    if (!Array.isArray(sources))
      throw definitionError(`define ${place}`, `\`from\` is ${shown(from)}`, 'It must be a state or a list of states.')
    return sources.map((source) => ({ from: source, to, needs: [...new Set(needs)], controllable, cost }))
  })
}
