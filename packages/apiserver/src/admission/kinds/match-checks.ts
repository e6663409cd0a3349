/** Validation of the match rules of policies and their bindings. */
import type { MatchResources, NamedRuleWithOperations, ParamRef } from '@kubewright/kubernetes/admissionregistration/v1'
import { forbidden, required } from '../../status/field-error.ts'
import { selectorProblems } from '../../validation/label-selector.ts'
import { duplicate, each, isBlank, knownWord, named, type Problems } from '../../validation/problems.ts'
import type { Unvalidated } from '../../object/unvalidated.ts'
import { ruleProblems } from './rule-checks.ts'

export function* matchProblems(match: Unvalidated<MatchResources>, path: string): Problems {
  yield* knownWord(match.matchPolicy, `${path}.matchPolicy`, ['Equivalent', 'Exact'])
  yield* selectorProblems(match.namespaceSelector, `${path}.namespaceSelector`)
  yield* selectorProblems(match.objectSelector, `${path}.objectSelector`)
  for (const field of ['resourceRules', 'excludeResourceRules'] as const) {
    for (const [rule, at] of each(match[field], `${path}.${field}`)) yield* namedRuleProblems(rule, at)
  }
}

function* namedRuleProblems(rule: Unvalidated<NamedRuleWithOperations>, path: string): Problems {
  const names = new Set<string>()
  for (const [name, at] of each(rule.resourceNames, `${path}.resourceNames`)) {
    yield* named('pathSegment', name, at)
    if (names.has(name)) yield duplicate(at, name)
    names.add(name)
  }
  yield* ruleProblems(rule, path)
}

export function* paramProblems(
  { name, selector, parameterNotFoundAction }: Unvalidated<ParamRef>,
  path: string,
): Problems {
  const isBoth = !isBlank(name) && selector !== undefined
  const exclusive = 'name and selector are mutually exclusive'
  if (!isBlank(name)) yield* named('pathSegment', name, `${path}.name`)
  if (isBoth) yield forbidden(`${path}.name`, exclusive)
  yield* selectorProblems(selector, `${path}.selector`)
  if (isBoth) yield forbidden(`${path}.selector`, exclusive)
  if (isBlank(name) && selector === undefined) yield required(path, 'one of name or selector must be specified')
  if (isBlank(parameterNotFoundAction)) yield required(`${path}.parameterNotFoundAction`)
  else yield* knownWord(parameterNotFoundAction, `${path}.parameterNotFoundAction`, ['Deny', 'Allow'])
}
