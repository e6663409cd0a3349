/** Compares a run with the one without faults. Pure. */
import { type Finding, finding } from './failure.ts'
import type { PlannedFault } from './plan.ts'
import type { Checkpoint, RunRecord } from './run-plan.ts'
import { formatDifference, placeOf, type StateDifference, stateDifferences } from './state-difference.ts'

/** Places of a state that say nothing. */
export type Places = Pick<ReadonlySet<string>, 'has'>

/** Places where two runs without faults differ: nothing can be said of them. */
export function placesOfChance(one: RunRecord, two: RunRecord): ReadonlySet<string> {
  return new Set(
    pairs(one, two)
      .flatMap(([first, second]) => differencesOf(first, second))
      .map(placeOf),
  )
}

export function judge(reference: RunRecord, run: RunRecord, chance: Places): readonly Finding[] {
  const own = isAhead(run) ? run.findings.filter(({ oracle }) => oracle !== 'scenario') : run.findings
  const compared = [...endStates(reference, run, chance), ...counts(reference, run)]
  return [...own, ...compared]
}

/** A user who does not wait for the operator may ask for what is not there yet. */
function isAhead({ plan: { faults } }: RunRecord): boolean {
  return faults.some((fault) => fault.type === 'hurry' || ('until' in fault && fault.until === 'step'))
}

function pairs(one: RunRecord, two: RunRecord): readonly (readonly [Checkpoint, Checkpoint])[] {
  return one.checkpoints.flatMap((first) => {
    const second = two.checkpoints.find(({ step }) => step === first.step)
    return second === undefined ? [] : [[first, second] as const]
  })
}

export function differencesOf(expected: Checkpoint, actual: Checkpoint): readonly StateDifference[] {
  const outside = [...expected.outside].flatMap(([name, inventory]): StateDifference[] => {
    const now = actual.outside.get(name)
    return now === inventory ? [] : [{ object: name, path: 'inventory', expected: inventory, actual: now }]
  })
  return [...stateDifferences(expected.state, actual.state), ...outside]
}

/** The first moment at which they differ is the one that counts. */
function endStates(reference: RunRecord, run: RunRecord, chance: Places): readonly Finding[] {
  for (const [expected, actual] of pairs(reference, run)) {
    const differences = differencesOf(expected, actual).filter((one) => !chance.has(placeOf(one)))
    if (differences.length > 0) return [{ ...differing(differences), step: expected.step }]
  }
  return []
}

function differing(differences: readonly StateDifference[]): Finding {
  const lines = differences.map(formatDifference)
  const [first = ''] = lines
  const more = lines.length === 1 ? '' : `, and ${lines.length - 1} more`
  return finding(
    'end-state',
    `all is quiet, and it is not as without the fault: ${first}${more}`,
    lines,
    placeOf(differences[0]!),
  )
}

function counts(reference: RunRecord, run: RunRecord): readonly Finding[] {
  const creations = [...run.creations].filter(([object]) => !isForgiven(run, object))
  const made = more(reference.creations, new Map(creations), 'made')
  // What a late call brings back has to be removed once more.
  const isLate = run.plan.faults.some((fault) => fault.type === 'overlap' && fault.until === 'step')
  return isLate ? made : [...made, ...more(reference.deletions, run.deletions, 'removed')]
}

/**
 * Whoever does not know yet that an owner is gone may make what it owned once more: it goes the same way. Without a view that
 * is behind there is no such excuse.
 */
function isForgiven({ plan, owned }: RunRecord, object: string): boolean {
  const isBehind = plan.schedule.type !== 'in-order' || plan.faults.some(({ type }) => excuses.includes(type))
  return isBehind && owned.has(object)
}

const excuses: readonly PlannedFault['type'][] = ['hold', 'overlap', 'hurry']

function more(expected: ReadonlyMap<string, number>, actual: ReadonlyMap<string, number>, what: string): Finding[] {
  return [...actual].flatMap(([object, times]) => {
    const usual = expected.get(object) ?? 0
    if (times <= usual) return []
    const message = `${object} was ${what} ${often(times)}, and ${often(usual)} without the fault`
    return [finding('creations', message, [], `${object} ${what}`)]
  })
}

function often(times: number): string {
  return times === 0 ? 'never' : times === 1 ? 'once' : `${times} times`
}
