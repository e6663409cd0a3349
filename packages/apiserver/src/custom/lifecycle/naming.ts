/** Which of the names a definition asks for it gets: those nobody else in its group has. Pure. */
import { deepEqual } from '@kubewright/core'
import type { Draft } from '../../object/draft.ts'
import { type ConditionText, findCondition, isSameText } from '../definition/conditions.ts'
import { type DefinitionNames, specOf, statusOf } from '../definition/definition.ts'

export interface NamingResult {
  readonly acceptedNames: DefinitionNames
  readonly conditions: readonly ConditionText[]
}

/**
 * What is to be written, or `undefined` if that is there already.
 *
 * @param all every definition there is
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

/** What can be had is had; of several conflicts the last is told. */
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

/** A kind that was established stays so; one that was not waits for all its names. */
function established(definition: Draft, areNamesAccepted: boolean): ConditionText {
  const old = findCondition(definition, 'Established')
  const condition = { type: 'Established', status: 'False' } as const
  if (old?.status !== 'True' && areNamesAccepted) {
    return { ...condition, reason: 'Installing', message: 'the initial names have been accepted' }
  }
  if (old === undefined) return { ...condition, reason: 'NotAccepted', message: 'not all names are accepted' }
  return { type: old.type, status: old.status, reason: old.reason ?? '', message: old.message ?? '' }
}

/** A name that is empty, or a list of none, is as good as none. */
function settled(names: DefinitionNames): object {
  return Object.fromEntries(Object.entries(names).filter(([, value]: [string, unknown]) => !isEmpty(value)))
}

const isEmpty = (value: unknown) => value === '' || (Array.isArray(value) && value.length === 0)
