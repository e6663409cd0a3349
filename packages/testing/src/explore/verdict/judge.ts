/** Compares a run with the one without faults. Pure. See decision 0202. */
import type { Exploration, IgnoredField } from '../definition/exploration.ts'
import { kindWithoutCluster } from '../../requests/cluster-place.ts'
import { type Finding, finding } from '../trace/finding.ts'
import type { PlannedFault } from '../plan/plan.ts'
import { type Checkpoint, momentKey, type Moments } from '../record/checkpoint.ts'
import type { RunRecord } from '../record/run-record.ts'
import { fieldPath } from '../state/field-path.ts'
import { formatDifference, placeOf, type StateDifference, stateDifferences } from '../state/state-difference.ts'

/** Places of a state that are not compared. */
export interface Places {
  has(difference: StateDifference): boolean
}

/** How runs are compared. */
export interface Comparison extends Pick<Exploration, 'keepsLastGood'> {
  readonly chance: Places
}

/** The compared parts of a run. */
export type Judged = Pick<RunRecord, 'checkpoints' | 'findings' | 'creations' | 'deletions' | 'orphans'>

/** Deviations that the injected faults excuse. */
export interface Excuses {
  /** The user does not wait, and may request objects that do not exist yet. */
  readonly isUserAhead: boolean
  /** A cache is stale: an object may be created for an owner that is gone. */
  readonly isViewBehind: boolean
  /** Objects that a late call created: they may be created and deleted once more than in the reference. */
  readonly broughtBack: ReadonlySet<string>
}

/** Whether the checkpoints of two runs are at other times: then time alone may have caused a difference. */
export function isAtOtherTimes(reference: Judged, run: Judged): boolean {
  return pairs(reference, run).some(([one, two]) => one.at !== two.at)
}

/** The times of a run's checkpoints. */
export function momentsOf({ checkpoints }: Judged): Moments {
  return new Map(checkpoints.map((checkpoint) => [momentKey(checkpoint), checkpoint.at]))
}

/** Places where two runs without faults differ: they vary by chance. */
export function placesOfChance(one: Judged, two: Judged): Places {
  const places = new Set(
    pairs(one, two)
      .flatMap(([first, second]) => differencesOf(first, second))
      .map(placeOf),
  )
  return { has: (difference) => places.has(placeOf(difference)) }
}

export const noPlaces: Places = { has: () => false }

/** Adds all places within the given fields: `status` includes its subfields. */
export function ignoring(places: Places, ignored: readonly IgnoredField[]): Places {
  const paths = ignored.map((one) =>
    typeof one === 'string' ? { isIn: fieldPath(one) } : { isIn: fieldPath(one.path), kind: one.kind.kind },
  )
  const isIgnored = (object: string, keys: readonly string[]) =>
    paths.some(({ kind, isIn }) => (kind === undefined || kind === kindOfObject(object)) && isIn(keys))
  return {
    has: (difference) => {
      const { object, fields } = difference
      return places.has(difference) || (fields.length > 0 && fields.every((keys) => isIgnored(object, keys)))
    },
  }
}

/** `ConfigMap` of `ConfigMap@east default/blog`; `undefined` for an external service. */
function kindOfObject(object: string): string | undefined {
  const end = object.indexOf(' ')
  return end < 0 ? undefined : kindWithoutCluster(object.slice(0, end))
}

export function judge(reference: Judged, run: RunRecord, chance: Places): readonly Finding[] {
  return judgeWith(excusesOf(run), reference, run, chance)
}

export function judgeWith(excuses: Excuses, reference: Judged, run: Judged, chance: Places): readonly Finding[] {
  const own = excuses.isUserAhead ? run.findings.filter(({ oracle }) => oracle !== 'scenario') : run.findings
  return [...own, ...endStates(reference, run, chance), ...counts(excuses, reference, run)]
}

/** Compares with a run that was observed at the same moments. Failures in both are not due to the fault. */
export function judgeAgain(reference: Judged, run: RunRecord, chance: Places): readonly Finding[] {
  const known = new Set(reference.findings.map(({ signature }) => signature))
  return judge(reference, run, chance).filter(({ signature }) => !known.has(signature))
}

/** Whether the state equals that of the other run at the same place of the scenario. */
export function isLike(checkpoints: readonly Checkpoint[], now: Checkpoint, chance: Places): boolean {
  const there = checkpoints.find(({ step, waits }) => step === now.step && waits === now.waits)
  return there === undefined || differencesOf(there, now).every((one) => chance.has(one))
}

function excusesOf({ plan: { faults, schedule }, trace }: RunRecord): Excuses {
  return {
    isUserAhead: faults.some((fault) => ahead.includes(fault.type) || ('until' in fault && fault.until === 'step')),
    isViewBehind:
      schedule.type !== 'in-order' || faults.some((fault) => behind.includes(fault.type) || isToStandby(fault)),
    broughtBack: new Set(
      trace.entries.flatMap((entry) =>
        entry.type === 'call' && entry.nth === 0 && entry.status === 201 && isLate(faults, entry.call)
          ? [objectIn(entry.call)]
          : [],
      ),
    ),
  }
}

/** The user proceeds before the operator is done. */
const ahead: readonly PlannedFault['type'][] = ['hurry', 'outage']
const behind: readonly PlannedFault['type'][] = ['hold', 'overlap', 'hurry']

/** The standby has not yet seen the call in flight, nor the latest changes. */
function isToStandby(fault: PlannedFault): boolean {
  return fault.type === 'handover' && fault.to === 'standby'
}

function isLate(faults: readonly PlannedFault[], call: string): boolean {
  return faults.some((fault) => fault.type === 'overlap' && fault.at.call === call)
}

/** `configmaps default/blog` of `apply configmaps default/blog`. */
function objectIn(call: string): string {
  return call.slice(call.indexOf(' ') + 1)
}

function pairs(one: Judged, two: Judged): readonly (readonly [Checkpoint, Checkpoint])[] {
  return one.checkpoints.flatMap((first) => {
    const second = two.checkpoints.find(({ step, waits }) => step === first.step && waits === first.waits)
    return second === undefined ? [] : [[first, second] as const]
  })
}

export function differencesOf(expected: Checkpoint, actual: Checkpoint): readonly StateDifference[] {
  const outside = [...expected.outside].flatMap(([name, inventory]): StateDifference[] => {
    const now = actual.outside.get(name)
    return now === inventory
      ? []
      : [{ object: name, path: 'inventory', fields: [['inventory']], expected: inventory, actual: now }]
  })
  return [...stateDifferences(expected.state, actual.state), ...outside]
}

/** Only the first differing checkpoint counts. */
function endStates(reference: Judged, run: Judged, chance: Places): readonly Finding[] {
  for (const [expected, actual] of pairs(reference, run)) {
    const differences = differencesOf(expected, actual).filter((one) => !chance.has(one))
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
    `the cluster is idle, and its state differs from the run without the fault: ${first}${more}`,
    lines,
    placeOf(differences[0]!),
  )
}

function counts({ isViewBehind, broughtBack }: Excuses, reference: Judged, run: Judged): readonly Finding[] {
  const late = (object: string) => (broughtBack.has(object) ? 1 : 0)
  const excused = (object: string) => Math.max(late(object), isViewBehind ? (run.orphans.get(object) ?? 0) : 0)
  const made = [...run.creations].map(([object, times]) => [object, times - excused(object)] as const)
  const removed = [...run.deletions].map(([object, times]) => [object, times - late(object)] as const)
  return [...more(reference.creations, made, 'created'), ...more(reference.deletions, removed, 'deleted')]
}

function more(
  expected: ReadonlyMap<string, number>,
  actual: readonly (readonly [string, number])[],
  what: string,
): readonly Finding[] {
  return actual.flatMap(([object, times]) => {
    const usual = expected.get(object) ?? 0
    if (times <= usual) return []
    const message = `${object} was ${what} ${often(times)}, and ${often(usual)} without the fault`
    return [finding('creations', message, [], `${object} ${what}`)]
  })
}

function often(times: number): string {
  return times === 0 ? 'never' : times === 1 ? 'once' : `${times} times`
}
