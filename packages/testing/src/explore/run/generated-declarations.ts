/**
 * Other declarations that a user could make: another value in one field, from the resource's schema. An invalid value is rejected or
 * handled; any other must lead to the same state as declaring it at once, and back when it is reverted.
 * See decision 0205.
 */
import { isConflict, isForbidden, isInvalid } from '@kubewright/client'
import { KubewrightError } from '@kubewright/core'
import { isJsonObject, type JsonObject, type JsonValue } from '@kubewright/core/json'
import type { StructuralSchema } from '@kubewright/resource'
import type { Definable } from '../../cluster/cluster.ts'
import type { Checkpoint } from '../record/checkpoint.ts'
import { kindIn } from '../../requests/cluster-place.ts'
import {
  atOnceUntil,
  type DeclarationRun,
  declaring,
  differencesInTime,
  differing,
  lastOf,
  userAt,
} from './declaration-runs.ts'
import type { Comparison } from '../verdict/judge.ts'
import { authored, redeclared, resourceOf } from './declared-object.ts'
import type { Exploration } from '../definition/exploration.ts'
import type { Externals } from '../world/external-call.ts'
import type { Finding } from '../trace/finding.ts'
import { differencesOf } from '../verdict/judge.ts'
import { fieldPath } from '../state/field-path.ts'
import { keptLastGood, refusesAny } from '../verdict/last-good.ts'
import type { DeclaredListedObject, ListedObject } from '../state/listed-objects.ts'
import { type Declared, formatPlan, noFaults } from '../plan/plan.ts'
import type { ScenarioUser } from '../definition/scenario-user.ts'
import { versionsOf } from '../world/stored-collections.ts'
import { fieldValues } from './schema-values.ts'

type DeclaredValue = Extract<Declared, { type: 'value' }>

/** All values that could be declared in one field of a run's declared objects, each object as of the first step in which it exists. */
export function declarableValues(
  { resources = [], fixed = [] }: Pick<Exploration, 'resources' | 'fixed'>,
  checkpoints: readonly Checkpoint[],
): readonly DeclaredValue[] {
  const known = new Set<string>()
  const kept = fixed.map(fieldPath)
  return checkpoints.flatMap(({ step, declared }) =>
    declared.flatMap((object) => {
      const name = nameOf(object)
      const schema = schemaOf(resources, object)
      if (schema === undefined || known.has(name) || object.metadata.deletionTimestamp !== undefined) return []
      known.add(name)
      const { spec } = authored(object)
      if (!isJsonObject(spec)) return []
      const free = fieldValues(schema, spec, ['spec']).filter(({ path }) => !kept.some((isIn) => isIn(path)))
      return free.map(({ path, sort, value }): DeclaredValue => {
        return { type: 'value', step, object: name, path, sort, ...(value === undefined ? {} : { value }) }
      })
    }),
  )
}

export function valueRun<Outside extends Externals>(
  declares: DeclaredValue,
  checkpoints: readonly Checkpoint[],
  by: Comparison,
): DeclarationRun<Outside> {
  const declared = checkpoints.find(({ step }) => step === declares.step)?.declared ?? []
  const made = declared.length
  return {
    declares,
    async scenario(user) {
      await declaring(declared)(user)
      const target = declared.find((object) => nameOf(object) === declares.object)
      if (target === undefined) return
      const [given, other] = [authored(target), changed(target, declares)]
      if (await put(user, target, given, other)) await put(user, target, other, given)
    },
    async check(run, play) {
      const [before, after, back] = [made, made + 1, made + 2].map((at) =>
        run.checkpoints.find(({ step }) => step === at),
      )
      if (declares.sort === 'wrong' || before === undefined || after === undefined || back === undefined)
        return run.findings
      const what = formatPlan({ ...noFaults, declares })
      const later = async () => lastOf(await play(declaring(declared), atOnceUntil(declared, back.at)))
      const differences = await differencesInTime(before, back, by, later)
      const returned = refusesAny(before, by)
        ? []
        : differing(differences, by, `${what}: after this change was reverted, the earlier state is not restored`)
      const kept = keptLastGood(before, after, by)
      return [...run.findings, ...returned, ...(kept ?? (await notAsAtOnce(after)))]

      async function notAsAtOnce(actual: Checkpoint): Promise<readonly Finding[]> {
        const fresh = await play((user) => declareAtOnce(user, declared, declares), atOnceUntil(declared, actual.at))
        const last = lastOf(fresh)
        if (last === undefined) return []
        const otherWay = { what: 'declared at once', entries: fresh.trace.entries, step: made }
        return differing(
          differencesOf(last, actual),
          by,
          `${what}: after this change, the state differs from that of declaring the final objects at once`,
          otherWay,
        )
      }
    },
  }
}

async function declareAtOnce(
  user: ScenarioUser<Externals>,
  declared: readonly DeclaredListedObject[],
  declares: DeclaredValue,
): Promise<void> {
  for (const object of declared) {
    const wanted = nameOf(object) === declares.object ? changed(object, declares) : authored(object)
    await userAt(user, object).create(resourceOf(object), wanted as never)
  }
}

/** Resolves to whether the server accepted the update. Conflicts with concurrent writes are retried. */
async function put(
  user: ScenarioUser<Externals>,
  { metadata, ...rest }: ListedObject,
  previous: JsonObject,
  wanted: JsonObject,
): Promise<boolean> {
  const resource = resourceOf({ metadata, ...rest })
  const there = userAt(user, rest)
  for (let tries = 1; ; tries++) {
    const current = await there.get(resource, metadata)
    try {
      await there.update(resource, redeclared(current as never, previous, wanted) as never)
      return true
    } catch (error) {
      if (isRefused(error)) return false
      if (!isConflict(error) || tries === 5) throw error
    }
  }
}

function isRefused(error: unknown): boolean {
  const isBad = error instanceof KubewrightError && error.code === 'KW_CLIENT_BAD_REQUEST'
  return isBad || isInvalid(error) || isForbidden(error)
}

function changed(object: DeclaredListedObject, { path, value }: DeclaredValue): JsonObject {
  return withField(authored(object), path, value)
}

function withField(
  object: JsonObject,
  [key = '', ...rest]: readonly string[],
  value: JsonValue | undefined,
): JsonObject {
  const { [key]: before, ...others } = object
  if (rest.length > 0) return { ...others, [key]: withField(isJsonObject(before) ? before : {}, rest, value) }
  return value === undefined ? others : { ...others, [key]: value }
}

function nameOf({ kind, cluster, metadata: { namespace, name } }: ListedObject): string {
  return `${kindIn(cluster, kind)} ${namespace === undefined ? name : `${namespace}/${name}`}`
}

function schemaOf(resources: readonly Definable[], { apiVersion, kind }: ListedObject): StructuralSchema | undefined {
  const [group, version] = apiVersion.split('/')
  const resource = resources.find((one) => one.group === group && one.kind === kind)
  const served = resource && versionsOf(resource).find(({ name }) => name === version)
  const root = served?.schema?.openAPIV3Schema as StructuralSchema | undefined
  return root?.properties?.spec
}
