/** Validates the requested and the accepted names of a kind. */
import { nameProblems } from '@kubewright/core/object'
import { each, type Problems } from '../../validation/problems.ts'
import { invalid } from '../../status/field-error.ts'
import type { DefinitionNames } from './definition.ts'

export function* namesProblems(names: DefinitionNames, path: string): Problems {
  const { plural = '', singular = '', kind = '', listKind = '' } = names
  yield* labelProblems(plural, `${path}.plural`)
  yield* labelProblems(singular, `${path}.singular`)
  yield* mixedCaseProblems(kind, `${path}.kind`)
  yield* mixedCaseProblems(listKind, `${path}.listKind`)
  for (const [name, at] of each(names.shortNames, `${path}.shortNames`)) yield* joinedProblems(name, name, at)
  if (kind !== '' && kind === listKind) {
    yield invalid(`${path}.listKind`, listKind, 'kind and listKind may not be the same')
  }
  for (const [name, at] of each(names.categories, `${path}.categories`)) yield* joinedProblems(name, name, at)
}

function* labelProblems(name: string, path: string): Problems {
  if (name !== '') yield* joinedProblems(name, name, path)
}

function* mixedCaseProblems(name: string, path: string): Problems {
  if (name !== '')
    yield* joinedProblems(name.toLowerCase(), name, path, 'may have mixed case, but should otherwise match: ')
}

/** Reports all problems of a name as one error. */
export function* joinedProblems(name: string, shown: string, path: string, prefix = ''): Problems {
  const problems = nameProblems('dns1035Label', name)
  if (problems.length > 0) yield invalid(path, shown, `${prefix}${problems.join(',')}`)
}
