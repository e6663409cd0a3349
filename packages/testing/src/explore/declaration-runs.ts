/**
 * Declarations that were changed must end where the same ones end that were made at once; and one that is taken back must lead
 * back to where it came from.
 */
import { authored, redeclared, resourceOf } from './declared-object.ts'
import type { Exploration } from './exploration.ts'
import type { Externals } from './external-call.ts'
import { type Finding, finding } from './failure.ts'
import { differencesOf, type Places } from './judge.ts'
import type { ListedObject } from './listed-objects.ts'
import type { Declared } from './plan.ts'
import type { Checkpoint, RunRecord } from './run-plan.ts'
import type { ScenarioUser } from './scenario-user.ts'
import { formatDifference, placeOf, type StateDifference } from './state-difference.ts'

export interface DeclarationRun<Outside extends Externals> {
  readonly declares: Declared
  readonly scenario: (user: ScenarioUser<Outside>) => Promise<void>
  /** What is wrong with a run of it in which nothing else goes wrong. @param play plays another scenario, for comparison */
  readonly check: (run: RunRecord, play: Play<Outside>) => readonly Finding[] | Promise<readonly Finding[]>
}

export type Play<Outside extends Externals> = (
  scenario: (user: ScenarioUser<Outside>) => Promise<void>,
) => Promise<RunRecord>

export function declarationRuns<Outside extends Externals>(
  { resources = [] }: Pick<Exploration<Outside>, 'resources'>,
  reference: RunRecord,
  chance: Places,
): readonly DeclarationRun<Outside>[] {
  const isOurs = ({ kind }: ListedObject) => resources.some((resource) => resource.kind === kind)
  const usable = reference.checkpoints.filter(
    ({ declared, step, beside }) =>
      step > 0 && !beside.isOpen && declared.length > 0 && declared.every(isMakeable) && declared.some(isOurs),
  )
  return usable.flatMap((checkpoint, at) => {
    const before = usable[at - 1]
    const fresh = usable.length > 1 && at > 0 ? [freshStart<Outside>(checkpoint, chance)] : []
    const back =
      before !== undefined && sameObjects(before, checkpoint) ? [takenBack<Outside>(before, checkpoint, chance)] : []
    return [...fresh, ...back]
  })
}

/** What is on its way out cannot be made again. */
function isMakeable({ metadata }: ListedObject): boolean {
  return metadata.deletionTimestamp === undefined && metadata.generateName === undefined
}

function sameObjects(one: Checkpoint, two: Checkpoint): boolean {
  const paths = ({ declared }: Checkpoint) =>
    declared
      .map(({ path }) => path)
      .sort()
      .join()
  return paths(one) === paths(two)
}

function freshStart<Outside extends Externals>(goal: Checkpoint, chance: Places): DeclarationRun<Outside> {
  return {
    declares: { type: 'at-once', step: goal.step },
    async scenario(user) {
      for (const object of goal.declared) await user.create(resourceOf(object), authored(object) as never)
    },
    check: (run) =>
      compared(
        (last) => differencesOf(last, goal).filter((one) => !goal.beside.explains(one)),
        run,
        chance,
        `changed until step ${goal.step} it is not as if declared so at once`,
      ),
  }
}

function takenBack<Outside extends Externals>(
  goal: Checkpoint,
  detour: Checkpoint,
  chance: Places,
): DeclarationRun<Outside> {
  return {
    declares: { type: 'back', from: detour.step, to: goal.step },
    async scenario(user) {
      for (const object of goal.declared) await user.create(resourceOf(object), authored(object) as never)
      for (const { declared } of [detour, goal]) {
        for (const object of declared) {
          const current = await user.get(resourceOf(object), object.metadata)
          await user.update(resourceOf(object), redeclared(current as never, authored(object)) as never)
        }
      }
    },
    check: (run) =>
      compared(
        (last) => differencesOf(goal, last).filter((one) => !goal.beside.explains(one)),
        run,
        chance,
        `taken back after step ${detour.step} it does not return`,
      ),
  }
}

export function compared(
  differ: (last: Checkpoint) => readonly StateDifference[],
  run: Pick<RunRecord, 'checkpoints' | 'findings'>,
  chance: Places,
  what: string,
): readonly Finding[] {
  const last = run.checkpoints.at(-1)
  if (last === undefined) return run.findings
  const differences = differ(last).filter((one) => !chance.has(placeOf(one)))
  if (differences.length === 0) return run.findings
  const lines = differences.map(formatDifference)
  return [...run.findings, finding('declaration', `${what}: ${lines[0]}`, lines, placeOf(differences[0]!))]
}
