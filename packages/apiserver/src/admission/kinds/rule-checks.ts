/** Validation of the rules that select requests, for webhooks and policies. */
import type { RuleWithOperations } from '@kubewright/kubernetes/admissionregistration/v1'
import { invalid, required, unsupported } from '../../status/field-error.ts'
import { each, knownWord, type Problems } from '../../validation/problems.ts'
import type { Unvalidated } from '../../object/unvalidated.ts'

const operations = ['*', 'CONNECT', 'CREATE', 'DELETE', 'UPDATE']

export function* ruleProblems(rule: Unvalidated<RuleWithOperations>, path: string): Problems {
  const given = rule.operations ?? []
  if (given.length === 0) yield required(`${path}.operations`)
  if (given.length > 1 && given.includes('*')) {
    yield invalid(`${path}.operations`, given, "if '*' is present, must not specify other operations")
  }
  for (const [operation, at] of each(given, `${path}.operations`)) {
    if (!operations.includes(operation)) yield unsupported(at, operation, operations)
  }
  yield* wordsProblems(rule.apiGroups ?? [], `${path}.apiGroups`, 'API groups')
  yield* wordsProblems(rule.apiVersions ?? [], `${path}.apiVersions`, 'API versions')
  for (const [version, at] of each(rule.apiVersions, `${path}.apiVersions`)) if (version === '') yield required(at)
  yield* resourceProblems(rule.resources ?? [], `${path}.resources`)
  yield* knownWord(rule.scope, `${path}.scope`, ['*', 'Cluster', 'Namespaced'])
}

function* wordsProblems(words: readonly string[], path: string, what: string): Problems {
  if (words.length === 0) yield required(path)
  if (words.length > 1 && words.includes('*')) {
    yield invalid(path, words, `if '*' is present, must not specify other ${what}`)
  }
}

function* resourceProblems(resources: readonly string[], path: string): Problems {
  if (resources.length === 0) yield required(path)
  const [whole, everywhere] = [new Set<string>(), new Set<string>()]
  for (const [resource, at] of each(resources, path)) {
    if (resource === '') yield required(at)
    const [parent = '', below] = resource.split(/\/(.*)/s)
    if (below === undefined) continue
    if (whole.has(parent)) yield invalid(at, resource, `if '${parent}/*' is present, must not specify ${resource}`)
    if (everywhere.has(below)) yield invalid(at, resource, `if '*/${below}' is present, must not specify ${resource}`)
    if (below === '*') whole.add(parent)
    if (parent === '*') everywhere.add(below)
  }
  if (resources.length > 1 && resources.includes('*/*')) {
    yield invalid(path, resources, "if '*/*' is present, must not specify other resources")
  }
  if (resources.includes('*') && resources.some((resource) => resource !== '*' && !resource.includes('/'))) {
    yield invalid(path, resources, "if '*' is present, must not specify other resources without subresources")
  }
}
