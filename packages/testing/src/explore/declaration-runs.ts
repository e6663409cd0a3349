/**
 * Declarations that were changed must end where the same ones end that were made at once; and one that is taken back must lead
 * back to where it came from.
 */
import { isJsonObject, type JsonObject } from '@kubewright/core'
import type { Resource } from '@kubewright/resource'
import type { Exploration } from './exploration.ts'
import type { Externals } from './external-call.ts'
import { type Finding, finding } from './failure.ts'
import { differencesOf, type Places } from './judge.ts'
import type { ListedObject } from './listed-objects.ts'
import type { Checkpoint, RunRecord } from './run-plan.ts'
import type { ScenarioUser } from './scenario-user.ts'
import { formatDifference, placeOf, type StateDifference } from './state-difference.ts'

export interface DeclarationRun<Outside extends Externals> {
  readonly name: string
  readonly scenario: (user: ScenarioUser<Outside>) => Promise<void>
  readonly check: (run: RunRecord) => readonly Finding[]
}

export function declarationRuns<Outside extends Externals>(
  { resources = [] }: Pick<Exploration<Outside>, 'resources'>,
  reference: RunRecord,
  chance: Places,
): readonly DeclarationRun<Outside>[] {
  const isOurs = ({ kind }: ListedObject) => resources.some((resource) => resource.kind === kind)
  const usable = reference.checkpoints.filter(
    ({ declared, step }) => step > 0 && declared.length > 0 && declared.every(isMakeable) && declared.some(isOurs),
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
    name: `made at once, as after step ${goal.step}`,
    async scenario(user) {
      for (const object of goal.declared) await user.create(resourceOf(object), authored(object) as never)
    },
    check: (run) =>
      compared(
        (last) => differencesOf(last, goal),
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
    name: `taken back from step ${detour.step} to step ${goal.step}`,
    async scenario(user) {
      for (const object of goal.declared) await user.create(resourceOf(object), authored(object) as never)
      for (const { declared } of [detour, goal]) {
        for (const object of declared) {
          const current = await user.get(resourceOf(object), object.metadata)
          const { resourceVersion } = current.metadata
          const authoredObject = authored(object)
          const metadata = { ...(authoredObject.metadata as JsonObject), resourceVersion }
          await user.update(resourceOf(object), { ...authoredObject, metadata } as never)
        }
      }
    },
    check: (run) =>
      compared(
        (last) => differencesOf(goal, last),
        run,
        chance,
        `taken back after step ${detour.step} it does not return`,
      ),
  }
}

function compared(
  differ: (last: Checkpoint) => readonly StateDifference[],
  run: RunRecord,
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

/** A handle for whatever was listed. */
function resourceOf({ apiVersion, kind, collection, metadata }: ListedObject): Resource {
  const [group, version] = apiVersion.includes('/') ? apiVersion.split('/') : ['', apiVersion]
  const plural = collection.split('/').at(-1)!
  const scope = metadata.namespace === undefined ? 'Cluster' : 'Namespaced'
  return { group: group!, version: version!, kind, plural, scope, apiVersion, subresources: [] } as unknown as Resource
}

/** What the user wrote of it; the rest came from the server and the operator. */
function authored(object: ListedObject): JsonObject {
  const { metadata, status: _, path: __, collection: ___, ...rest } = object
  const { name, namespace, labels, annotations } = metadata
  const kept = {
    name,
    ...optional('namespace', namespace),
    ...optional('labels', labels),
    ...optional('annotations', annotations),
  }
  const json = rest as unknown
  return { ...(isJsonObject(json) ? json : {}), metadata: kept as JsonObject }
}

function optional(key: string, value: unknown): object {
  return value === undefined ? {} : { [key]: value }
}
