/** Decides which requested names a definition gets: those not taken in its group. Pure. */
import { deepEqual } from '@kubewright/core/json'
import type { Draft } from '../../object/draft.ts'
import { type ConditionText, findCondition, isSameText } from '../definition/conditions.ts'
import { type DefinitionNames, specOf, statusOf } from '../definition/definition.ts'

export interface NamingResult {
  readonly acceptedNames: DefinitionNames
  readonly conditions: readonly ConditionText[]
}

/**
 * The accepted names and conditions to write to the CRD's status; `undefined` if they are unchanged.
 *
 * @param all every existing definition
 */
export function nameDefinition(definition: Draft, all: Iterable<Draft>): NamingResult | undefined {
  const { names: wanted = {}, group } = specOf(definition)
  const { acceptedNames: before = {} } = statusOf(definition)
  if (deepEqual(settled(wanted), settled(before))) return undefined
  const { names, problem } = accept(wanted, before, usedNames(all, group))
  const accepted: ConditionText = { type: 'NamesAccepted', ...(problem ?? noConflicts) }
  const isSame = isSameText(accepted, findCondition(definition, 'NamesAccepted'))
  if (isSame && deepEqual(settled(names), settled(before))) return undefined
  return { acceptedNames: names, conditions: [accepted, established(definition, problem === undefined)] }
}

const noConflicts = { status: 'True', reason: 'NoConflicts', message: 'no conflicts found' }

interface UsedNames {
  readonly resources: ReadonlySet<string>
  readonly kinds: ReadonlySet<string>
}

function usedNames(all: Iterable<Draft>, group: string | undefined): UsedNames {
  const names = [...all]
    .filter((definition) => specOf(definition).group === group)
    .map((definition) => statusOf(definition).acceptedNames ?? {})
  return {
    resources: new Set(names.flatMap((one) => [one.plural ?? '', one.singular ?? '', ...(one.shortNames ?? [])])),
    kinds: new Set(names.flatMap((one) => [one.kind ?? '', one.listKind ?? ''])),
  }
}

type Problem = Omit<ConditionText, 'type'>

/** Accepts every name without a conflict; of several conflicts the last is reported. */
function accept(wanted: DefinitionNames, before: DefinitionNames, used: UsedNames) {
  const names: DefinitionNames = { ...before }
  let problem: Problem | undefined
  const refuse = (reason: string, message: string) => (problem = { status: 'False', reason, message })
  const claim = (field: 'plural' | 'singular' | 'kind' | 'listKind', taken: ReadonlySet<string>, reason: string) => {
    const name = wanted[field] ?? ''
    if (name !== (before[field] ?? '') && taken.has(name)) refuse(reason, inUse(name))
    else names[field] = name
  }
  claim('plural', used.resources, 'PluralConflict')
  claim('singular', used.resources, 'SingularConflict')
  const taken = (wanted.shortNames ?? []).filter(
    (name) => !before.shortNames?.includes(name) && used.resources.has(name),
  )
  if (taken.length > 0) refuse('ShortNamesConflict', aggregate(taken.map(inUse)))
  else put(names, 'shortNames', wanted.shortNames)
  claim('kind', used.kinds, 'KindConflict')
  claim('listKind', used.kinds, 'ListKindConflict')
  put(names, 'categories', wanted.categories)
  return { names, problem: problem as Problem | undefined }
}

function inUse(name: string): string {
  return `${JSON.stringify(name)} is already in use`
}

function aggregate(messages: readonly string[]): string {
  const unique = [...new Set(messages)]
  return unique.length === 1 ? unique[0]! : `[${unique.join(', ')}]`
}

function put(names: DefinitionNames, field: 'shortNames' | 'categories', value: string[] | undefined): void {
  if (value === undefined) delete names[field]
  else names[field] = value
}

/** An established kind stays established; any other waits until all of its names are accepted. */
function established(definition: Draft, areNamesAccepted: boolean): ConditionText {
  const old = findCondition(definition, 'Established')
  const condition = { type: 'Established', status: 'False' } as const
  if (old?.status !== 'True' && areNamesAccepted) {
    return { ...condition, reason: 'Installing', message: 'the initial names have been accepted' }
  }
  if (old === undefined) return { ...condition, reason: 'NotAccepted', message: 'not all names are accepted' }
  return { type: old.type, status: old.status, reason: old.reason ?? '', message: old.message ?? '' }
}

/** Drops empty names and lists, which count as absent. */
function settled(names: DefinitionNames): object {
  return Object.fromEntries(Object.entries(names).filter(([, value]: [string, unknown]) => !isEmpty(value)))
}

const isEmpty = (value: unknown) => value === '' || (Array.isArray(value) && value.length === 0)
