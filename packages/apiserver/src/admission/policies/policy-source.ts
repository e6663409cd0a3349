/** Policies in force: those with a binding, sorted by name, each with its bindings by name. */
import type { MatchResources, ParamRef } from '@kubewright/kubernetes/admissionregistration/v1'
import { type Draft, draftOf } from '../../object/draft.ts'
import type { Collection } from '../../storage/collection.ts'
import type { Version } from '../../storage/version.ts'
import type { Criteria } from '../matching/match.ts'
import { matchCriteria } from './policy.ts'

export interface Binding {
  readonly name: string
  readonly policyName: string
  /** `undefined` does not narrow the match of the policy. */
  readonly criteria: Criteria | undefined
  readonly paramRef: ParamRef | undefined
  /** Only for validating policies. */
  readonly actions: readonly string[]
}

export interface Bound<Compiled> {
  readonly policy: Compiled
  readonly bindings: readonly Binding[]
}

interface WrittenBinding {
  readonly policyName?: string
  readonly paramRef?: ParamRef
  readonly matchResources?: MatchResources
  readonly validationActions?: readonly string[]
}

const bindings = new WeakMap<Version, Binding>()

/** Reads both collections on every call; compiled results are memoized per object version. */
export function policySource<Compiled>(
  policies: Collection,
  bindingsOf: Collection,
  compile: (policy: Draft) => Compiled,
): () => readonly Bound<Compiled>[] {
  const compiled = new WeakMap<Version, Compiled & object>()
  const remember = (version: Version): Compiled => {
    let known = compiled.get(version)
    if (known === undefined) compiled.set(version, (known = compile(draftOf(version.object.text)) as Compiled & object))
    return known
  }
  return () => {
    if (bindingsOf.size === 0 || policies.size === 0) return []
    const all = bindingsOf.range({}).versions.map(bindingOf)
    return policies.range({}).versions.flatMap((version) => {
      const own = all.filter(({ policyName }) => policyName === version.key)
      return own.length === 0 ? [] : [{ policy: remember(version), bindings: own }]
    })
  }
}

function bindingOf(version: Version): Binding {
  let binding = bindings.get(version)
  if (binding === undefined) bindings.set(version, (binding = readBinding(draftOf(version.object.text))))
  return binding
}

function readBinding({ metadata, spec }: Draft): Binding {
  const { policyName = '', paramRef, matchResources, validationActions = [] } = spec as WrittenBinding
  return {
    name: metadata.name!,
    policyName,
    criteria: matchResources === undefined ? undefined : matchCriteria(matchResources),
    paramRef,
    actions: validationActions,
  }
}
