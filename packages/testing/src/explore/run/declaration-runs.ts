/**
 * A sequence of changes to declarations must end in the same state as declaring the final ones at once; and a reverted change must lead
 * back to the previous state.
 */
import { type Checkpoint, momentKey, type Moments } from '../record/checkpoint.ts'
import { authored, redeclared, resourceOf } from './declared-object.ts'
import type { Exploration } from '../definition/exploration.ts'
import type { Externals } from '../world/external-call.ts'
import { type Finding, finding, type OtherWay } from '../trace/finding.ts'
import { type Comparison, differencesOf, type Places } from '../verdict/judge.ts'
import { keptLastGood, refusesAny } from '../verdict/last-good.ts'
import type { DeclaredListedObject, ListedObject } from '../state/listed-objects.ts'
import type { Declared } from '../plan/plan.ts'
import type { RunRecord } from '../record/run-record.ts'
import type { ScenarioUser } from '../definition/scenario-user.ts'
import { formatDifference, placeOf, type StateDifference } from '../state/state-difference.ts'

export interface DeclarationRun<Outside extends Externals> {
  readonly declares: Declared
  readonly scenario: Scenario<Outside>
  /** The earliest times of its checkpoints. */
  readonly moments?: Moments
  /** Findings in a run of it without faults. @param play runs another scenario, for comparison */
  readonly check: (run: RunRecord, play: Play<Outside>) => readonly Finding[] | Promise<readonly Finding[]>
}

export type Scenario<Outside extends Externals> = (user: ScenarioUser<Outside>) => Promise<void>

export type Play<Outside extends Externals> = (scenario: Scenario<Outside>, moments?: Moments) => Promise<RunRecord>

export function declarationRuns<Outside extends Externals>(
  { resources = [], keepsLastGood }: Pick<Exploration<Outside>, 'resources' | 'keepsLastGood'>,
  reference: RunRecord,
  chance: Places,
): readonly DeclarationRun<Outside>[] {
  const isOurs = ({ kind }: ListedObject) => resources.some((resource) => resource.kind === kind)
  const usable = firstOfSteps(reference.checkpoints).filter(
    ({ declared, step, beside }) =>
      step > 0 && !beside.isOpen && declared.length > 0 && declared.every(isMakeable) && declared.some(isOurs),
  )
  const by = { chance, ...(keepsLastGood === undefined ? {} : { keepsLastGood }) }
  return usable.flatMap((checkpoint, at) => {
    const before = usable[at - 1]
    if (before === undefined) return []
    const fresh = freshStart<Outside>({ before, goal: checkpoint, reference }, by)
    return sameObjects(before, checkpoint) ? [fresh, takenBack<Outside>(before, checkpoint, by)] : [fresh]
  })
}

/** A wait after a step declares nothing. */
function firstOfSteps(checkpoints: readonly Checkpoint[]): readonly Checkpoint[] {
  return checkpoints.filter(({ step }, at) => checkpoints.findIndex((other) => other.step === step) === at)
}

/** An object that is being deleted, or has a generated name, cannot be recreated. */
function isMakeable({ metadata }: ListedObject): boolean {
  return metadata.deletionTimestamp === undefined && metadata.generateName === undefined
}

function sameObjects(one: Checkpoint, two: Checkpoint): boolean {
  const paths = ({ declared }: Checkpoint) =>
    declared
      .map(({ path, cluster = '' }) => `${cluster} ${path}`)
      .sort()
      .join()
  return paths(one) === paths(two)
}

function isSame(one: ListedObject, two: ListedObject): boolean {
  return one.path === two.path && one.cluster === two.cluster
}

interface Change {
  readonly before: Checkpoint
  readonly goal: Checkpoint
  /** The run with the step-by-step changes. */
  readonly reference: RunRecord
}

function freshStart<Outside extends Externals>(
  { before, goal, reference }: Change,
  by: Comparison,
): DeclarationRun<Outside> {
  const what = `after the changes of steps 1 to ${goal.step}, the state differs from that of declaring the final objects at once`
  return {
    declares: { type: 'at-once', step: goal.step },
    scenario: declaring(goal.declared),
    moments: atOnceUntil(goal.declared, goal.at),
    check(run) {
      const kept = keptLastGood(before, goal, by)
      if (kept !== undefined) return [...run.findings, ...kept]
      const last = run.checkpoints.at(-1)
      if (last === undefined) return run.findings
      const differences = differencesOf(last, goal).filter((one) => !goal.beside.explains(one))
      const otherWay = { what: 'changed step by step', entries: reference.trace.entries, step: goal.step }
      return [...run.findings, ...differing(differences, by, what, otherWay)]
    },
  }
}

function takenBack<Outside extends Externals>(
  goal: Checkpoint,
  detour: Checkpoint,
  by: Comparison,
): DeclarationRun<Outside> {
  return {
    declares: { type: 'back', from: detour.step, to: goal.step },
    async scenario(user) {
      await declaring(goal.declared)(user)
      for (const [from, to] of [
        [goal, detour],
        [detour, goal],
      ] as const) {
        for (const object of to.declared) {
          const there = userAt(user, object)
          const current = await there.get(resourceOf(object), object.metadata)
          const previous = from.declared.find((one) => isSame(one, object)) ?? object
          const next = redeclared(current as never, authored(previous), authored(object))
          await there.update(resourceOf(object), next as never)
        }
      }
    },
    async check(run, play) {
      const last = run.checkpoints.at(-1)
      if (last === undefined || refusesAny(goal, by)) return run.findings
      const differences = await differencesInTime(goal, last, by, () => declaredUntil(goal.declared, last.at, play))
      const unexplained = differences.filter((one) => !goal.beside.explains(one))
      return [
        ...run.findings,
        ...differing(
          unexplained,
          by,
          `after the change of step ${detour.step} was reverted, the earlier state is not restored`,
        ),
      ]
    },
  }
}

/** The user in the cluster of an object. */
export function userAt<Outside extends Externals>(
  user: ScenarioUser<Outside>,
  { cluster }: Pick<ListedObject, 'cluster'>,
) {
  return cluster === undefined ? user : user.at(cluster)
}

/** A scenario that creates these objects, one after the other. */
export function declaring(objects: readonly DeclaredListedObject[]): Scenario<Externals> {
  return async (user) => {
    for (const object of objects) await userAt(user, object).create(resourceOf(object), authored(object) as never)
  }
}

/** The checkpoint after the last of these objects is taken no earlier than `at`. */
export function atOnceUntil(objects: readonly unknown[], at: number): Moments {
  return new Map([[momentKey({ step: objects.length, waits: 0 }), at]])
}

/** The state at a moment of virtual time if only these objects were declared; `undefined` if that run fails. */
async function declaredUntil<Outside extends Externals>(
  objects: readonly DeclaredListedObject[],
  at: number,
  play: Play<Outside>,
): Promise<Checkpoint | undefined> {
  return lastOf(await play(declaring(objects), atOnceUntil(objects, at)))
}

export function lastOf({ checkpoints, findings }: Pick<RunRecord, 'checkpoints' | 'findings'>): Checkpoint | undefined {
  return findings.length > 0 ? undefined : checkpoints.at(-1)
}

/**
 * The state may also change with time alone, if the operator depends on it. Differences are therefore compared once more, with the state at
 * the same moment without the change. @param later returns that state
 */
export async function differencesInTime(
  expected: Checkpoint,
  actual: Checkpoint,
  { chance }: Comparison,
  later: () => Promise<Checkpoint | undefined>,
): Promise<readonly StateDifference[]> {
  const differences = (from: Checkpoint) => differencesOf(from, actual).filter((one) => !chance.has(one))
  const now = differences(expected)
  if (now.length === 0 || expected.at === actual.at) return now
  const then = await later()
  return then === undefined ? now : differences(then)
}

export function differing(
  differences: readonly StateDifference[],
  { chance }: Comparison,
  what: string,
  otherWay?: OtherWay,
): readonly Finding[] {
  const [first, ...others] = differences.filter((one) => !chance.has(one))
  if (first === undefined) return []
  const lines = [first, ...others].map(formatDifference)
  const found = finding('declaration', `${what}: ${lines[0]}`, lines, placeOf(first))
  return [otherWay === undefined ? found : { ...found, otherWay }]
}
